import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAreaContext } from '../../../../test/support/area-context.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { storeEntities } from './store-entities.ts';

const MONTHS = [90, 80, 70, 10, 10, 10].map((search_volume, at) => ({ year: 2026, month: 12 - at, search_volume }));

test('kept keywords become what is known of them, and never overwrite what a person has assigned', async (t) => {
  const { postgres } = await openTestStores(t);
  const ctx = makeAreaContext({ postgres });
  await postgres.query(`insert into organizations (id, name, created_at) values ('org_1', 'One', now())`);
  await postgres.query(
    `insert into projects (id, organization_id, name, created_at, updated_at) values ('proj_1', 'org_1', 'Shop', now(), now())`,
  );
  await postgres.query(
    `insert into research_runs (id, project_id, organization_id, url, host, status, created_at, updated_at)
     values ('run_1', 'proj_1', 'org_1', 'https://shop.com/', 'shop.com', 'harvesting_keywords', now(), now())`,
  );
  await postgres.query(
    `insert into categories (id, project_id, name, slug, path, provider_category_id, created_at, updated_at)
     values ('cat_shoes', 'proj_1', 'Shoes', 'shoes', '/Shoes', 10001, now(), now()), ('cat_own', 'proj_1', 'Own', 'own', '/Own', null, now(), now())`,
  );
  const add = async (
    keyword: string,
    more: { location?: number; volume?: number | null; status?: string; category?: string | null } = {},
  ) => {
    const { location = 2840, volume = 100, status = 'kept', category = 'cat_shoes' } = more;
    await postgres.query(
      `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, status, search_volume,
         monthly_searches, primary_intent, secondary_intents, category_id, category_confidence)
       values ('run_1', $1, 'en', $2, upper($2), array['harvest_ai'], $3, $4, $5, 'commercial', array['commercial'], $6, 0.8)`,
      [location, keyword, status, volume, JSON.stringify(MONTHS), category],
    );
  };
  await add('red shoes');
  await add('red shoes', { location: 2826, volume: 900 });
  await add('blue shoes', { volume: null });
  await add('tax law', { status: 'irrelevant' });
  await add('by hand');
  await add('of a category that is gone', { category: 'cat_gone' });
  // What was known and said before.
  await postgres.query(
    `insert into canonical_keywords (owner_id, normalized_text, original_keyword_text, sources, latest_search_volume, updated_at)
     values ('', 'blue shoes', 'Blue Shoes', array['domain_seed'], 55, now())`,
  );
  await postgres.query(
    `insert into project_keywords (project_id, keyword_text, source, added_at) values ('proj_1', 'by hand', 'ui', now())`,
  );
  await postgres.query(
    `insert into keyword_categories (project_id, keyword_text, category_id, assignment_confidence, assigned_by, assigned_at)
     values ('proj_1', 'by hand', 'cat_own', 1, 'user', now()), ('proj_1', 'red shoes', 'cat_own', 0.5, 'ai', now())`,
  );

  const run = { id: 'run_1', projectId: 'proj_1', organizationId: 'org_1' };
  assert.equal(await storeEntities(ctx, run), 4);
  const read = async () => {
    const canonical = await postgres.query(
      `select normalized_text as text, original_keyword_text as original, sources, latest_search_volume as volume, latest_trend as trend
       from canonical_keywords order by normalized_text`,
    );
    const project = await postgres.query(`select keyword_text as text, source, run_id as run from project_keywords order by keyword_text`);
    const assigned = await postgres.query(
      `select keyword_text as text, category_id as category, assigned_by as by, provider_category_id as provider
       from keyword_categories order by keyword_text, category_id`,
    );
    return { canonical: canonical.rows, project: project.rows, assigned: assigned.rows };
  };
  const stored = await read();
  assert.deepEqual(stored, {
    canonical: [
      { text: 'blue shoes', original: 'Blue Shoes', sources: ['domain_seed', 'harvest_ai'], volume: 55, trend: 'up' },
      { text: 'by hand', original: 'BY HAND', sources: ['harvest_ai'], volume: 100, trend: 'up' },
      { text: 'of a category that is gone', original: 'OF A CATEGORY THAT IS GONE', sources: ['harvest_ai'], volume: 100, trend: 'up' },
      { text: 'red shoes', original: 'RED SHOES', sources: ['harvest_ai'], volume: 900, trend: 'up' },
    ],
    project: [
      { text: 'blue shoes', source: 'harvest_ai', run: 'run_1' },
      { text: 'by hand', source: 'ui', run: 'run_1' },
      { text: 'of a category that is gone', source: 'harvest_ai', run: 'run_1' },
      { text: 'red shoes', source: 'harvest_ai', run: 'run_1' },
    ],
    assigned: [
      { text: 'blue shoes', category: 'cat_shoes', by: 'system', provider: 10_001 },
      { text: 'by hand', category: 'cat_own', by: 'user', provider: null },
      { text: 'red shoes', category: 'cat_shoes', by: 'system', provider: 10_001 },
    ],
  });
  await storeEntities(ctx, run);
  assert.deepEqual(await read(), stored, 'a repeated step changes nothing');

  const apart = makeAreaContext({ postgres });
  await storeEntities({ ...apart, config: { ...apart.config, shareCache: 'organization' } }, { ...run, projectId: null });
  const { rows } = await postgres.query(`select count(*)::integer as total from canonical_keywords where owner_id = 'org_1'`);
  assert.deepEqual(rows, [{ total: 4 }]);
});
