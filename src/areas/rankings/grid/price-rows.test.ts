import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { getGrid } from './get-grid.ts';
import { priceRows } from './price-rows.ts';

const METRICS_USD = 0.0101;

test('metrics say when they became known and what they cost at most', async (t) => {
  const world = await openGridWorld(t);
  const { postgres, projectId } = world;
  const [known] = await Promise.all(['a known', 'b unknown'].map((keyword) => makeTracked(postgres, projectId, keyword)));
  await postgres.query(
    `insert into keyword_figures (id, source, normalized_text, location_code, language_code, status, known_at, due_at)
     values ('fig_known', 'labs', 'a known', 2840, 'en', 'known', '2025-11-14T10:00:00Z', '2025-12-14T10:00:00Z')`,
  );
  await postgres.query(
    `update keywords set figures_id = 'fig_known', search_volume = 90, enriched_at = '2025-11-14T10:00:00Z' where id = $1`,
    [known?.keywordId],
  );
  const grid = await getGrid(world.ctx, { projectId, compare: 'check', limit: 10 });
  const { enrichmentUsd } = priceRows({ estimateQueuedSerpUsd: () => 0, estimateKeywordsUsd: () => METRICS_USD }, grid);
  assert.deepEqual(grid.columns.volume, [90, null]);
  assert.deepEqual(grid.columns.enrichedAt, [Date.parse('2025-11-14T10:00:00Z'), null]);
  assert.deepEqual(enrichmentUsd, [METRICS_USD, null]);
});
