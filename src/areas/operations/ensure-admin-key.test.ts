import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashKey } from '#http/auth.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { ensureAdminKey } from './ensure-admin-key.ts';
import { findApiKey } from './index.ts';

test('a revoked first key stays revoked over restarts, and a new one takes its place when its file is gone', async (t) => {
  const { postgres, dataDir } = await openTestStores(t);
  const start = (adminKey?: string): Promise<void> =>
    ensureAdminKey({ postgres, config: { adminKey, dataDir }, logger: makeLogger('silent') });
  const readKey = async (): Promise<string> => (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim();
  const find = async (key: string) => await findApiKey(postgres, hashKey(key));

  await start();
  const first = await readKey();
  assert.equal((await find(first))?.revokedAt, undefined);
  await postgres.query('update api_keys set revoked_at = now()');
  await start();
  assert.ok((await find(first))?.revokedAt, 'starting again does not bring it back');

  await rm(join(dataDir, 'admin-key'));
  await start();
  const second = await readKey();
  assert.notEqual(second, first);
  assert.equal((await find(second))?.revokedAt, undefined);
  assert.equal(await find(first), undefined);
});

test('a key from the environment takes the place of the first one', async (t) => {
  const { postgres, dataDir } = await openTestStores(t);
  const start = (adminKey?: string): Promise<void> =>
    ensureAdminKey({ postgres, config: { adminKey, dataDir }, logger: makeLogger('silent') });
  const keys = ['slk_the_first_key_of_the_environment', 'slk_the_second_key_of_the_environment'] as const;
  await start(keys[0]);
  await start(keys[1]);
  assert.equal(await findApiKey(postgres, hashKey(keys[0])), undefined);
  assert.deepEqual((await findApiKey(postgres, hashKey(keys[1])))?.scopes, ['read', 'write', 'admin']);
});
