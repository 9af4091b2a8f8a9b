import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeClaims } from '#purchases/index.ts';
import { POSTGRES_MIGRATIONS } from '#stores/postgres/migrations.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { toSearchKey, type StoreSearch } from './search.ts';

test('searches that a workflow of an earlier release reads stay its own', async (t) => {
  const { postgres } = await openTestStores(t);
  const common = { platform: 'store_b', storefront: 'us', languageCode: 'en' } as const;
  const running: StoreSearch = { ...common, ownerId: '', keyword: 'to do: list' };
  const ended: StoreSearch = { ...common, ownerId: 'org_1', keyword: 'puzzle' };
  await postgres.query('alter table app_searches add column claimed_by text, add column claimed_at timestamptz');
  await postgres.query(
    `insert into app_searches (owner_id, platform, storefront, language_code, keyword, claimed_by, claimed_at)
     values ('', 'store_b', 'us', 'en', 'to do: list', 'wf_old', now()), ('org_1', 'store_b', 'us', 'en', 'puzzle', null, null)`,
  );
  await postgres.query(await readFile(join(POSTGRES_MIGRATIONS, '0099_claims_of_searches.sql'), 'utf8'));
  const keys = [running, ended].map(toSearchKey);
  const take = async (buyer: string): Promise<string[]> =>
    (await takeClaims(postgres, keys, { buyer, holdMs: 60_000 })).map(({ key }) => key);
  assert.deepEqual(await take('wf_new'), keys.slice(1));
  assert.deepEqual(await take('wf_old'), keys.slice(0, 1));
});
