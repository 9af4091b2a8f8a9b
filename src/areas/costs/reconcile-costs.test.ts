import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { TaskRecordSource, TaskRecords } from '#providers/metering.ts';
import { call, openBudgetFixture, plan, record } from '../../../test/support/budget-fixture.ts';
import { reconcileCosts } from './reconcile-costs.ts';

const signal = new AbortController().signal;

function makeRecordSource(recordsByFamily: Readonly<Record<string, TaskRecords>>) {
  const questions: { since: Date; until: Date }[] = [];
  const searchData: TaskRecordSource = {
    families: Object.keys(recordsByFamily),
    hasRecordsOf: () => true,
    fetchTaskRecords: (family, span) => {
      questions.push(span);
      return Promise.resolve(recordsByFamily[family] ?? { records: [], isComplete: true });
    },
  };
  return { searchData, questions };
}

test('a record that is too long is compared up to where it was read', async (t) => {
  const { postgres, clock, spending } = await openBudgetFixture(t);
  const start = clock.now().getTime() - 60 * MINUTE_MS;
  const at = (minutes: number): Date => new Date(start + minutes * MINUTE_MS);
  for (const minutes of [1, 2, 30]) {
    clock.shift(at(minutes).getTime() - Date.now());
    await spending.spend({ source: 'api' }, plan({ endpoint: '/v3/serp/x' }), call(0.002, { taskId: `task-${minutes}` }));
  }
  clock.shift(0);
  const records = [1, 2, 3].map((minutes) => record({ taskId: `task-${minutes}`, costUsd: 0.002, postedAt: at(minutes) }));
  const { searchData } = makeRecordSource({
    '/v3/serp/': { records, isComplete: false },
    '/v3/keywords_data/': { records: [record({ taskId: 'later', postedAt: at(20) })], isComplete: true },
  });
  const reconciled = await reconcileCosts({ postgres, clock, signal, searchData }, { since: at(0), until: at(40) });
  assert.deepEqual([reconciled.isComplete, reconciled.compared, reconciled.asked.until], [false, { since: at(0), until: at(3) }, at(40)]);
  assert.deepEqual([reconciled.provider.calls, reconciled.ledger.calls, reconciled.differences], [2, 2, []]);

  const rest = makeRecordSource({ '/v3/serp/': { records: records.slice(2), isComplete: true } });
  const { differences } = await reconcileCosts({ postgres, clock, signal, searchData: rest.searchData }, { since: at(3), until: at(40) });
  assert.deepEqual(
    differences.map(({ kind, taskId }) => [kind, taskId]),
    [
      ['missing_in_ledger', 'task-3'],
      ['missing_at_provider', 'task-30'],
    ],
  );
});

test('asks for the last day by default, a little more around it, and never for the future', async (t) => {
  const { postgres, clock } = await openBudgetFixture(t);
  const { searchData, questions } = makeRecordSource({ '/v3/serp/': { records: [], isComplete: true } });
  const ctx = { postgres, clock, signal, searchData };
  const { asked } = await reconcileCosts(ctx, {});
  assert.equal(asked.until.getTime() - asked.since.getTime(), DAY_MS);
  await reconcileCosts(ctx, { since: new Date(asked.since), until: new Date(clock.now().getTime() + DAY_MS) });
  await reconcileCosts(ctx, { until: asked.since });
  assert.ok(questions.every(({ until }) => until <= clock.now()));
  assert.equal(questions[0]?.since.getTime(), asked.since.getTime() - MINUTE_MS);
  assert.equal(questions[2]?.until.getTime(), asked.since.getTime() + 10 * MINUTE_MS);
});
