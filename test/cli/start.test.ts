import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { onEnd } from '../support/closers.ts';
import { findFreePort } from '../support/free-port.ts';
import { findTestFolder } from '../support/test-folder.ts';

const READY_MS = 150_000;

interface Started {
  readonly child: ChildProcess;
  readonly said: { out: string; error: string };
}

function run(t: TestContext, args: readonly string[], environment: Readonly<Record<string, string>>): Started {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onEnd(t, () => child.kill('SIGKILL'));
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()));
  return { child, said };
}

async function waitForEnd({ child, said }: Started): Promise<{ code: number | null; out: string; error: string }> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

async function waitForHealth(api: ApiClient, child: ChildProcess): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end && child.exitCode === null; await sleep(25)) {
    const answer = await api.get('/health').catch(() => undefined);
    if (answer?.body.status === 'ok') return;
  }
  assert.fail('the service does not say that it is well');
}

async function waitUntilWritable(api: ApiClient): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await sleep(25)) {
    const { status } = await api.post('/api/projects', { name: 'After a crash', organization_id: 'org_crash' });
    if (status === 201) return;
    assert.equal(status, 503);
  }
  assert.fail('the service does not write');
}

/** Every path of the folder that others than its owner may do anything with. */
async function listOpen(folder: string): Promise<string[]> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))];
  const modes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return paths.filter((_path, at) => ((modes[at] ?? 0) & 0o077) !== 0);
}

/** Kills the database server. @returns what waits for another one that is ready */
async function killPostgres(dataDir: string): Promise<() => Promise<void>> {
  const readStatus = async () => (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid] = await readStatus();
  process.kill(Number(pid), 'SIGKILL');
  return async () => {
    for (const end = performance.now() + READY_MS; performance.now() < end; await sleep(25)) {
      const status = await readStatus();
      if (status[0] !== pid && status[7]?.trim() === 'ready') return;
    }
    assert.fail('no other server is ready');
  };
}

test('a service with embedded stores, from its first start to the loss of its database', async (t) => {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-start-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const environment = { DATA_DIR: dataDir, PORT: port, SANDBOX: '1', SANDBOX_PORT: sandboxPort };
  const service = run(t, ['serve'], environment);
  const url = `http://127.0.0.1:${port}`;
  const api = makeApiClient(url);
  await waitForHealth(api, service.child);

  await t.test('nothing of its data is open to other users of the machine', async () => {
    assert.deepEqual(await listOpen(dataDir), []);
  });

  await t.test('what is no terminal gets JSON lines, of migrations one for each store', () => {
    const lines = service.said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string });
    assert.deepEqual(
      lines
        .map(({ msg }) => msg)
        .filter((msg) => /schema|migrated/u.test(msg))
        .toSorted(),
      ['ClickHouse has the newest schema', 'PostgreSQL has the newest schema'],
    );
  });

  await t.test('a second start in the folder says who uses it, though its ports are taken too', async () => {
    const { code, error } = await waitForEnd(run(t, ['serve'], environment));
    assert.equal(code, 1);
    assert.match(error, new RegExp(`in use by process ${service.child.pid}.*another DATA_DIR`, 'u'));
  });

  await t.test('a database that is killed comes back; killed again and again, it ends the service with 1', async () => {
    for (let kill = 1; kill <= 2; kill += 1) {
      const comesBack = await killPostgres(dataDir);
      await comesBack();
    }
    await waitUntilWritable(makeApiClient(url, (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim()));
    const ended = waitForEnd(service);
    await killPostgres(dataDir);
    const { code, error } = await ended;
    assert.equal(code, 1);
    assert.match(error, /^The embedded PostgreSQL failed 3 times within a minute\..*start the service again\.$/mu);
  });
});

test('an unknown command is said to be one, and starts nothing', async (t) => {
  const { code, out, error } = await waitForEnd(run(t, ['doctr'], {}));
  assert.deepEqual([code, out], [1, '']);
  assert.match(error, /unknown command 'doctr'\n\(Did you mean doctor\?\)[\s\S]*sightline --help lists the commands/u);
});
