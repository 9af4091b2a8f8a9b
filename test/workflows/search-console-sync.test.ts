import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { makeDayKeeper } from '../../src/areas/search-console/sync/keep-days.ts';
import { readBatch } from '../../src/areas/search-console/sync/read-batch.ts';
import { GOOGLE_LIMITS, readDay } from '../../src/areas/search-console/sync/read-day.ts';
import { wantDays } from '../../src/areas/search-console/sync/store/days.ts';
import { beginSync, endSync } from '../../src/areas/search-console/sync/store/syncs.ts';
import { openCredentials } from '../../src/areas/search-console/connections/credentials.ts';
import { findConnection } from '../../src/areas/search-console/connections/store/connections.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  advanceMinutes,
  bindProject,
  getSync,
  getTruth,
  listDays,
  sumTable,
  waitForDays,
  waitForSync,
  type ReadingProject,
} from '../support/search-console-world.ts';

const DAYS = 90;
const DAY_MINUTES = 24 * 60;

test('what Google counts is collected day by day', { timeout: 900_000 }, async (t) => {
  const world = await startTestApp(t);
  const project = await bindProject(world);
  const { projectId, propertyId, siteUrl } = project;
  await waitForDays(world, projectId, DAYS + 1);
  const days = await listDays(world, projectId, '');
  const final = days.filter(({ state }) => state === 'final');
  const [from, to] = [final[DAYS - 1].day, final[0].day] as [string, string];

  await t.test('the newest days come first, without a gap', () => {
    const read = days.findLastIndex(({ state }) => state !== 'missing') + 1;
    assert.ok(days.slice(0, Math.min(read, 28)).every(({ state }) => state !== 'missing'));
  });

  await t.test('totals of 90 days are what is true, and the sum over queries is less by what has no name', async () => {
    const truth = await getTruth(world, siteUrl, { from, to });
    const totals = await sumTable(world, 'gsc_totals', propertyId, [from, to]);
    assert.deepEqual([totals.clicks, totals.impressions, totals.days], [truth.totals.clicks, truth.totals.impressions, DAYS]);
    const shown = final.slice(0, DAYS).reduce((sum, { clicks }) => sum + clicks, 0);
    assert.equal(shown, truth.totals.clicks);
    const places = truth.days.reduce((sum: number, day: any) => sum + day.position * day.impressions, 0);
    assert.ok(Math.abs(totals.positionSum - places) / places < 1e-9, `${totals.positionSum} is not ${places}`);
    const queries = await sumTable(world, 'gsc_queries', propertyId, [from, to]);
    assert.ok(queries.clicks < totals.clicks && queries.impressions < totals.impressions);
    assert.ok(Math.abs(queries.clicks / totals.clicks - truth.named_share) < 0.001, 'the share of clicks that has names');
    assert.equal((await sumTable(world, 'gsc_pages', propertyId, [from, to])).clicks, queries.clicks);
  });

  await t.test('a day of more rows than Google gives is said to be cut, and one of fewer is not', async () => {
    const cut = await readWith(world, project, to, { rowsMax: 40, limits: { day: 40, page: 15 } });
    const whole = await readWith(world, project, to, { rowsMax: GOOGLE_LIMITS.day, limits: GOOGLE_LIMITS });
    assert.deepEqual([cut.isCut, whole.isCut], [true, false]);
    assert.equal(cut.rows, 40, 'in pages of 15');
    assert.ok(whole.rows > 40);
  });

  await waitForSync(world, projectId);

  await t.test('a step that fails in its middle and is tried again has counted each day that it read once', async () => {
    const { context } = world.app;
    const key = { propertyId, type: 'web' } as const;
    const wanted = await wantDays(context.postgres, { ...key, from, to }, context.clock.now());
    const since = await beginSync(context.postgres, key, context.clock.now());
    const asked = { key, since, without: [], signal: AbortSignal.timeout(PATIENCE_MS), isLastTry: false };
    let inserts = 0;
    const insertLines: (typeof context.clickhouse)['insertLines'] = async (...row) => {
      if ((inserts += 1) > 30) throw new Error('died');
      await context.clickhouse.insertLines(...row);
    };
    const failing = { ...context, clickhouse: { ...context.clickhouse, insertLines } } as unknown as WorkflowContext;
    await assert.rejects(readBatch(failing, asked), /died/u);
    const { days_done: before } = await getSync(world, projectId);
    assert.ok(before > 0 && before < DAYS, String(before));
    while ((await readBatch(context as unknown as WorkflowContext, asked)).end === undefined);
    assert.deepEqual([wanted, (await getSync(world, projectId)).days_done], [DAYS, DAYS]);
    const ended = { status: 'idle', fault: null, cause: null, nextStep: null, pausedUntil: null, now: context.clock.now() } as const;
    await endSync(context.postgres, key, ended);
  });

  await t.test('the last days are partial until they are final, and have changed by then', async () => {
    const before = days.filter(({ state }) => state === 'partial');
    assert.equal(before.length, 3);
    await advanceMinutes(world, 4 * DAY_MINUTES);
    const last = before[0].day;
    await waitForFinal(world, projectId, last);
    const after = await listDays(world, projectId, `from=${before.at(-1).day}&to=${last}`);
    assert.deepEqual(
      after.map(({ day, state }) => [day, state]),
      before.map(({ day }) => [day, 'final']),
    );
    for (const [at, { clicks, impressions }] of after.entries())
      assert.ok(impressions > before[at].impressions && clicks >= before[at].clicks);
    const truth = await getTruth(world, siteUrl, { from: before.at(-1).day, to: last });
    assert.equal(
      after.reduce((sum, { impressions }) => sum + impressions, 0),
      truth.totals.impressions,
    );
  });

  await t.test('a month that Google counted again changes by a resync, and not before', async () => {
    const month = addDays(from, 15).slice(0, 7);
    const [first, last] = [`${month}-01`, addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)] as [string, string];
    const old = await sumTable(world, 'gsc_totals', propertyId, [first, last]);
    await world.sandbox.post('/_sandbox/search-console', { revised_month: month });
    await world.api.post(`/api/projects/${projectId}/search-console/sync`, {});
    await waitForSync(world, projectId);
    assert.equal(
      (await sumTable(world, 'gsc_totals', propertyId, [first, last])).impressions,
      old.impressions,
      'final days are left alone',
    );
    const started = await world.api.post(`/api/projects/${projectId}/search-console/sync`, { from: first, to: last });
    assert.deepEqual([started.status, started.body.days_wanted], [202, old.days]);
    await waitForSync(world, projectId);
    const truth = await getTruth(world, siteUrl, { from: first, to: last });
    const revised = await sumTable(world, 'gsc_totals', propertyId, [first, last]);
    assert.ok(revised.impressions < old.impressions);
    assert.deepEqual([revised.clicks, revised.impressions], [truth.totals.clicks, truth.totals.impressions]);
  });

  await t.test('a span beyond 16 months is refused', async () => {
    const { coverage } = await getSync(world, projectId);
    const wrong = { from: addDays(coverage.from, -1), to: addDays(coverage.to, 1) };
    const { status, body } = await world.api.post(`/api/projects/${projectId}/search-console/sync`, wrong);
    assert.equal(status, 400);
    assert.deepEqual(
      body.details.map(({ path }: { path: string }) => path),
      ['from', 'to'],
    );
  });
});

/** The keeper begins the reading of the day by itself. */
async function waitForFinal(world: TestApp, projectId: string, day: string): Promise<void> {
  await waitUntil(async () => (await listDays(world, projectId, `from=${day}&to=${day}`))[0].state === 'final', `${day} to be final`);
  await waitForSync(world, projectId);
}

interface Cut {
  readonly rowsMax: number;
  readonly limits: typeof GOOGLE_LIMITS;
}

/** Reads a day as the workflow does, of a Google that gives fewer rows. */
async function readWith({ app, sandbox }: TestApp, project: ReadingProject, day: string, { rowsMax, limits }: Cut) {
  await sandbox.post('/_sandbox/search-console', { rows_max: rowsMax });
  const connection = (await findConnection(app.context.postgres, project.connectionId)) ?? assert.fail();
  const credentials = await openCredentials(app.context, app.context.postgres, connection);
  let rows = 0;
  const keepDay = makeDayKeeper({ insertLines: (_table, lines) => Promise.resolve(void (rows = lines.split('\n').length)) }, 1);
  const asked = {
    key: { propertyId: project.propertyId, type: 'web' },
    siteUrl: project.siteUrl,
    credentials,
    day,
    isRecent: false,
  } as const;
  const read = await readDay({ ...app.context, keepDay }, asked, limits);
  return { isCut: read?.isCut, rows };
}
