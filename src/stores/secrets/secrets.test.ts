import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { openTestStores, type TestStores } from '../../../test/support/index.ts';
import type { Postgres } from '../postgres/types.ts';
import { SecretError } from './errors.ts';
import { getState, openKeys, openSecrets, type OpenSecretsOptions } from './index.ts';
import { rotateSecrets } from './rotate.ts';
import type { Secrets } from './types.ts';

const MARKER = 'the-marker-of-the-secret-store';
const newKeyText = (): string => randomBytes(32).toString('base64');

type Options = Partial<Omit<OpenSecretsOptions, 'postgres' | 'logger'>> & { readonly lines?: string[] };

/** The options of a process; `lines` gets what it logs. */
function toOptions(
  { postgres, dataDir }: Pick<TestStores, 'postgres' | 'dataDir'>,
  { lines = [], ...rest }: Options = {},
): OpenSecretsOptions {
  const logger = makeLogger('info', { destination: { write: (line: string) => void lines.push(line) } });
  return { postgres, dataDir, logger, isShared: true, secretsKey: undefined, secretsKeyOld: undefined, ...rest };
}

function put({ postgres }: TestStores, secrets: Secrets, text = MARKER): Promise<string> {
  return postgres.transaction((tx) => secrets.put(tx, { kind: 'test', organizationId: null, text }));
}

async function openFor(t: TestContext): Promise<{ stores: TestStores; secrets: Secrets; file: string }> {
  const stores = await openTestStores(t);
  return { stores, secrets: await openSecrets(toOptions(stores)), file: join(stores.dataDir, 'secrets-key') };
}

const failsWith = (reason: string) => (error: unknown) =>
  error instanceof SecretError && error.reason === reason && !`${error.message} ${String(error.hint)}`.includes(MARKER);

async function dump({ query }: Postgres): Promise<string> {
  const { rows } = await query<{ line: string }>(`select row_to_json(s)::text || encode(sealed, 'escape') as line from secrets s`);
  return rows.map(({ line }) => line).join('\n');
}

test('a secret is sealed, opened, changed and removed, and lies nowhere as it is', async (t) => {
  const { stores, secrets, file } = await openFor(t);
  const { postgres } = stores;
  const id = await put(stores, secrets);
  assert.match(id, /^sec_/u);
  assert.equal(await secrets.open(postgres, id, 'test'), MARKER);
  assert.ok(!(await dump(postgres)).includes(MARKER));
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  await postgres.transaction((tx) => secrets.change(tx, id, 'äöü 😀 "'));
  assert.equal(await secrets.open(postgres, id, 'test'), 'äöü 😀 "');
  assert.deepEqual([...(await secrets.listKnown(postgres, [id, 'sec_none']))], [id]);
  await assert.rejects(
    postgres.transaction((tx) => secrets.change(tx, 'sec_none', 'x')),
    failsWith('missing'),
  );
  await postgres.transaction((tx) => secrets.remove(tx, id));
  await assert.rejects(secrets.open(postgres, id, 'test'), failsWith('missing'));
  await assert.rejects(put(stores, secrets, 'x'.repeat(1_000_001)), RangeError);
});

test('a sealed text opens as nothing but the row and kind that it was sealed for', async (t) => {
  const { stores, secrets } = await openFor(t);
  const { postgres } = stores;
  const [one, other] = [await put(stores, secrets), await put(stores, secrets, 'another')];
  await assert.rejects(secrets.open(postgres, one, 'mail'), failsWith('damaged'), 'as another kind');
  await postgres.query('update secrets set sealed = (select sealed from secrets where id = $2) where id = $1', [other, one]);
  await assert.rejects(secrets.open(postgres, other, 'test'), failsWith('damaged'), 'moved to another row');
  for (const change of [
    'set_byte(sealed, 20, get_byte(sealed, 20) # 1)',
    'substr(sealed, 1, 20)',
    `'\\x'::bytea`,
    `'\\x02'::bytea || sealed`,
  ]) {
    const id = await put(stores, secrets);
    await postgres.query(`update secrets set sealed = ${change} where id = $1`, [id]);
    await assert.rejects(secrets.open(postgres, id, 'test'), failsWith('damaged'), change);
  }
});

test('a process with another key says so, and seals nothing with it', async (t) => {
  const { stores, secrets, file } = await openFor(t);
  const { postgres } = stores;
  const before = await readFile(file, 'utf8');
  const id = await put(stores, secrets);
  for (const [what, options] of Object.entries({
    'another key': { secretsKey: newKeyText() },
    'no key, in a folder of its own': { dataDir: join(stores.dataDir, 'other') },
    'no key any more': { dataDir: join(stores.dataDir, 'gone'), isShared: false },
  })) {
    const lines: string[] = [];
    const ring = await openKeys(toOptions({ ...stores, dataDir: join(stores.dataDir, 'none') }, { ...options, lines }));
    assert.equal((await getState(postgres, ring)).state, 'unreadable', what);
    const stranger = await openSecrets(toOptions({ ...stores, dataDir: join(stores.dataDir, 'none') }, options));
    await assert.rejects(stranger.open(postgres, id, 'test'), failsWith('key_missing'), what);
    await assert.rejects(put(stores, stranger), failsWith('key_missing'), what);
    await assert.rejects(
      postgres.transaction((tx) => stranger.change(tx, id, 'x')),
      failsWith('key_missing'),
      what,
    );
    assert.match(lines.join(''), /sealed with a key that this process lacks/u, what);
    await assert.rejects(rotateSecrets(postgres, ring), /which is not here: 1. Nothing was changed/u);
  }
  assert.equal(await secrets.open(postgres, id, 'test'), MARKER);
  assert.equal(await readFile(file, 'utf8'), before);
  await assert.rejects(stat(join(stores.dataDir, 'other', 'secrets-key')), { code: 'ENOENT' });
});

test('where no secret is stored, a key that was set is used at once, and a lost file is made again', async (t) => {
  const { stores, file } = await openFor(t);
  await rm(file);
  const again = await openSecrets(toOptions(stores, { isShared: false }));
  const id = await put(stores, again);
  await stores.postgres.transaction((tx) => again.remove(tx, id));

  const given = await openSecrets(toOptions(stores, { secretsKey: newKeyText() }));
  await put(stores, given);
  await assert.rejects(put(stores, again), failsWith('key_missing'));
});

test('of processes that start at once on one database, one makes the key; in one folder all have it', async (t) => {
  const stores = await openTestStores(t);
  const start = (folder: string): Promise<Secrets> => openSecrets(toOptions({ ...stores, dataDir: join(stores.dataDir, folder) }));
  const opened = await Promise.all(['a', 'a', 'a', 'b', 'c'].map(start));
  const states = await Promise.all(opened.map((one) => one.getState(stores.postgres)));
  const withKey = opened.filter((_one, at) => states[at]?.state === 'ok');
  assert.ok([1, 3].includes(withKey.length), JSON.stringify(states));
  assert.ok(states.every(({ state }) => state !== 'unreadable'));
  const id = await put(stores, withKey[0] as Secrets);
  for (const one of withKey) assert.equal(await one.open(stores.postgres, id, 'test'), MARKER);
});

test('a file that holds no key stops the start with what to do', async (t) => {
  const { stores, file } = await openFor(t);
  for (const text of ['', 'no key', `${newKeyText()}\nrest`]) {
    await writeFile(file, text);
    await assert.rejects(openSecrets(toOptions(stores)), /holds no key of secrets: .*Put the key of your backup there/u);
  }
});

test('a rotation seals every secret again while services run on, and is continued after a kill', async (t) => {
  const { stores, secrets, file } = await openFor(t);
  const { postgres } = stores;
  const ids: string[] = [];
  for (let number = 0; number < 250; number += 1) ids.push(await put(stores, secrets, `${MARKER} ${number}`));
  const before = (await readFile(file, 'utf8')).trim();

  // Its second batch is lost with its connection, as in a kill.
  const ring = await openKeys(toOptions(stores));
  let transactions = 0;
  const dying: Postgres = {
    ...postgres,
    transaction: (work) => {
      transactions += 1;
      return transactions > 1 ? Promise.reject(new Error('killed')) : postgres.transaction(work);
    },
  };
  await assert.rejects(rotateSecrets(dying, ring), /killed/u);
  const halfway = (await readFile(file, 'utf8')).trim().split('\n');
  assert.equal(halfway.length, 2);
  assert.equal(halfway[1], before);
  // A service that began before it reads and seals under both keys.
  for (const id of [ids[0], ids[249]]) assert.match(await secrets.open(postgres, id as string, 'test'), new RegExp(`^${MARKER} `, 'u'));
  const during = await put(stores, secrets);

  const rotation = await rotateSecrets(postgres, await openKeys(toOptions(stores)));
  assert.deepEqual([rotation.sealed, rotation.secrets, rotation.damaged], [150, 251, []]);
  assert.equal((await readFile(file, 'utf8')).trim(), halfway[0]);
  for (const [number, id] of ids.entries()) assert.equal(await secrets.open(postgres, id, 'test'), `${MARKER} ${number}`);
  assert.equal(await secrets.open(postgres, during, 'test'), MARKER);
  const next = await openSecrets(toOptions(stores));
  assert.deepEqual(await next.getState(postgres), { state: 'ok', secrets: 251, unreadable: 0, isRotationDue: false });
});

test('a rotation to SECRETS_KEY needs the key before beside it, from the file or from SECRETS_KEY_OLD', async (t) => {
  const { stores, secrets, file } = await openFor(t);
  const { postgres } = stores;
  const id = await put(stores, secrets);
  const old = (await readFile(file, 'utf8')).trim();
  const [first, second] = [newKeyText(), newKeyText()];

  // Set beside the file: nothing changes until it is rotated.
  const both = await openSecrets(toOptions(stores, { secretsKey: first }));
  assert.deepEqual(await both.getState(postgres), { state: 'ok', secrets: 1, unreadable: 0, isRotationDue: true });
  assert.equal(await secrets.open(postgres, await put(stores, both), 'test'), MARKER);
  assert.equal((await rotateSecrets(postgres, await openKeys(toOptions(stores, { secretsKey: first })))).sealed, 2);
  await rm(file);

  const elsewhere = { ...stores, dataDir: join(stores.dataDir, 'other') };
  await assert.rejects(
    rotateSecrets(postgres, await openKeys(toOptions(elsewhere, { secretsKey: second, secretsKeyOld: old }))),
    failsWith('key_missing'),
  );
  const rotation = await rotateSecrets(postgres, await openKeys(toOptions(elsewhere, { secretsKey: second, secretsKeyOld: first })));
  assert.deepEqual([rotation.sealed, rotation.secrets], [2, 2]);
  assert.equal((await rotateSecrets(postgres, await openKeys(toOptions(elsewhere, { secretsKey: second })))).sealed, 0);
  const after = await openSecrets(toOptions(elsewhere, { secretsKey: second }));
  assert.equal(await after.open(postgres, id, 'test'), MARKER);
});

test('a damaged secret keeps the rotation from forgetting its key, and no other secret from being sealed', async (t) => {
  const { stores, secrets, file } = await openFor(t);
  const { postgres } = stores;
  const [whole, damaged] = [await put(stores, secrets), await put(stores, secrets)];
  await postgres.query(`update secrets set sealed = '\\x00' where id = $1`, [damaged]);
  const rotation = await rotateSecrets(postgres, await openKeys(toOptions(stores)));
  assert.deepEqual([rotation.sealed, rotation.damaged], [1, [damaged]]);
  assert.equal((await readFile(file, 'utf8')).trim().split('\n').length, 2);
  assert.equal(await secrets.open(postgres, whole, 'test'), MARKER);
});

test('who seals while a rotation begins is waited for', async (t) => {
  const { stores, secrets } = await openFor(t);
  const { postgres } = stores;
  const gate = Promise.withResolvers<void>();
  const isSealed = Promise.withResolvers<void>();
  const sealing = postgres.transaction(async (tx) => {
    const id = await secrets.put(tx, { kind: 'test', organizationId: null, text: MARKER });
    isSealed.resolve();
    await gate.promise;
    return id;
  });
  await isSealed.promise;
  const rotating = rotateSecrets(postgres, await openKeys(toOptions(stores)));
  gate.resolve();
  const [id, { sealed }] = await Promise.all([sealing, rotating]);
  assert.equal(sealed, 1);
  assert.equal(await secrets.open(postgres, id, 'test'), MARKER);
});
