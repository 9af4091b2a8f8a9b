import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { makeForeignFolder } from '../../../../test/support/foreign-files/folder.ts';
import { makeSerposcopeBackup } from '../../../../test/support/foreign-files/serposcope.ts';
import { makeZip } from '../../../../test/support/foreign-files/zip.ts';

const READER = join(import.meta.dirname, '../../../../test/support/foreign-files/read-foreign-process.ts');
const MIB = 1_048_576;
const TOOK_MS_MAX = 10_000;
/** Of a whole process, of which Node.js itself and what it loads take about a third. */
const RSS_MIB_MAX = 300;
const SECRET = 'a secret that no file may read';

interface Outcome {
  readonly found: number;
  readonly name: string | undefined;
  readonly message: string | undefined;
  readonly tookMs: number;
  readonly rssMib: number;
  readonly files: readonly string[];
}

async function read(path: string, kind: string): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [READER, path, kind], { timeout: 60_000 });
  return JSON.parse(stdout) as Outcome;
}

/** Counts who connects. */
async function startTrap(t: TestContext): Promise<{ readonly port: number; readonly count: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, count: () => count };
}

function makeDatabase(path: string, statements: readonly string[]): string {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

test('bombs, views, triggers, lies and dumps with functions are refused in time and memory, open no file and make no connection', async (t) => {
  const folder = makeForeignFolder(t);
  const trap = await startTrap(t);
  const bait = join(makeForeignFolder(t), 'bait');
  writeFileSync(bait, SECRET);
  const write = (name: string, bytes: Buffer | string): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const columns = 'ID, keyword, device, country, city, domain, lastUpdated, history, tags, lastResult, sticky, lastUpdateError, volume';
  const endless = 'with recursive r(n) as (select 1 union all select n + 1 from r) select n from r';
  const dump = (value: string): string =>
    makeSerposcopeBackup({ GOOGLE_SEARCH: [[1, 'HERE', 'de', null, 0, null, '']] }).replace("'HERE'", value);
  const lie = Buffer.alloc(8_192);
  lie.write('SQLite format 3\0', 'latin1');
  lie.writeUInt16BE(4_096, 16);
  lie.writeUInt32BE(1_048_576, 28);
  const bomb = Buffer.concat([Buffer.from('keyword,date,position\n'), Buffer.alloc(48 * MIB, 'shoes,2026-01-03,4\n')]);
  // A zip whose directory says that 4 GB come out of few bytes.
  const liar = makeZip([{ name: 'a.csv', bytes: 'keyword,date,position\n' }]);
  liar.writeUInt32LE(0xffff_ffff, liar.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
  const hostile: readonly (readonly [kind: string, path: string, why: RegExp])[] = [
    ['csv', write('bomb.zip', makeZip([{ name: 'a.csv', bytes: bomb }])), /200 times/u],
    ['csv', write('bomb.gz', gzipSync(bomb)), /200 times/u],
    ['csv', write('nested.zip', makeZip([{ name: 'a.zip', bytes: makeZip([{ name: 'a.csv', bytes: bomb }]) }])), /no table of text/u],
    ['serpbear_database', makeDatabase(join(folder, 'view'), ['create table x (y)', `create view keyword as ${endless}`]), /is a view/u],
    [
      'serpbear_database',
      makeDatabase(join(folder, 'trigger'), [
        `create table keyword (${columns})`,
        'create trigger t after insert on keyword begin delete from keyword; end',
      ]),
      /trigger/u,
    ],
    [
      'serpbear_database',
      makeDatabase(join(folder, 'generated'), [
        `create table keyword (${columns.replace('history', 'history as (hex(zeroblob(100000000)))')})`,
        "insert into keyword (keyword) values ('a')",
      ]),
      /cannot read/u,
    ],
    ['serpbear_database', write('header', lie), /cannot read|not/u],
    ['serposcope_backup', write('load.sql', dump(`LOAD_FILE('${bait}')`)), /nothing is executed/u],
    ['serposcope_backup', write('call.sql', dump(`(SELECT * FROM CSVREAD('http://127.0.0.1:${trap.port}/'))`)), /nothing is executed/u],
    [
      'openseo_history',
      write('copy.sql', `COPY rank_tracking_configs FROM PROGRAM 'curl http://127.0.0.1:${trap.port}';\n`),
      /no row|cut/u,
    ],
    ['csv', write('long.csv', Buffer.alloc(64 * MIB, 'a')), /no table of text|too long/u],
    ['serpbear_api', write('line.jsonl', Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(64 * MIB, 'a')])), /too long/u],
  ];
  for (const [kind, path, why] of hostile) {
    const { name, message, tookMs, rssMib, files } = await read(path, kind);
    assert.equal(name, 'UnreadableFileError', `${basename(path)}: ${message}`);
    assert.match(message ?? '', why, basename(path));
    assert.ok(!message?.includes(SECRET));
    assert.ok(tookMs < TOOK_MS_MAX, `${basename(path)} took ${tookMs} ms`);
    assert.ok(rssMib < RSS_MIB_MAX, `${basename(path)} took ${rssMib} MiB`);
    assert.ok(files.length <= hostile.length, `${basename(path)} left ${files.join(', ')}`);
  }
  const honest = await read(write('liar.zip', liar), 'csv');
  assert.ok(honest.rssMib < RSS_MIB_MAX, 'nothing is set aside for a size that a header says');
  assert.equal(trap.count(), 0, 'no connection was made');
});

test('a deflated stream in place of a file is refused too', async (t) => {
  const folder = makeForeignFolder(t);
  writeFileSync(join(folder, 'raw'), deflateRawSync(Buffer.alloc(MIB)));
  assert.equal((await read(join(folder, 'raw'), '')).name, 'UnreadableFileError');
});
