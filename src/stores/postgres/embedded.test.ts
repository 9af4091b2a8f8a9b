import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { StoreError } from '../errors.ts';
import { openPostgres } from './index.ts';
import type { Postgres } from './types.ts';
import { PATIENCE_MS } from '../../../test/support/patience.ts';

const logger = makeLogger('fatal');

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-embedded-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

let madeOnce: Promise<string> | undefined;

/** A folder with data, copied as an operator would: making one takes longer. */
async function copyFolder(t: TestContext): Promise<string> {
  const dataDir = await makeFolder(t);
  madeOnce ??= makeOnce();
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-R', join(await madeOnce, 'postgres'), dataDir]);
  return dataDir;
}

async function makeOnce(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-embedded-'));
  await (await openPostgres({ databaseUrl: undefined, dataDir, logger })).close();
  return dataDir;
}

after(async () => {
  if (madeOnce !== undefined) await rm(await madeOnce, { recursive: true, force: true });
});

async function open(t: TestContext, dataDir: string, onLost?: (error: StoreError) => void): Promise<Postgres> {
  const postgres = await openPostgres({ databaseUrl: undefined, dataDir, logger, onLost });
  onEnd(t, () => postgres.close());
  return postgres;
}

/** Starts a process that opens the folder, and waits for what it says first. */
async function startProcess(t: TestContext, dataDir: string): Promise<{ child: ChildProcess; said: string; next(): Promise<string> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('../../../test/support/store-process.ts')), dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onEnd(t, () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  return { child, said: await next(), next };
}

function connect(said: string): Promise<Postgres> {
  return openPostgres({ databaseUrl: said.replace('ready ', ''), dataDir: '', logger });
}

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    // A process that has ended has no working folder, even while it is a zombie.
    const ended = await stat(`/proc/${pid}/cwd/.`).then(
      () => false,
      () => true,
    );
    if (ended) return;
    await sleep(20);
  }
  assert.fail(`process ${pid} still runs`);
}

test('an empty folder becomes a server whose data is there at the next start', async (t) => {
  const dataDir = await makeFolder(t);
  const first = await openPostgres({ databaseUrl: undefined, dataDir, logger });
  await first.query('create table kept as select 7 as value');
  await first.close();
  const second = await open(t, dataDir);
  assert.deepEqual((await second.query('select value from kept')).rows, [{ value: 7 }]);
});

test('a copied folder opens, and durability is not given up for speed', async (t) => {
  const postgres = await open(t, await copyFolder(t));
  const { rows } = await postgres.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`,
  );
  assert.deepEqual(rows, [{ fsync: 'on', commit: 'on', pages: 'on' }]);
});

test('only the password opens the server, and only its owner can read it', async (t) => {
  const dataDir = await copyFolder(t);
  const postgres = await open(t, dataDir);
  const file = await stat(join(dataDir, 'postgres', 'sightline.password'));
  assert.equal(file.mode & 0o777, 0o600);
  const address = new URL(postgres.connectionString);
  assert.equal(address.hostname, '127.0.0.1');
  address.password = 'guess';
  await assert.rejects(openPostgres({ databaseUrl: address.href, dataDir: '', logger }), (error) => {
    assert(error instanceof StoreError);
    assert.equal(error.reason, 'unreachable');
    assert.match(error.message, /password authentication failed/u);
    assert(!error.message.includes('guess'));
    return true;
  });
});

test('a second opening, here or in another process, is refused with what to do, and the first goes on', async (t) => {
  const dataDir = await copyFolder(t);
  const postgres = await open(t, dataDir);
  await assert.rejects(openPostgres({ databaseUrl: undefined, dataDir, logger }), {
    reason: 'in_use',
    message: /in use by this process already/u,
  });
  const { said } = await startProcess(t, dataDir);
  assert.match(said, new RegExp(`failed .*in use by process ${process.pid}.*another DATA_DIR.*DATABASE_URL`, 'u'));
  assert.equal((await postgres.query('select 1 as one')).rows.length, 1);
});

test('after kill -9 the server ends by itself, and the next start has every committed row', async (t) => {
  const dataDir = await copyFolder(t);
  const { child, said } = await startProcess(t, dataDir);
  const outside = await connect(said);
  await outside.query('create table kept as select generate_series(1, 1000) as value');
  await outside.close();
  const pid = await serverPid(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waitUntilGone(pid);
  const postgres = await open(t, dataDir);
  assert.deepEqual((await postgres.query('select count(*) as rows from kept')).rows, [{ rows: 1000 }]);
});

test('a start right after kill -9, while the old server still runs, stops it and goes on', async (t) => {
  const dataDir = await copyFolder(t);
  const { child, said } = await startProcess(t, dataDir);
  const outside = await connect(said);
  await outside.query('create table kept as select generate_series(1, 1000) as value');
  await outside.close();
  const pid = await serverPid(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const postgres = await open(t, dataDir);
  assert.notEqual(await serverPid(dataDir), pid);
  assert.deepEqual((await postgres.query('select count(*) as rows from kept')).rows, [{ rows: 1000 }]);
});

test('a server killed with its service recovers', async (t) => {
  const dataDir = await copyFolder(t);
  const { child, said } = await startProcess(t, dataDir);
  const outside = await connect(said);
  await outside.query('create table kept as select generate_series(1, 1000) as value');
  const pid = await serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await Promise.all([once(child, 'exit'), outside.close()]);
  await waitUntilGone(pid);
  const postgres = await open(t, dataDir);
  assert.deepEqual((await postgres.query('select count(*) as rows from kept')).rows, [{ rows: 1000 }]);
});

/** Kills the server alone, and waits until another one answers at the address. */
async function killServer(postgres: Postgres, dataDir: string): Promise<number> {
  const pid = await serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await waitUntilGone(pid);
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(20)) {
    const answer = await postgres.query('select 1').catch(() => undefined);
    if (answer !== undefined) return await serverPid(dataDir);
  }
  return assert.fail('no server answers');
}

test('a server that is killed alone is started again at its address; after three times within a minute it is given up', async (t) => {
  const dataDir = await copyFolder(t);
  let lost: ((error: StoreError) => void) | undefined;
  const given = new Promise<StoreError>((resolve) => (lost = resolve));
  const postgres = await open(t, dataDir, lost);
  await postgres.query('create table kept as select generate_series(1, 1000) as value');
  const first = await serverPid(dataDir);
  const second = await killServer(postgres, dataDir);
  assert.notEqual(second, first);
  assert.deepEqual((await postgres.query('select count(*) as rows from kept')).rows, [{ rows: 1000 }]);
  const third = await killServer(postgres, dataDir);
  process.kill(third, 'SIGKILL');
  const error = await given;
  assert.match(error.message, /failed 3 times within a minute\. The last time: signal SIGKILL\..*start the service again/u);
  await waitUntilGone(third);
  await postgres.close();
  assert.deepEqual(await readdir(dataDir), ['postgres'], 'the folder is free');
});

test('Ctrl-C in the terminal does not reach the server', async (t) => {
  const dataDir = await copyFolder(t);
  const { child, said, next } = await startProcess(t, dataDir);
  // The terminal signals the whole process group.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  assert.equal(await next(), 'interrupted');
  const outside = await connect(said);
  assert.equal((await outside.query('select 1 as one')).rows.length, 1);
  await outside.close();
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('closing stops the server and frees the folder', async (t) => {
  const dataDir = await copyFolder(t);
  const postgres = await openPostgres({ databaseUrl: undefined, dataDir, logger });
  const pid = await serverPid(dataDir);
  await postgres.close();
  await waitUntilGone(pid);
  assert.deepEqual(await readdir(dataDir), ['postgres']);
});

test('a folder of another major version is refused with instructions and left as it is', async (t) => {
  const dataDir = await copyFolder(t);
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  const before = await readdir(join(dataDir, 'postgres'));
  await assert.rejects(openPostgres({ databaseUrl: undefined, dataDir, logger }), {
    reason: 'wrong_version',
    message: /made by PostgreSQL 17, and this release brings PostgreSQL 18.*pg_dumpall.*move .* away.*restore/u,
  });
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), before);
});

test('a folder with foreign files is refused and left as it is', async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine');
  await assert.rejects(openPostgres({ databaseUrl: undefined, dataDir, logger }), {
    reason: 'foreign_folder',
    message: /Nothing was changed/u,
  });
  assert.equal(await readFile(join(dataDir, 'postgres', 'notes.txt'), 'utf8'), 'mine');
});

test('a folder without its password is refused, and no server is left behind', async (t) => {
  const dataDir = await copyFolder(t);
  await rm(join(dataDir, 'postgres', 'sightline.password'));
  await assert.rejects(openPostgres({ databaseUrl: undefined, dataDir, logger }), {
    reason: 'foreign_folder',
    message: /Restore the file/u,
  });
  assert.deepEqual(await readdir(dataDir), ['postgres']);
});

test('what an interrupted first start left is replaced', async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(join(dataDir, 'postgres.initializing', 'base'), { recursive: true });
  const postgres = await open(t, dataDir);
  assert.equal((await postgres.query('select 1 as one')).rows.length, 1);
});

test('a status file of a dead server whose process id lives on as something else does not stop a start', async (t) => {
  const dataDir = await copyFolder(t);
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`);
  const postgres = await open(t, dataDir);
  assert.equal((await postgres.query('select 1 as one')).rows.length, 1);
});

test('a server that cannot be reached is named without its password', async () => {
  const databaseUrl = 'postgresql://me:secret@127.0.0.1:1/there';
  await assert.rejects(openPostgres({ databaseUrl, dataDir: '', logger }), (error) => {
    assert(error instanceof StoreError);
    assert.match(error.message, /127\.0\.0\.1:1\/there/u);
    assert(!error.message.includes('secret'));
    return true;
  });
});
