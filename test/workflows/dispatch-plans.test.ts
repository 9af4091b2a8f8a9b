import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { planDispatch } from '#areas/rankings/dispatch/dispatch-checks.ts';
import { enqueuePost } from '#purchases/post/enqueue-posts.ts';
import { updateSerpPriority } from '#purchases/post/priority.ts';
import { subscriptionDispatch, DispatchWorkflowInput } from '#areas/rankings/dispatch/subscription-dispatch.workflow.ts';
import type { WorkflowContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, trackStory, dispatch, readStory, sweep, TASK_POST, type DispatchOutput, type Story } from '../support/dispatch-run.ts';
import {
  ageChecks,
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  clearFaults,
  countStatuses,
  setFault,
  startDispatch,
  endDispatch,
  waitForStatuses,
} from '../support/queue-run.ts';
import { advanceDay, getTruth, makeProject, track, trueRank } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const KEYWORDS = 6;
/** Checks stay posted until a sweep collects them, however busy the machine is. */
const SILENCE = { kind: 'lost_postback' };

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

test('what a dispatch plans, also while things change', async (t) => {
  const app = await startTestApp(t);
  const scene = { app, story: await trackStory(app, KEYWORDS) };
  await testOverlaps(t, scene);
  await testStranded(t, scene);
  await testChanges(t, scene);
  await testSettings(t, scene);
  await testDepths(t, scene);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

const sum = (outputs: readonly DispatchOutput[]): number => outputs.reduce((total, { checked }) => total + checked, 0);

async function setDelay({ sandbox }: TestApp, delayMs: number): Promise<void> {
  await sandbox.post('/_sandbox/queue', { delay_ms: delayMs });
}

async function testOverlaps(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('two dispatches at once check what is due once', async () => {
    await advanceDay(app);
    const both = await Promise.all([dispatch(app), dispatch(app)]);
    assert.equal(sum(both), KEYWORDS);
    await assertTrue(app, story);
  });

  await t.test('a page that is on its way for one project is not asked for again by another whose day begins elsewhere', async () => {
    const { body } = await app.api.post('/api/projects', { name: 'East', organization_id: 'org_east', time_zone: 'Asia/Tokyo' });
    await app.api.post('/api/assets', {
      project_id: body.project_id,
      type: 'website',
      value: story.site,
      name: 'Ours',
      skip_onboarding: true,
    });
    await track(app, body.project_id, story.keywords);
    await advanceDay(app);
    await setFault(app, SILENCE);
    const first = await startDispatch(app, { project_id: body.project_id });
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    assert.equal((await dispatch(app, { project_id: story.projectId })).due, 0);
    assert.equal((await dispatch(app)).due, 0);
    await clearFaults(app);
    assert.equal((await endDispatch(app, first)).checked, KEYWORDS);
    await assertTrue(app, story);
    await assertTrue(app, { ...story, projectId: body.project_id });
    assert.equal((await dispatch(app)).due, 0);
    await app.api.put(`/api/projects/${body.project_id}`, { status: 'archived' });
  });
}

async function testStranded(t: TestContext, { app, story }: Scene): Promise<void> {
  const { context } = app.app;
  const plan = async (): Promise<{ dispatchId: string; batch: string }> => {
    await advanceDay(app);
    const dispatchId = newId('wf_');
    const [batch] = await planDispatch(context, { projectId: undefined, limit: 100, dispatchId });
    assert.equal(batch?.size, KEYWORDS);
    return { dispatchId, batch: batch?.batch ?? '' };
  };

  await t.test('checks of a dispatch that died are posted by the sweep', async () => {
    await plan();
    await sweep(app);
    await waitForStatuses(app, ({ planned }) => planned === KEYWORDS);
    await ageChecks(app, 6);
    await sweep(app);
    await waitForStatuses(app, ({ planned, posting, posted }) => planned === undefined && posting === undefined && posted === undefined);
    await assertTrue(app, story);
  });

  await t.test('a post that drain mode let pass is made afterwards, and answers that it let pass are applied', async () => {
    const batch = await plan();
    const runToEnd = async (work: () => Promise<unknown>): Promise<void> => {
      await setDrainMode(app, true);
      await work();
      await setDrainMode(app, false);
    };
    await runToEnd(async () => {
      await context.postgres.transaction((tx) => enqueuePost(context, tx, batch));
      await context.workflows.waitFor(`serp-post:${batch.dispatchId}:${batch.batch}`, PATIENCE_MS);
      assert.deepEqual(await listDrained(app), ['serp-post']);
    });
    await ageChecks(app, 6);
    await setDelay(app, 1_500);
    await sweep(app);
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await runToEnd(async () => {
      await waitUntil(async () => (await listDrained(app)).includes('serp-answers'), 'answers to be drained');
      await waitUntil(async () => (await countReceived(app)) >= KEYWORDS, 'every answer to be received');
    });
    await setDelay(app, 50);
    await context.postgres.query(`update serp_answers set received_at = received_at - interval '2 minutes'`);
    await sweep(app);
    await waitForStatuses(app, ({ posted }) => posted === undefined);
    await assertTrue(app, story);
  });

  await t.test('a dispatch that is terminated posts nothing more, and its keywords stay due', async () => {
    await advanceDay(app);
    const { sandbox } = app;
    const before = (await sandbox.get('/_sandbox/calls')).body.by_endpoint[TASK_POST];
    const dispatchId = await context.workflows.start('subscription-dispatch', { source: 'cron' }, { id: newId('wf_'), delayMs: 3_600_000 });
    const [batch] = await planDispatch(context, { projectId: undefined, limit: 100, dispatchId });
    await context.workflows.terminate(dispatchId);
    await context.postgres.transaction((tx) => enqueuePost(context, tx, { dispatchId, batch: batch?.batch ?? '' }));
    await waitForStatuses(app, ({ planned }) => planned === undefined);
    assert.equal((await sandbox.get('/_sandbox/calls')).body.by_endpoint[TASK_POST], before);
    assert.equal((await dispatch(app)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

/** Ends when the workers act on it: a workflow without consequences is started until it is drained, or is not. */
async function setDrainMode({ app, api }: TestApp, isOn: boolean): Promise<void> {
  await api.put('/api/admin/config', { drain_mode: isOn });
  const { workflows } = app.context;
  await waitUntil(
    async () => {
      const ended = await workflows.waitFor<{ drained?: true }>(await workflows.start('audit-prune', {}), PATIENCE_MS);
      return ended !== undefined && (ended.output.drained === true) === isOn;
    },
    `drain mode to be ${isOn ? 'on' : 'off'}`,
  );
}

async function listDrained({ app }: TestApp): Promise<string[]> {
  const { rows } = await app.context.postgres.query<{ name: string }>(
    `select distinct w.name from workflow_marks m join dbos.workflow_status w on w.workflow_uuid = m.workflow_id
     where m.mark = 'drained' and w.name in ('serp-post', 'serp-answers') order by w.name desc`,
  );
  return rows.map(({ name }) => name);
}

async function countReceived({ app }: TestApp): Promise<number> {
  const { rows } = await app.context.postgres.query<{ count: number }>(
    `select count(*) as count from serp_answers where status = 'received'`,
  );
  return rows[0]?.count ?? 0;
}

async function testChanges(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('what is untracked before its post is let go, after it the page is kept', async () => {
    const { context } = app.app;
    const projectId = await makeProject(app.api, [story.site], 'org_fickle');
    await track(app, projectId, ['a keyword of one day', 'a keyword of two days']);
    await advanceDay(app);
    const { rows } = await context.postgres.query<{ keywordId: string }>(
      `select keyword_id from tracked_keywords where project_id = $1 order by keyword_id`,
      [projectId],
    );
    const untrack = (at: number) => app.api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [rows[at]?.keywordId] });
    const dispatchId = newId('wf_');
    const [batch] = await planDispatch(context, { projectId, limit: 100, dispatchId });
    await untrack(0);
    await setFault(app, SILENCE);
    await context.postgres.transaction((tx) => enqueuePost(context, tx, { dispatchId, batch: batch?.batch ?? '' }));
    await waitForStatuses(app, ({ posted, planned }) => posted === 1 && planned === undefined);
    await untrack(1);
    await app.api.put(`/api/projects/${projectId}`, { status: 'archived' });
    await clearFaults(app);
    await waitUntil(async () => {
      await sweep(app);
      return (await countStatuses(app.app.context))['posted'] === undefined;
    }, 'the answer to be collected');
    const runs = await context.postgres.query<{ keywordId: string; status: string }>(
      'select keyword_id, status from serp_runs where workflow_id = $1',
      [dispatchId],
    );
    assert.deepEqual(runs.rows, [{ keywordId: rows[1]?.keywordId, status: 'completed' }]);
    assert.equal((await dispatch(app)).checked, KEYWORDS);
  });
}

async function testSettings(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('high priority costs double, and is announced before', async () => {
    await advanceDay(app);
    const normal = await dispatch<{ cost_usd: number }>(app, { dry_run: true });
    await updateSerpPriority(app.app.context.postgres, 'high');
    const high = await dispatch<{ cost_usd: number }>(app, { dry_run: true });
    assert.ok(Math.abs(high.cost_usd - 2 * normal.cost_usd) < 1e-6);
    const done = await dispatch(app);
    await updateSerpPriority(app.app.context.postgres, 'normal');
    assert.deepEqual([done.checked, done.cost_usd], [KEYWORDS, high.cost_usd]);
    await assertTrue(app, story);
  });

  await t.test('without credentials keywords show why, and stay due', async () => {
    await advanceDay(app);
    const { context } = app.app;
    const step = async (_name: string, work: () => Promise<unknown>): Promise<unknown> => await work();
    const searchData = { ...context.searchData, isConfigured: false };
    const unconfigured = { ...context, searchData, step, waitUntil: (look: () => unknown) => look(), workflowId: newId('wf_') };
    const input = DispatchWorkflowInput.parse({}) as never;
    const output = (await subscriptionDispatch.run(unconfigured as unknown as WorkflowContext, input)) as DispatchOutput;
    assert.deepEqual([output.failed, output.checked, output.reason], [KEYWORDS, 0, 'credentials_missing']);
    for (const { error } of await assertNothingInvented(app, story.projectId)) assert.equal(error, 'DataForSEO credentials not configured');
    assert.equal((await dispatch(app)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

interface Depth {
  readonly strategy: 'until_found' | 'adaptive';
  readonly lastPosition?: number;
  readonly posts: number;
}

const DEPTHS: readonly Depth[] = [
  { strategy: 'until_found', posts: 1 },
  { strategy: 'adaptive', posts: 1 },
  // Stood on top, and does so no more: read again, and deeper.
  { strategy: 'adaptive', lastPosition: 1, posts: 2 },
];

/** A keyword for which the site stands on a page in the middle. */
async function findMiddleKeyword(app: TestApp, site: string): Promise<string> {
  for (const keyword of (await readStory(app, 200)).keywords) {
    const rank = trueRank(await getTruth(app, keyword), site);
    if (rank !== null && rank > 25 && rank < 65) return keyword;
  }
  return assert.fail('the site stands too well');
}

async function testDepths(t: TestContext, { app, story }: Scene): Promise<void> {
  const keyword = await findMiddleKeyword(app, story.site);
  for (const { strategy, lastPosition, posts } of DEPTHS) {
    await t.test(
      `${strategy}${lastPosition === undefined ? '' : ' of a site that fell'} reads no deeper than needed, and is due the next day`,
      async () => {
        const projectId = await makeProject(app.api, [story.site], `org_${strategy}_${posts}`);
        const { body: tracked } = await app.api.post('/api/keywords/track', {
          project_id: projectId,
          keywords: [{ keyword_text: keyword, depth: 100, depth_strategy: strategy }],
        });
        // What is still being read live is not dispatched.
        await app.app.context.workflows.waitFor(tracked.serp_tracking.workflow_id, PATIENCE_MS);
        await advanceDay(app);
        await dispatch(app, { project_id: projectId });
        await advanceDay(app);
        if (lastPosition !== undefined)
          await app.app.context.postgres.query('update current_rankings set position = $1, rank_group = $1 where project_id = $2', [
            lastPosition,
            projectId,
          ]);
        const before = (await app.sandbox.get('/_sandbox/calls')).body.by_endpoint[TASK_POST];
        assert.equal((await dispatch(app, { project_id: projectId })).checked, 1);
        assert.equal((await app.sandbox.get('/_sandbox/calls')).body.by_endpoint[TASK_POST] - before, posts);
        const [row] = await assertNothingInvented(app, projectId);
        const depth = row?.checked_depth ?? 0;
        if (posts === 1) assert.ok(row?.status === 'ranked' && depth > 20 && depth < 100, `read ${depth} deep`);
        else assert.equal(depth, 100);
        assert.equal((await dispatch(app, { project_id: projectId })).due, 0, 'reading that ended early is a check all the same');
        await app.api.put(`/api/projects/${projectId}`, { status: 'archived' });
      },
    );
  }
}
