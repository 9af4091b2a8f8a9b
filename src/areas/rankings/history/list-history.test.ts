import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '#kernel/ids.ts';
import type { Ranking } from '../ranking.ts';
import type { TestStores } from '../../../../test/support/index.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeProject, makeTracked } from '../../../../test/support/rankings-world.ts';
import { listProjectHistory } from './analytics/project-history.ts';
import type { HistoryInput } from './history-input.ts';
import { listRankingHistory } from './list-history.ts';

const DOMAINS = ['mine.com', 'also-mine.com', 'rival.org'];

const Outcome = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  hour: fc.integer({ min: 1, max: 3 }),
  run: fc.integer({ min: 1, max: 3 }),
  domain: fc.constantFrom(...DOMAINS),
  engine: fc.constantFrom('engine_a', 'engine_b'),
  channel: fc.constantFrom('seo', 'local'),
  status: fc.constantFrom('ranked', 'ranked', 'not_found', 'failed'),
  position: fc.integer({ min: 1, max: 5 }),
  rankGroup: fc.integer({ min: 1, max: 5 }),
  version: fc.integer({ min: 0, max: 2 }),
});
type Outcome = typeof Outcome extends fc.Arbitrary<infer Value> ? Value : never;

const Question = fc.record(
  {
    scale: fc.constantFrom('organic' as const, 'page' as const),
    startDate: fc.constantFrom('2025-11-03', '2025-11-06'),
    endDate: fc.constantFrom('2025-11-05', '2025-11-08'),
    domain: fc.constantFrom(...DOMAINS),
    relationship: fc.constantFrom('MINE' as const, 'COMPETITOR' as const),
    channel: fc.constantFrom('seo' as const, 'local' as const),
    engine: fc.constantFrom('engine_a' as const, 'engine_b' as const),
    status: fc.constantFrom('ranked' as const, 'failed' as const),
    keywordPrefix: fc.constantFrom('one', 'two'),
    device: fc.constantFrom('desktop', 'mobile'),
  },
  { requiredKeys: ['scale'] },
);

test('one keyword is worked out here as many are by the analytics store, whatever was recorded and asked', async (t) => {
  const stores = await openTestStores(t);
  await fc.assert(
    fc.asyncProperty(fc.array(Outcome, { maxLength: 40 }), Question, async (outcomes, question) => {
      const projectId = await makeProject(stores.postgres);
      const { keywordId } = await makeTracked(stores.postgres, projectId, 'one keyword');
      await record(stores, { projectId, keywordId, outcomes });
      const input: HistoryInput = { ...question, projectId, limit: 200, offset: 0 };
      const many = await listProjectHistory(stores.clickhouse, input);
      const one = await listRankingHistory(stores, { ...input, keywordId });
      assert.deepEqual({ ...one, rankings: one.rankings.map(toComparable) }, { ...many, rankings: many.rankings.map(toComparable) });
      const page = await listRankingHistory(stores, { ...input, keywordId, limit: 2, offset: 1 });
      assert.deepEqual(page, { rankings: one.rankings.slice(1, 3), total: one.total });
    }),
    { numRuns: 40 },
  );
});

/** A row with its instant as ISO text, so that rows compare by value. */
function toComparable({ runId, checkTs, ...ranking }: Ranking) {
  return { ...ranking, runId, checkTs: checkTs?.toISOString() };
}

async function record(
  { clickhouse }: TestStores,
  { projectId, keywordId, outcomes }: { projectId: string; keywordId: string; outcomes: readonly Outcome[] },
): Promise<void> {
  // A run has one outcome for a domain, of one version.
  const known = new Map(
    outcomes.map((outcome) => [JSON.stringify({ ...outcome, status: undefined, position: undefined, rankGroup: undefined }), outcome]),
  );
  const lines = [...known.values()].map((outcome) =>
    JSON.stringify({
      project_id: projectId,
      keyword_id: keywordId,
      keyword: 'one keyword',
      engine: outcome.engine,
      channel: outcome.channel,
      device: 'desktop',
      location_code: 2840,
      language_code: 'en',
      domain: outcome.domain,
      relationship: outcome.domain === 'rival.org' ? 'COMPETITOR' : 'MINE',
      status: outcome.status,
      position: outcome.status === 'ranked' ? outcome.position : null,
      rank_group: outcome.status === 'ranked' ? outcome.rankGroup : null,
      checked_depth: 100,
      run_id: `run_${outcome.run}`,
      check_date: `2025-11-0${outcome.day}`,
      check_ts: `2025-11-0${outcome.day} 0${outcome.hour}:00:00.000`,
      recomputed: outcome.version > 0 ? 1 : 0,
      recomputed_at: outcome.version > 0 ? `2025-12-0${outcome.version} 00:00:00.000` : undefined,
    }),
  );
  if (lines.length > 0) await clickhouse.insertLines('ranking_history', lines.join('\n'), newId('run_'));
}
