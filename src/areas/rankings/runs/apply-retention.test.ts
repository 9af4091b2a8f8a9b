import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { newId } from '#kernel/ids.ts';
import { listPartitions } from '#stores/postgres/partitions.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeAnswer, makeCheck } from '../../../../test/support/rankings-world.ts';
import { deleteOldEvidence, dropOldDetails, dropOldRuns, dropOldSegments, makePartitionsAhead } from './apply-retention.ts';
import { packEvidence } from '../evidence/pack-evidence.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { findResultPage } from '../results/result-pages.ts';
import { listStoredRows } from '../results/analytics.ts';
import { listRawAnswers, storeRawAnswers } from '../evidence/raw-answers.ts';
import { ensureEvidencePartition } from '../evidence/store/evidence.ts';
import { toQueryId } from '../check.ts';
import { findRunRecord } from './store/run-record.ts';

const LOCK_NOT_AVAILABLE = '55P03';

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  let now = new Date('2025-11-20T10:00:00.000Z');
  const ctx = { ...stores, clock: { now: () => now, realNow: () => Date.now() }, config: { serpRetentionDays: 35, serpEvidenceDays: 35 } };
  const check = makeCheck('kept for a while');
  return {
    ...stores,
    ctx,
    moveTo: (instant: string) => {
      now = new Date(instant);
    },
    /** A run of this moment with its evidence. */
    addRun: async () => {
      const runId = newId('run_');
      await ensureEvidencePartition(stores.postgres, now);
      await storeRawAnswers(stores.postgres, [{ runId, instant: now, answer: 'as received' }]);
      const { items, ...answer } = makeAnswer([]);
      const run = { ...answer, id: runId, queryId: toQueryId(check), projectId: null, workflowId: null, depth: 100, checkTs: now };
      await ingestSerp(ctx, { check, page: { items, run: { ...run, fetchedAt: new Date() } } });
      return runId;
    },
  };
}

test('partitions are there before their month begins', async (t) => {
  const { ctx, moveTo, postgres } = await openWorld(t);
  moveTo('2025-12-31T23:59:59.999Z');
  await makePartitionsAhead(ctx);
  for (const table of ['serp_runs', 'serp_evidence'])
    assert.deepEqual(await listPartitions(postgres, table), [`${table}_2025_12`, `${table}_2026_01`]);
  moveTo('2026-01-31T00:00:00.000Z');
  await makePartitionsAhead(ctx);
  const months = (await listPartitions(postgres, 'serp_runs')).map((name) => name.slice(-7));
  assert.deepEqual(months, ['2025_12', '2026_01', '2026_02']);
});

test('runs and evidence are dropped by the month, never before 35 days, over the ends of months and years', async (t) => {
  const { ctx, moveTo, addRun, postgres } = await openWorld(t);
  const early = await addRun();
  moveTo('2025-11-30T23:59:59.999Z');
  const late = await addRun();
  moveTo('2025-12-01T00:00:00.000Z');
  const next = await addRun();

  moveTo('2026-01-04T23:59:59.999Z');
  assert.deepEqual(await dropOldRuns(ctx), [], 'the last run of November is 35 days old and less');
  assert.equal((await findRunRecord(postgres, early))?.run.id, early);

  moveTo('2026-01-05T00:00:00.000Z');
  assert.deepEqual(await dropOldRuns(ctx), ['serp_runs_2025_11', 'serp_evidence_2025_11']);
  for (const runId of [early, late]) {
    assert.equal(await findRunRecord(postgres, runId), undefined);
    assert.deepEqual(await listRawAnswers(ctx, runId), []);
  }
  assert.equal((await listRawAnswers(ctx, next)).length, 1);
  assert.deepEqual(await dropOldRuns(ctx), [], 'once');
});

test('the setting keeps them longer', async (t) => {
  const { ctx, moveTo, addRun } = await openWorld(t);
  await addRun();
  moveTo('2026-01-20T00:00:00.000Z');
  assert.deepEqual(await dropOldRuns({ ...ctx, config: { serpRetentionDays: 60, serpEvidenceDays: 60 } }), []);
  assert.equal((await dropOldRuns(ctx)).length, 2);
});

test('answers that are kept for fewer days than their runs go by the day, and their runs stay', async (t) => {
  const { ctx, moveTo, addRun, postgres } = await openWorld(t);
  const days = ['2025-11-29', '2025-11-30', '2025-12-01', '2025-12-02'];
  const runs: string[] = [];
  for (const day of days) {
    moveTo(`${day}T12:00:00.000Z`);
    runs.push(await addRun());
  }
  const listKept = async (): Promise<number[]> => await Promise.all(runs.map(async (runId) => (await listRawAnswers(ctx, runId)).length));
  assert.equal(await deleteOldEvidence(ctx), 0, 'as long as runs: they go together');

  const week = { ...ctx, config: { serpRetentionDays: 35, serpEvidenceDays: 7 } };
  moveTo('2025-12-07T12:00:00.001Z');
  assert.deepEqual([await dropOldRuns(week), await deleteOldEvidence(week)], [[], 2], 'the month is not over by seven days yet');
  assert.deepEqual(await listKept(), [0, 0, 1, 1]);
  moveTo('2025-12-08T12:00:00.000Z');
  assert.deepEqual([await dropOldRuns(week), await deleteOldEvidence(week)], [['serp_evidence_2025_11'], 0]);

  const none = { ...ctx, config: { serpRetentionDays: 35, serpEvidenceDays: 0 } };
  assert.deepEqual([await dropOldRuns(none), await deleteOldEvidence(none)], [[], 2], 'what was kept before');
  assert.deepEqual(await listKept(), [0, 0, 0, 0]);
  for (const runId of runs) assert.equal((await findRunRecord(postgres, runId))?.run.id, runId);
});

test('a reader who takes long is not waited for, and holds nobody else up for long', async (t) => {
  const { ctx, moveTo, addRun, postgres } = await openWorld(t);
  const runId = await addRun();
  moveTo('2026-01-20T00:00:00.000Z');
  await postgres.transaction(async (reader) => {
    await reader.query('select count(*) from serp_runs');
    const dropping = assert.rejects(dropOldRuns(ctx), { code: LOCK_NOT_AVAILABLE });
    const began = performance.now();
    assert.equal((await findRunRecord(postgres, runId))?.run.id, runId);
    assert.ok(performance.now() - began < 30_000);
    await dropping;
  });
  assert.deepEqual(await dropOldRuns(ctx), ['serp_runs_2025_11', 'serp_evidence_2025_11']);
});

test('packed answers go with their rows, by the day or by the month, and no segment stays behind', async (t) => {
  const { ctx, moveTo, addRun } = await openWorld(t);
  const runs: string[] = [];
  for (const day of ['2025-11-29', '2025-11-30', '2025-12-01', '2025-12-02']) {
    moveTo(`${day}T12:00:00.000Z`);
    runs.push(await addRun());
    await packEvidence(ctx);
  }
  const retain = async (config: { serpRetentionDays: number; serpEvidenceDays: number }): Promise<number> => {
    const asSet = { ...ctx, config };
    await dropOldRuns(asSet);
    await deleteOldEvidence(asSet);
    return await dropOldSegments(asSet);
  };
  const listKept = async (): Promise<number[]> => await Promise.all(runs.map(async (runId) => (await listRawAnswers(ctx, runId)).length));
  assert.equal(await retain({ serpRetentionDays: 35, serpEvidenceDays: 35 }), 0);
  moveTo('2025-12-07T11:00:00.000Z');
  assert.equal(await retain({ serpRetentionDays: 35, serpEvidenceDays: 7 }), 1, 'of the second day an answer is kept for an hour');
  assert.deepEqual(await listKept(), [0, 1, 1, 1]);
  moveTo('2026-01-04T23:59:59.999Z');
  assert.equal(await retain({ serpRetentionDays: 35, serpEvidenceDays: 35 }), 0, 'the month is kept to its last day');
  assert.deepEqual(await listKept(), [0, 1, 1, 1]);
  moveTo('2026-01-05T00:00:00.000Z');
  assert.equal(await retain({ serpRetentionDays: 35, serpEvidenceDays: 35 }), 1);
  assert.deepEqual(await listKept(), [0, 0, 1, 1]);
  assert.equal(await retain({ serpRetentionDays: 35, serpEvidenceDays: 0 }), 2);
  assert.deepEqual(await listKept(), [0, 0, 0, 0]);
});

test('details of results go with their runs, by the month, and the results stay', async (t) => {
  const { ctx, moveTo, addRun, postgres, outbox, clickhouse } = await openWorld(t);
  const old = await addRun();
  moveTo('2025-12-01T00:00:00.000Z');
  const next = await addRun();
  await outbox.flush();
  const { rows } = await postgres.query<{ id: string; keywordId: string; checkDate: string }>(
    'select id, keyword_id, check_date from serp_runs',
  );
  const retain = async (): Promise<number> => {
    await dropOldRuns(ctx);
    return await dropOldDetails(ctx);
  };
  moveTo('2026-01-04T23:59:59.999Z');
  assert.equal(await retain(), 0);
  assert.equal((await findResultPage(ctx, old))?.items[0]?.page, 1);
  moveTo('2026-01-05T00:00:00.000Z');
  assert.equal(await retain(), 1);
  assert.equal(await findResultPage(ctx, old), undefined);
  assert.equal((await findResultPage(ctx, next))?.items[0]?.page, 1);
  const stored = await listStoredRows(clickhouse, rows);
  assert.deepEqual([stored.get(old)?.length, stored.get(next)?.length], [100, 100]);
});
