import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { makeLogger } from '#kernel/logger.ts';
import { SecretError } from '#stores/secrets/errors.ts';
import { openSecrets } from '#stores/secrets/index.ts';
import type { Secrets } from '#stores/secrets/types.ts';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { checkArchive, importArchive } from '../../src/cli/archive/import.ts';
import { openTestStores, type TestStores } from '../support/index.ts';
import { waitUntil } from '../support/wait-until.ts';
import { toOpenStores } from './archive-world.ts';
import { copyArchive, openArchive, packArchive } from './forged-archives.ts';

const MARKER = 'the-marker-of-a-secret-that-must-be-read-back';
const PASSPHRASE = 'a passphrase of the tests';

async function openFor(stores: TestStores): Promise<Secrets> {
  const { postgres, dataDir } = stores;
  return await openSecrets({
    postgres,
    dataDir,
    isShared: true,
    secretsKey: undefined,
    secretsKeyOld: undefined,
    logger: makeLogger('silent'),
  });
}

async function put({ postgres }: TestStores, secrets: Secrets, kind = 'test', text = MARKER): Promise<string> {
  return await postgres.transaction((tx) => secrets.put(tx, { kind, organizationId: null, text }));
}

test('an archive holds secrets only under a passphrase, and they come back with that one only', async (t) => {
  const stores = await openTestStores(t);
  const secrets = await openFor(stores);
  const [id, mail] = [await put(stores, secrets), await put(stores, secrets, 'mail')];
  const files = { bare: join(stores.dataDir, 'bare.archive'), locked: join(stores.dataDir, 'locked.archive') };
  const everything = { projectId: undefined, withKeys: false };
  await exportArchive(toOpenStores(stores), { ...everything, file: files.bare });
  await exportArchive(toOpenStores(stores), { ...everything, file: files.locked, passphrase: PASSPHRASE });
  const [bare, locked] = [await openArchive(files.bare), await openArchive(files.locked)];
  assert.ok(!bare.sections.some(({ table }) => table === 'secrets'));
  assert.equal(locked.sections.find(({ table }) => table === 'secrets')?.lines.length, 1, 'what waits to be mailed stays');
  const { rows } = await stores.postgres.query<{ keyId: string; sealed: Buffer }>('select key_id, sealed from secrets where id = $1', [id]);
  for (const file of Object.values(files)) {
    const text = zstdDecompressSync(await readFile(file)).toString('latin1');
    for (const secret of [MARKER, PASSPHRASE, rows[0]?.keyId ?? '', rows[0]?.sealed.toString('hex') ?? ''])
      assert.ok(!text.includes(secret));
  }

  await testBare(t, { file: files.bare, id });
  await testLocked(t, { file: files.locked, id, mail });
});

async function testBare(t: TestContext, { file, id }: { file: string; id: string }): Promise<void> {
  const empty = await openTestStores(t);
  await importArchive(toOpenStores(empty), file, { passphrase: PASSPHRASE });
  const secrets = await openFor(empty);
  assert.deepEqual([...(await secrets.listKnown(empty.postgres, [id]))], []);
  await assert.rejects(
    secrets.open(empty.postgres, id, 'test'),
    (error) => error instanceof SecretError && error.reason === 'missing' && error.status === 409,
  );
}

async function testLocked(t: TestContext, { file, id, mail }: { file: string; id: string; mail: string }): Promise<void> {
  const empty = await openTestStores(t);
  const open = toOpenStores(empty);
  const isUntouched = async (): Promise<boolean> => (await empty.postgres.query('select from secrets')).rowCount === 0;
  await assert.rejects(importArchive(open, file), /sealed with a passphrase. Nothing was imported. Give it with --passphrase-file/u);
  await assert.rejects(
    importArchive(open, file, { passphrase: `${PASSPHRASE}!` }),
    /The passphrase is not the one .* Nothing was imported/u,
  );
  await assert.rejects(checkArchive(open, file, `${PASSPHRASE}!`), /The passphrase is not the one/u);

  const forged = copyArchive(await openArchive(file));
  for (const section of forged.sections.filter(({ table }) => table === 'secrets'))
    section.lines = section.lines.map((line) => line.replace('"kind":"test"', '"kind":"else"'));
  const forgedFile = join(empty.dataDir, 'forged.archive');
  await writeFile(forgedFile, packArchive(forged));
  await assert.rejects(importArchive(open, forgedFile, { passphrase: PASSPHRASE }), /is not the one that was written/u);
  assert.ok(await isUntouched());

  await importArchive(open, file, { passphrase: PASSPHRASE });
  const secrets = await openFor(empty);
  assert.equal(await secrets.open(empty.postgres, id, 'test'), MARKER);
  assert.deepEqual([...(await secrets.listKnown(empty.postgres, [id, mail]))], [id]);

  const without = await openTestStores(t);
  await importArchive(toOpenStores(without), file, { withoutSecrets: true });
  assert.equal((await without.postgres.query('select from secrets')).rowCount, 0);
}

/** `sightline secrets rotate` as a process of its own. */
function rotate(t: TestContext, { connectionString, dataDir }: TestStores, environment: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['src/main.ts', 'secrets', 'rotate', '--json'], {
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, end: async () => ({ code: ((await once(child, 'close')) as [number | null])[0], said }) };
}

test('sightline secrets rotate that is killed halfway is ended by the next one', async (t) => {
  const stores = await openTestStores(t);
  const secrets = await openFor(stores);
  const ids: string[] = [];
  for (let number = 0; number < 250; number += 1) ids.push(await put(stores, secrets, 'test', `${MARKER} ${number}`));
  const old = (await readFile(join(stores.dataDir, 'secrets-key'), 'utf8')).trim();
  const countSealed = async (): Promise<number> => {
    const { rows } = await stores.postgres.query<{ sealed: number }>(
      `select count(*)::integer as sealed from secrets where key_id = (select value->>'key_id' from settings where name = 'secrets_key')`,
    );
    return rows[0]?.sealed ?? 0;
  };

  // Its second batch waits here, so that it is killed in the middle of it.
  await stores.postgres.transaction(async (tx) => {
    await tx.query('select from secrets where id = $1 for update', [ids[180]]);
    const { child, end } = rotate(t, stores, {});
    await waitUntil(async () => (await countSealed()) === 100, 'the first batch');
    child.kill('SIGKILL');
    await end();
  });
  const { code, said } = await rotate(t, stores, {}).end();
  assert.equal(code, 0);
  const { sealed_again: sealed, secrets: total, damaged } = JSON.parse(said) as Record<string, unknown>;
  assert.deepEqual([sealed, total, damaged], [150, 250, []]);
  assert.ok(!(await readFile(join(stores.dataDir, 'secrets-key'), 'utf8')).includes(old));
  for (const [number, id] of ids.entries()) assert.equal(await secrets.open(stores.postgres, id, 'test'), `${MARKER} ${number}`);

  // The same to a key of the environment: without the one before nothing is changed.
  const elsewhere = { ...stores, dataDir: join(stores.dataDir, 'elsewhere') };
  const refused = await rotate(t, elsewhere, { SECRETS_KEY: randomBytes(32).toString('hex') }).end();
  assert.deepEqual([refused.code, refused.said, await countSealed()], [1, '', 250]);
});
