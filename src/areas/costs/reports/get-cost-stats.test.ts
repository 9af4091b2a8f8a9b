import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { makeClock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { ADMIN } from '../../../../test/support/area-context.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { getCostStats } from './get-cost-stats.ts';
import { makeSpending } from '../spending/spending.ts';
import { SpanQuery } from '../wire/query.ts';
import { CostStatsResponse, toCostStatsBody } from '../wire/stats.ts';

const NOON_MS = Date.UTC(2031, 4, 20, 12);

test('says what was spent, when, and on what', async (t) => {
  const { postgres } = await openTestStores(t);
  const clock = makeClock();
  const spending = makeSpending({ postgres, clock, logger: pino({ level: 'silent' }) });
  const spend = async (
    daysAgo: number,
    costUsd: number,
    { service = 'provider_serp', run = 1 }: { service?: string; run?: number } = {},
  ): Promise<void> => {
    clock.shift(NOON_MS - Date.now() - daysAgo * DAY_MS);
    const planned = { service, endpoint: '/v3/serp', estimateUsd: 0.1, tag: newId('spend_') };
    await spending.spend({ source: 'api', runId: `wf_${run}`, projectId: `proj_${run}` }, planned, () =>
      Promise.resolve({ value: 1, cost: { costUsd, success: true } }),
    );
  };
  await spend(40, 0.1);
  await spend(20, 0.02, { run: 2 });
  await spend(5, 0.003);
  await spend(0, 0.0004, { service: 'provider_keywords', run: 3 });
  await spend(0, 0.0004);

  const stats = await getCostStats({ postgres, clock, caller: ADMIN }, {});
  assert.deepEqual(stats, {
    allTime: { costUsd: 0.1238, requests: 5, runs: 3, projects: 3 },
    todayUsd: 0.0008,
    weekUsd: 0.0038,
    monthUsd: 0.0238,
    span: { since: undefined, until: undefined },
    period: stats.allTime,
    byService: [
      { service: 'provider_serp', costUsd: 0.1234, requests: 4 },
      { service: 'provider_keywords', costUsd: 0.0004, requests: 1 },
    ],
    unsettled: { calls: 0, estimateUsd: 0 },
  });
  CostStatsResponse.parse(toCostStatsBody(stats));

  const lastHour = await getCostStats({ postgres, clock, caller: ADMIN }, { minutes: 60 });
  assert.deepEqual([lastHour.period.requests, lastHour.byService.length, lastHour.allTime.requests], [2, 2, 5]);
  const older = await getCostStats(
    { postgres, clock, caller: ADMIN },
    { since: new Date(NOON_MS - 30 * DAY_MS), until: new Date(NOON_MS - DAY_MS) },
  );
  assert.deepEqual([older.period.costUsd, older.period.runs], [0.023, 2]);
});

test('an empty ledger costs nothing', async (t) => {
  const { postgres } = await openTestStores(t);
  const stats = await getCostStats({ postgres, clock: makeClock(), caller: ADMIN }, {});
  assert.deepEqual(stats.allTime, { costUsd: 0, requests: 0, runs: 0, projects: 0 });
  assert.deepEqual([stats.todayUsd, stats.weekUsd, stats.monthUsd, stats.byService], [0, 0, 0, []]);
});

test('refuses a span that ends before it begins, and parameters that are no span', async (t) => {
  const { postgres } = await openTestStores(t);
  const backwards = getCostStats({ postgres, clock: makeClock(), caller: ADMIN }, { since: new Date(2), until: new Date(1) });
  await assert.rejects(backwards, (error) => error instanceof AppError && error.code === 'invalid');
  for (const query of [{ since: 'yesterday' }, { until: '2026-13-01' }, { minutes: '0' }, { minutes: '1.5' }, { minutes: '99999999' }]) {
    assert.equal(SpanQuery.safeParse(query).success, false, JSON.stringify(query));
  }
  assert.equal(SpanQuery.safeParse({ since: '2026-01-31', until: '2026-02-01T10:00:00Z', minutes: '5' }).success, true);
});
