import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readConfig, type Config } from '#config';
import { StoreError } from '#stores/errors.ts';
import { lockFolder } from '#stores/folder-lock.ts';
import { onEnd } from '../../test/support/closers.ts';
import { explainStartProblem, startService } from './start-problems.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-start-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function takePort(t: TestContext): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(t, () => server.close());
  return String((server.address() as AddressInfo).port);
}

function start(environment: Readonly<Record<string, string>>): Promise<unknown> {
  return startService(readConfig({ LOG_LEVEL: 'silent', SANDBOX: '1', SANDBOX_PORT: '0', PORT: '0', ...environment }), {});
}

for (const variable of ['PORT', 'SANDBOX_PORT']) {
  test(`a taken ${variable} is named with one that is free, before anything is made`, async (t) => {
    const folder = await makeFolder(t);
    const port = await takePort(t);
    const refused = start({ DATA_DIR: join(folder, 'data'), [variable]: port });
    await assert.rejects(refused, (error: Error) => {
      const [, suggested] =
        new RegExp(`^${variable}: another program listens on 127\\.0\\.0\\.1:${port}\\. .*for example ${variable}=(\\d+)\\.$`, 'u').exec(
          error.message,
        ) ?? [];
      assert.ok(Number(suggested) > Number(port), error.message);
      return true;
    });
    assert.deepEqual(await readdir(folder), []);
  });
}

test('one port for both is named as the problem', async (t) => {
  const port = await takePort(t);
  const environment = { DATA_DIR: await makeFolder(t), PORT: String(Number(port) + 1), SANDBOX_PORT: String(Number(port) + 1) };
  await assert.rejects(start(environment), /^Error: SANDBOX_PORT: another program listens/u);
});

test('an address of another machine is reported as HOST', async (t) => {
  await assert.rejects(
    start({ DATA_DIR: await makeFolder(t), HOST: '192.0.2.1', PORT: '18787' }),
    /HOST: 192\.0\.2\.1 is no address of this machine/u,
  );
});

test('of a folder in use and taken ports the folder is reported', async (t) => {
  const folder = await makeFolder(t);
  const lock = await lockFolder(join(folder, 'postgres.lock'));
  onEnd(t, () => lock.release());
  const port = await takePort(t);
  await assert.rejects(start({ DATA_DIR: folder, PORT: port, SANDBOX_PORT: port }), {
    reason: 'in_use',
    message: /in use by this process.*another DATA_DIR/u,
  });
});

test('a DATA_DIR that is a file, or lies below one, is reported by name', async (t) => {
  const file = join(await makeFolder(t), 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'data')])
    await assert.rejects(
      start({ DATA_DIR: dataDir }),
      new RegExp(`DATA_DIR: ${dataDir} cannot be used: a part of the path is a file\\..*set DATA_DIR to another folder`, 'u'),
    );
});

test('what the system says of a folder becomes a sentence with DATA_DIR in it', async () => {
  const config: Config = readConfig({ DATA_DIR: '/srv/data' });
  const full = await writeFile('/dev/full', 'text').catch((error: unknown) => error);
  const fails = (code: string, syscall = 'open') =>
    Object.assign(new Error(`${code}: failed, ${syscall} '/srv/data/file'`), { code, syscall });
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [full, /its disk has no space left\. Make room/u],
    [fails('EROFS'), /its file system is read-only/u],
    [fails('EACCES', 'mkdir'), /this user may not write there\. Change its owner/u],
    [fails('EISDIR', 'read'), /a folder in the place of a file/u],
    [Object.assign(new Error('could not extend file'), { code: '53100' }), /its disk has no space left/u],
    [new Error('PostgreSQL did not start in /srv/data/postgres: FATAL: No space left on device'), /its disk has no space left/u],
  ];
  for (const [error, expected] of cases) {
    const { message } = (await explainStartProblem(error, config)) as Error;
    assert.match(message, /^DATA_DIR: \/srv\/data cannot be used: .*, or set DATA_DIR to another folder\. \(.+\)$/u);
    assert.match(message, expected);
  }
  const others = [new Error('something else'), fails('ENOENT'), fails('EACCES', 'spawn /usr/bin/program')];
  for (const error of others) assert.equal(await explainStartProblem(error, config), error);
});

test('what a PostgreSQL server refuses in the middle of a start becomes a sentence with DATABASE_URL in it, without its password', async () => {
  const config: Config = readConfig({ DATABASE_URL: 'postgres://user:hidden@db.example:5432/sightline' });
  const cases = {
    '25006': /takes no writes, as after a fail-over\. Set it to/u,
    '53100': /has no disk space left\. Make room/u,
    '53300': /has no connections or no memory left/u,
    '57P01': /does not answer, or broke the connection/u,
    ECONNRESET: /does not answer, or broke the connection/u,
  };
  for (const [code, expected] of Object.entries(cases)) {
    const error = Object.assign(new Error('refused'), { code });
    for (const thrown of [error, new Error('the engine failed', { cause: error })]) {
      const { message } = (await explainStartProblem(thrown, config)) as Error;
      assert.match(message, /^DATABASE_URL: PostgreSQL at db\.example:5432\b.* \(.+\)$/u);
      assert.match(message, expected);
      assert.doesNotMatch(message, /hidden/u);
    }
  }
  const named = new StoreError('unreachable', 'ClickHouse failed at a sign of life');
  assert.equal(await explainStartProblem(named, config), named);
});
