import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { makeForeignFolder, openForeign } from '../../../../test/support/foreign-files/folder.ts';
import { makeZip, type ZippedFile } from '../../../../test/support/foreign-files/zip.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { openSourceFile, type SourceFile } from './source-file.ts';
import { readSqlite } from './sqlite.ts';

const TABLE = 'keyword,date,position\nred shoes,2026-01-03,4\n';
const MIB = 1_048_576;

async function readAll(file: SourceFile): Promise<string> {
  let text = '';
  for await (const piece of file.text()) text += piece;
  return text;
}

test('the only file of a zip is read as if it had come by itself, and its folder makes no path', async (t) => {
  for (const isStored of [true, false]) {
    const files = [
      { name: '__MACOSX/._a.csv', bytes: 'x' },
      { name: 'a folder/', bytes: '', isStored: true },
      { name: '../../../etc/export.csv', bytes: TABLE, isStored },
    ];
    const folder = makeForeignFolder(t);
    writeFileSync(join(folder, 'a.zip'), makeZip(files));
    const file = await openSourceFile(join(folder, 'a.zip'), 'a.zip');
    assert.deepEqual([file.name, file.parts, await readAll(file)], ['export.csv', [], TABLE]);
    assert.equal((await detectFormat(file)).format.kind, 'csv');
    assert.equal(dirname(await file.toPath()), folder);
    assert.ok(readdirSync(folder).every((name) => name.startsWith('a.zip')));
  }
});

test('the tables of a zip with several are its parts, and other files beside them are passed over', async (t) => {
  const files = ['Queries.csv', 'Pages.csv'].map((name) => ({ name, bytes: `${name}\n` }));
  const file = await openForeign(t, 'a.zip', makeZip([...files, { name: 'read me.txt', bytes: 'x' }]));
  assert.deepEqual(
    file.parts.map(({ name }) => name),
    ['Queries.csv', 'Pages.csv'],
  );
});

test('a database in a zip with the file beside it has its newest rows', async (t) => {
  const folder = makeForeignFolder(t);
  const database = new DatabaseSync(join(folder, 'database.sqlite'));
  database.exec('pragma journal_mode = wal; create table keyword (id); insert into keyword values (1); pragma wal_checkpoint(truncate)');
  database.exec('insert into keyword values (2)');
  const pick = (name: string): ZippedFile => ({ name: `data/${name}`, bytes: readFileSync(join(folder, name)) });
  const [alone, both] = [[pick('database.sqlite')], [pick('database.sqlite'), pick('database.sqlite-wal'), pick('database.sqlite-shm')]];
  database.close();
  const read = async (files: readonly ZippedFile[]): Promise<unknown[]> => {
    const file = await openForeign(t, 'a.zip', makeZip(files));
    const rows = [];
    const tables = [{ table: 'keyword', columns: ['id'] }];
    for await (const some of readSqlite({ path: await file.toPath(), hasWal: file.hasWal, tables }))
      rows.push(...some.map(({ row }) => row['id']));
    return rows;
  };
  assert.deepEqual(await read(both), [1, 2]);
  assert.deepEqual(await read(alone), [1]);
});

test('a zip that is a bomb, lies, is encrypted, an office file, or holds several unlike files is refused', async (t) => {
  const zeros = { name: 'a.csv', bytes: Buffer.alloc(64 * MIB) };
  const table = { name: 'a.csv', bytes: TABLE };
  const hostile: readonly (readonly [readonly ZippedFile[], RegExp])[] = [
    [[zeros], /more than 200 times larger/u],
    [[{ ...table, lie: { bytes: 0xffff_ffff } }], /lie in each other/u],
    [[{ ...table, lie: { bytes: 10 } }], /broken or cut/u],
    [[{ ...table, lie: { at: 0xffff_fff0 } }], /broken/u],
    [[{ ...table, lie: { at: 7 } }], /broken/u],
    [[{ ...table, lie: { flags: 1 } }], /encrypted/u],
    [[{ ...table, lie: { method: 12 } }], /packed in a way that is not read/u],
    [Array.from({ length: 1_001 }, () => table), /more than 1000 files/u],
    [
      [
        { name: '[Content_Types].xml', bytes: '' },
        { name: 'xl/sheet.xml', bytes: '' },
      ],
      /save the table as CSV/u,
    ],
    [
      [
        { name: 'a.pdf', bytes: 'a' },
        { name: 'b.pdf', bytes: 'b' },
      ],
      /holds 2 files \(a\.pdf, b\.pdf/u,
    ],
    [[{ name: '.hidden', bytes: 'a' }], /holds no file/u],
  ];
  for (const [files, why] of hostile) {
    const before = process.memoryUsage().rss;
    await assert.rejects(
      async () => readAll(await openForeign(t, 'a.zip', makeZip(files))).then((text) => assert.equal(text, 'nothing')),
      { name: 'UnreadableFileError', message: why },
      String(why),
    );
    assert.ok(process.memoryUsage().rss - before < 200 * MIB, 'nothing is unpacked into memory');
  }
});

test('a zip with one wrong byte, or cut at any place, is refused or read as it was', async (t) => {
  const whole = makeZip([{ name: 'a.csv', bytes: TABLE }]);
  const folder = makeForeignFolder(t);
  const path = join(folder, 'a.zip');
  for (let at = 4; at < whole.length; at += 1)
    for (const bytes of [
      whole.subarray(0, at),
      Buffer.concat([whole.subarray(0, at), Buffer.from([(whole[at] ?? 0) ^ 0x5a]), whole.subarray(at + 1)]),
    ]) {
      writeFileSync(path, bytes);
      const text = await openSourceFile(path, 'a.zip').then(readAll, (error: Error) => error);
      if (typeof text === 'string') assert.equal(text, TABLE, `byte ${at}`);
      else assert.equal(text.name, 'UnreadableFileError', `byte ${at}: ${text.stack}`);
    }
});
