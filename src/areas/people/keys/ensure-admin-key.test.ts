import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { hashKey, type KeyRecord } from '#http/auth.ts';
import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { ensureAdminKey, type AdminKeyHome } from './ensure-admin-key.ts';
import { findApiKey } from '../index.ts';

interface Starts {
  readonly postgres: Postgres;
  readonly file: string;
  readonly lines: string[];
  start(config?: { adminKey?: string; databaseUrl?: string }): Promise<AdminKeyHome>;
  readKey(): Promise<string>;
  find(key: string): Promise<KeyRecord | undefined>;
  isValid(key: string): Promise<boolean>;
  listFiles(): Promise<string[]>;
  revokeAll(): Promise<unknown>;
}

/** Starts of a service with embedded stores, as far as the admin key is concerned. */
async function openStarts(t: TestContext): Promise<Starts> {
  const { postgres, dataDir: parent } = await openTestStores(t);
  const dataDir = join(parent, 'data');
  const file = join(dataDir, 'admin-key');
  const lines: string[] = [];
  const logger = makeLogger('info', { destination: { write: (line) => void lines.push(line) } });
  const find = (key: string) => findApiKey(postgres, hashKey(key));
  return {
    postgres,
    find,
    file,
    lines,
    start: (config) => ensureAdminKey({ postgres, config: { adminKey: undefined, databaseUrl: undefined, dataDir, ...config }, logger }),
    readKey: async () => (await readFile(file, 'utf8')).trim(),
    isValid: async (key) => {
      const record = await find(key);
      return record !== undefined && record.revokedAt === undefined;
    },
    listFiles: () => readdir(dataDir),
    revokeAll: () => postgres.query('update api_keys set revoked_at = now()'),
  };
}

test('a revoked first key stays revoked over restarts, and a new one takes its place when its file is gone', async (t) => {
  const { file, start, readKey, isValid, revokeAll } = await openStarts(t);
  assert.equal(await start(), 'file');
  const first = await readKey();
  assert.ok(await isValid(first));
  await revokeAll();
  await start();
  assert.ok(!(await isValid(first)), 'starting again does not bring it back');

  await rm(file);
  await start();
  const second = await readKey();
  assert.notEqual(second, first);
  assert.ok(await isValid(second));
  assert.ok(!(await isValid(first)));
});

test('the first start makes a key for its owner only and says where it lies, and restarts keep it', async (t) => {
  const { file, lines, start, readKey, find } = await openStarts(t);
  await start();
  const key = await readKey();
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const record = await find(key);
  assert.deepEqual([record?.scopes, record?.tier, record?.organizationId], [['read', 'write', 'admin'], 'enterprise', undefined]);
  await start();
  assert.equal(await readKey(), key);
  assert.ok(lines.every((line) => line.includes(file) && !line.includes(key)));
});

test('a changed variable replaces the key, and without one that of the file is back', async (t) => {
  const { start, readKey, isValid } = await openStarts(t);
  await start();
  const keys = ['slk_the_first_key_of_the_environment', 'slk_the_second_key_of_the_environment'] as const;
  assert.equal(await start({ adminKey: keys[0] }), 'variable');
  assert.deepEqual([await isValid(await readKey()), await isValid(keys[0])], [false, true]);
  await start({ adminKey: keys[1] });
  assert.deepEqual([await isValid(keys[0]), await isValid(keys[1])], [false, true]);
  assert.equal(await start(), 'file');
  assert.deepEqual([await isValid(await readKey()), await isValid(keys[1])], [true, false]);
});

test('takes the text of an existing lesser key for the admin key', async (t) => {
  const { start, find, postgres } = await openStarts(t);
  await postgres.query(`insert into api_keys (id, name, key_prefix, key_hash, scopes) values ('key_less', 'less', 'x', $1, '{read}')`, [
    hashKey('a-key-with-read-scope-only'),
  ]);
  await start({ adminKey: 'a-key-with-read-scope-only' });
  assert.deepEqual((await find('a-key-with-read-scope-only'))?.scopes, ['read', 'write', 'admin']);
});

test('an empty file gets a new key, whether or not there was one before, and the log says so', async (t) => {
  const { file, lines, start, readKey, isValid, listFiles } = await openStarts(t);
  for (const content of ['', ' \n']) {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
    assert.equal(await start(), 'file');
    assert.ok(await isValid(await readKey()));
    assert.match(lines.at(-1) ?? '', /"file":"[^"]*admin-key".*was empty.*a new key/u);
  }
  assert.deepEqual(await listFiles(), ['admin-key'], 'drafts are removed');
});

test('starts at once on one folder agree on one key', async (t) => {
  const { start, readKey, isValid, listFiles } = await openStarts(t);
  await Promise.all(Array.from({ length: 8 }, () => start({ databaseUrl: 'postgres://shared' })));
  assert.ok(await isValid(await readKey()));
  assert.deepEqual(await listFiles(), ['admin-key']);
});

test('what is no key stops the start, names the file and changes nothing', async (t) => {
  const { file, start, readKey, isValid } = await openStarts(t);
  await start();
  const key = await readKey();
  for (const content of [
    'abc',
    'fifteen-letters',
    'a text of several words',
    'slk_with_a_zero\0byte',
    'slk_first_of_two\nslk_second_of_two',
  ]) {
    await writeFile(file, content);
    await assert.rejects(start(), /admin-key holds no usable key: .*at least 16 printable characters.*SIGHTLINE_ADMIN_KEY/u);
    assert.equal(await readFile(file, 'utf8'), content);
    assert.ok(await isValid(key));
  }
  await rm(file);
  await mkdir(file);
  await assert.rejects(start(), /admin-key is a folder\..*SIGHTLINE_ADMIN_KEY/u);
});

test('a deleted file is named as the reason, and the key it held stays valid', async (t) => {
  const { file, lines, start, readKey, isValid, listFiles } = await openStarts(t);
  await start();
  const key = await readKey();
  await rm(file);
  assert.equal(await start(), 'elsewhere');
  assert.match(lines.at(-1) ?? '', /"level":40.*"file":"[^"]*admin-key".*was deleted.*still valid.*set SIGHTLINE_ADMIN_KEY to a new one/u);
  assert.equal(await start({ databaseUrl: 'postgres://shared' }), 'elsewhere');
  assert.match(lines.at(-1) ?? '', /"level":30.*another process made it, or its file was deleted/u);
  assert.ok(await isValid(key));
  assert.deepEqual(await listFiles(), []);
});
