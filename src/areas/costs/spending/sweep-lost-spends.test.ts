import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { makeClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import { PaidCallError, type PlannedCall, type Spending, type TaskRecord } from '#providers/metering.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { record } from '../../../../test/support/budget-fixture.ts';
import { updateBudgets } from '../budgets/budget-limits.ts';
import { sweepLostSpends } from './sweep-lost-spends.ts';
import { makeSpending } from './spending.ts';
import { countRows, listHourlyCosts, listMinutelyCosts, listCostsByProject, listServiceCosts, getTotals } from '../store/reads.ts';
import { listRunServices, getRunTotals } from '../store/records.ts';
import { markAbandonedSpends } from '../store/reservations.ts';

const logger = pino({ level: 'silent' });
const MIGRATION = new URL('../../../stores/postgres/migrations/0031_calls_made.sql', import.meta.url);
const ESTIMATE_USD = 0.0155;
const SERP = '/v3/serp/google/organic/live/advanced';

/** Budgets, and the provider's record as a list that a test fills. */
async function openDesk(t: TestContext) {
  const { postgres } = await openTestStores(t);
  const clock = makeClock();
  const spending = makeSpending({ postgres, clock, logger });
  const records: TaskRecord[] = [];
  const questions: { endpoint: string; since: Date; until: Date }[] = [];
  const searchData = {
    hasRecordsOf: (endpoint: string) => endpoint.startsWith('/v3/'),
    fetchTaskRecords: (endpoint: string, span: { since: Date; until: Date }) => {
      questions.push({ endpoint, ...span });
      return Promise.resolve({ records, isComplete: true });
    },
  };
  return { postgres, clock, spending, records, questions, searchData, ctx: { postgres, clock, logger, searchData } };
}

function plan(more: Partial<PlannedCall> = {}): PlannedCall {
  return { service: 'provider_serp', endpoint: SERP, estimateUsd: ESTIMATE_USD, tag: newId('spend_'), ...more };
}

async function lose(spending: Spending, planned: PlannedCall): Promise<void> {
  const lost = new PaidCallError(new Error('cut'), { costUsd: undefined, success: false });
  await assert.rejects(spending.spend({ source: 'api', projectId: 'proj_1' }, planned, () => Promise.reject(lost)));
}

/** A process that dies between reserving and settling: its call never ends. */
async function abandon(spending: Spending, planned: PlannedCall): Promise<void> {
  await new Promise<void>((resolve) => {
    void spending.spend({ source: 'workflow', runId: 'wf_1' }, planned, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}

async function readState({ postgres }: Awaited<ReturnType<typeof openDesk>>) {
  const ledger = await postgres.query('select tag, cost_usd, success, is_confirmed, task_id from api_costs order by tag');
  const daily = await postgres.query(`select spent_usd, reserved_usd from budget_windows where budget = 'daily_usd'`);
  const reservations = await postgres.query<{ count: number }>('select count(*) as count from spend_reservations');
  return { ledger: ledger.rows, daily: daily.rows[0] as unknown, reservations: reservations.rows[0]?.count };
}

test("a lost call is booked at the price in the provider's record, whatever was reserved", async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  await lose(desk.spending, planned);
  desk.records.push(
    record({ taskId: 'other', tag: 'spend_other', costUsd: 1 }),
    record({ taskId: 'task-1', tag: planned.tag, costUsd: 0.002 }),
  );
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 1, released: 0, remaining: 0 });
  assert.deepEqual(await readState(desk), {
    ledger: [{ tag: planned.tag, costUsd: 0.002, success: 0, isConfirmed: 1, taskId: 'task-1' }],
    daily: { spentUsd: 0.002, reservedUsd: 0 },
    reservations: 0,
  });
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 0, remaining: 0 });
  assert.equal(desk.questions.length, 1, 'nothing is asked when nothing is lost');
});

test("a call that the provider's clock dates some seconds after ours is in the record", async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  await lose(desk.spending, planned);
  const late = record({ taskId: 'task-1', tag: planned.tag, costUsd: 0.002, postedAt: new Date(desk.clock.realNow() + 10_000) });
  desk.searchData.fetchTaskRecords = (_endpoint, { since, until }) =>
    Promise.resolve({ records: [late].filter(({ postedAt }) => postedAt >= since && postedAt <= until), isComplete: true });
  assert.deepEqual(await sweepLostSpends(desk.ctx, { unknownAfterMs: 0 }), { settled: 1, released: 0, remaining: 0 });
});

test('what the record does not show stays reserved for a while, and is then released', async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  await lose(desk.spending, planned);
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 0, remaining: 1 });
  assert.deepEqual((await readState(desk)).daily, { spentUsd: 0, reservedUsd: ESTIMATE_USD });
  await desk.postgres.query(`update spend_reservations set created_at = now() - interval '15 minutes'`);
  assert.deepEqual((await sweepLostSpends(desk.ctx)).remaining, 1, 'it waited for its turn, and was lost just now');
  await desk.postgres.query(`update spend_reservations set lost_at = now() - interval '9 minutes'`);
  assert.deepEqual((await sweepLostSpends(desk.ctx)).remaining, 1, 'the provider may be late');
  await desk.postgres.query(`update spend_reservations set lost_at = now() - interval '10 minutes'`);
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 1, remaining: 0 });
  assert.deepEqual(await readState(desk), {
    ledger: [{ tag: planned.tag, costUsd: 0, success: 0, isConfirmed: 0, taskId: null }],
    daily: { spentUsd: 0, reservedUsd: 0 },
    reservations: 0,
  });
});

test('a call that no record of the provider can show is booked at the estimate', async (t) => {
  const desk = await openDesk(t);
  const [elsewhere, untagged] = [plan({ service: 'edge_workers_ai', endpoint: 'chat/completions' }), plan()];
  await lose(desk.spending, elsewhere);
  await lose(desk.spending, untagged);
  desk.records.push(record({ taskId: 'without-tag', tag: undefined, costUsd: 0.002 }));
  assert.deepEqual(await sweepLostSpends(desk.ctx, { unknownAfterMs: 0 }), { settled: 0, released: 2, remaining: 0 });
  const { ledger, daily } = await readState(desk);
  assert.deepEqual(
    ledger.map(({ costUsd, isConfirmed }) => [costUsd, isConfirmed]),
    [
      [ESTIMATE_USD, 0],
      [ESTIMATE_USD, 0],
    ],
  );
  assert.deepEqual(daily, { spentUsd: 2 * ESTIMATE_USD, reservedUsd: 0 });
});

test('a record that was too long to read whole releases nothing', async (t) => {
  const desk = await openDesk(t);
  const planned = [plan(), plan()] as const;
  for (const lost of planned) await lose(desk.spending, lost);
  desk.searchData.fetchTaskRecords = () =>
    Promise.resolve({ records: [record({ taskId: 'task-1', tag: planned[0].tag, costUsd: 0.002 })], isComplete: false });
  assert.deepEqual(await sweepLostSpends(desk.ctx, { unknownAfterMs: 0 }), { settled: 1, released: 1, remaining: 0 });
  assert.deepEqual((await readState(desk)).daily, { spentUsd: 0.002 + ESTIMATE_USD, reservedUsd: 0 });
});

test('a call whose process died is settled once it is too old to be under way', async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  await abandon(desk.spending, planned);
  desk.records.push(record({ taskId: 'task-1', tag: planned.tag, costUsd: 0.0155 }));
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 0, remaining: 0 }, 'it may still be under way');
  await desk.postgres.query(`update spend_reservations set created_at = now() - interval '11 minutes'`);
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 1, released: 0, remaining: 0 });
  assert.deepEqual((await readState(desk)).daily, { spentUsd: 0.0155, reservedUsd: 0 });
});

test('what a process left behind is released when its calls have ended and the provider may be late no more', async (t) => {
  const desk = await openDesk(t);
  await abandon(desk.spending, plan());
  await desk.postgres.query(`update spend_reservations set created_at = now() - interval '19 minutes'`);
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 0, remaining: 1 });
  await desk.postgres.query(`update spend_reservations set created_at = now() - interval '20 minutes'`);
  assert.deepEqual(await sweepLostSpends(desk.ctx), { settled: 0, released: 1, remaining: 0 });
});

test('the record is read for the time until now, in which a late provider may have done the work', async (t) => {
  const desk = await openDesk(t);
  await lose(desk.spending, plan());
  await desk.postgres.query(
    `update spend_reservations set posted_at = now() - interval '15 minutes', created_at = now() - interval '15 minutes'`,
  );
  const before = desk.clock.now().getTime();
  await sweepLostSpends(desk.ctx);
  const [question] = desk.questions;
  assert.ok((question?.until.getTime() ?? 0) >= before, 'up to now');
  assert.ok((question?.since.getTime() ?? 0) <= before - 17 * 60_000, 'and before the call, because clocks differ');
});

test('a service that has its stores to itself knows at its start that nothing is under way', async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  await abandon(desk.spending, planned);
  desk.records.push(record({ taskId: 'task-1', tag: planned.tag, costUsd: 0.0155 }));
  assert.equal(await markAbandonedSpends(desk.postgres), 1);
  assert.equal((await sweepLostSpends(desk.ctx)).settled, 1);
});

test('an answer that comes after the sweep corrects the row and the counters', async (t) => {
  const desk = await openDesk(t);
  const planned = plan();
  let answer: (costUsd: number) => void = () => undefined;
  const late = desk.spending.spend<string>(
    { source: 'api' },
    planned,
    () =>
      new Promise((resolve) => {
        answer = (costUsd) => resolve({ value: 'late', cost: { costUsd, success: true, itemsReturned: 3, taskId: 'task-1' } });
      }),
  );
  while ((await desk.postgres.query('select 1 from spend_reservations')).rows.length === 0);
  assert.equal((await sweepLostSpends(desk.ctx, { abandonedAfterMs: 0, unknownAfterMs: 0 })).released, 1);
  answer(0.0155);
  assert.equal(await late, 'late');
  assert.deepEqual(await readState(desk), {
    ledger: [{ tag: planned.tag, costUsd: 0.0155, success: 1, isConfirmed: 1, taskId: 'task-1' }],
    daily: { spentUsd: 0.0155, reservedUsd: 0 },
    reservations: 0,
  });
});

test('two sweeps at once settle everything once', async (t) => {
  const desk = await openDesk(t);
  const plans = Array.from({ length: 20 }, () => plan());
  for (const planned of plans) {
    await lose(desk.spending, planned);
    desk.records.push(record({ taskId: `task-${planned.tag}`, tag: planned.tag, costUsd: 0.002 }));
  }
  await Promise.all([sweepLostSpends(desk.ctx), sweepLostSpends(desk.ctx), sweepLostSpends(desk.ctx)]);
  const state = await readState(desk);
  assert.deepEqual([state.ledger.length, state.daily, state.reservations], [20, { spentUsd: 0.04, reservedUsd: 0 }, 0]);
});

test('asks once for calls that lie together, a few times in a sweep, and about no more of the future than clocks may differ', async (t) => {
  const desk = await openDesk(t);
  const startedAt = desk.clock.now().getTime();
  for (const hour of [-30, -20, -10, -0.1, 0]) {
    desk.clock.shift(hour * 3_600_000);
    await lose(desk.spending, plan());
    await lose(desk.spending, plan({ endpoint: '/v3/serp/bing/organic/live/advanced' }));
  }
  assert.equal((await sweepLostSpends(desk.ctx)).remaining, 10);
  assert.equal(desk.questions.length, 3);
  desk.clock.shift(0);
  for (const { since, until } of desk.questions) {
    assert.ok(since < until && until.getTime() <= desk.clock.now().getTime() + 2 * MINUTE_MS);
    assert.ok(since.getTime() < startedAt);
  }
});

test('a record that cannot be read changes nothing', async (t) => {
  const desk = await openDesk(t);
  await lose(desk.spending, plan());
  desk.searchData.fetchTaskRecords = () => Promise.reject(new Error('unreachable'));
  assert.deepEqual(await sweepLostSpends(desk.ctx, { unknownAfterMs: 0 }), { settled: 0, released: 0, remaining: 1 });
});

const ALWAYS = { since: undefined, until: undefined };

/** Requests by every way of adding them up: all and one project's, by hours, by minutes and of a run; and the rows that there are. */
async function countRequests({ postgres, clock }: Awaited<ReturnType<typeof openDesk>>) {
  // Two whole hours, for one may have begun since.
  const hour = new Date((Math.floor(clock.now().getTime() / HOUR_MS) - 1) * HOUR_MS);
  const span = { since: hour, until: new Date(hour.getTime() + 2 * HOUR_MS) };
  const project = { projectIds: ['proj_1'] };
  const sums = [
    (await getTotals(postgres, ALWAYS)).requests,
    (await getTotals(postgres, { ...ALWAYS, ...project })).requests,
    (await listServiceCosts(postgres, { since: hour, until: clock.now() }))[0]?.requests,
    (await listServiceCosts(postgres, { since: hour, until: clock.now(), ...project }))[0]?.requests,
    (await listCostsByProject(postgres, ALWAYS, { limit: 1, offset: 0 })).projects[0]?.requests,
    (await getRunTotals(postgres, { runId: 'run_1' })).requests,
    (await getRunTotals(postgres, { runId: 'run_1', ...project })).requests,
    (await listRunServices(postgres, { runId: 'run_1', ...project }))[0]?.requests,
  ];
  for (const filter of [span, { ...span, ...project }]) {
    const points = [await listHourlyCosts(postgres, filter, 'hour'), await listMinutelyCosts(postgres, filter)];
    sums.push(...points.map((series) => series.reduce((sum, { requests }) => sum + requests, 0)));
  }
  const { rows } = await postgres.query<{ requests: number }>(`select requests from budget_windows where budget = 'run_requests'`);
  sums.push(rows[0]?.requests);
  const [one, ...others] = new Set(sums);
  assert.deepEqual(others, [], `the sums agree: ${sums.join(' ')}`);
  return { requests: one, rows: await countRows(postgres, ALWAYS, undefined) };
}

test('a call that was not made has a row and is no request, until its answer comes after all', async (t) => {
  const desk = await openDesk(t);
  await updateBudgets(desk, { run_requests: 10 });
  const scope = { source: 'api', projectId: 'proj_1', runId: 'run_1' } as const;
  const paid = { value: 'page', cost: { costUsd: 0.0155, success: true, taskId: 'task-1' } };
  await desk.spending.spend(scope, plan(), () => Promise.resolve(paid));
  const { promise: answer, resolve } = Promise.withResolvers<typeof paid>();
  const late = desk.spending.spend(scope, plan(), () => answer);
  while ((await desk.postgres.query('select 1 from spend_reservations')).rows.length === 0);
  assert.equal((await sweepLostSpends(desk.ctx, { abandonedAfterMs: 0, unknownAfterMs: 0 })).released, 1);
  assert.deepEqual(await countRequests(desk), { requests: 1, rows: 2 });

  // As releases before wrote it, and brought up to date.
  await desk.postgres.query(`update api_costs set request_count = 1;
    update cost_hours set requests = calls; alter table cost_hours drop column unmade; drop index queued_checks_keyword_id_idx`);
  await desk.postgres.query(await readFile(MIGRATION, 'utf8'));
  assert.deepEqual(await countRequests(desk), { requests: 1, rows: 2 });

  resolve({ ...paid, cost: { ...paid.cost, taskId: 'task-2' } });
  await late;
  assert.deepEqual(await countRequests(desk), { requests: 2, rows: 2 });
});
