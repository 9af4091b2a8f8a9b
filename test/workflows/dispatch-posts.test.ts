import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { planDispatch } from '#areas/rankings/dispatch/dispatch-checks.ts';
import { postBatch, type PostContext } from '#purchases/post/post-batch.ts';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, trackStory, dispatch, sweep, TASK_POST, type Story } from '../support/dispatch-run.ts';
import {
  ageChecks,
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  clearFaults,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { testDoubts } from './doubts.ts';

const KEYWORDS = 6;
const PRICE_USD = 0.00465;

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

test('posts to the queue that go wrong', async (t) => {
  // Longer than the provider is late in these tests.
  const app = await startTestApp(t, { doubtMs: 5_000 });
  const scene = { app, story: await trackStory(app, KEYWORDS) };
  await testLostAnswers(t, scene);
  await testProviderDown(t, scene);
  await testHalfGood(t, scene);
  await testBudget(t, scene);
  await testDeaths(t, scene);
  await testDoubts(t, scene);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

/** Posts that the provider has seen, and what it has taken for them. */
async function readProvider({ sandbox }: TestApp): Promise<{ posts: number; costUsd: number }> {
  const { body } = await sandbox.get('/_sandbox/calls');
  const posts = (body.entries as { path: string; cost_usd: number }[]).filter(({ path }) => path === TASK_POST);
  return { posts: posts.length, costUsd: posts.reduce((sum, post) => sum + post.cost_usd, 0) };
}

/** A day of dispatches; each keyword is paid for as often as said. */
async function runDay({ app }: Scene, paid: number, day: () => Promise<void>): Promise<void> {
  await advanceDay(app);
  const before = await readProvider(app);
  // A day that fails leaves no fault to the days after it.
  await day().finally(() => clearFaults(app));
  const { costUsd } = await readProvider(app);
  assert.ok(
    Math.abs(costUsd - before.costUsd - paid * PRICE_USD) < 1e-6,
    `${paid} tasks are paid, not ${(costUsd - before.costUsd) / PRICE_USD}`,
  );
}

async function testLostAnswers(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  for (const kind of ['lost_answer', 'truncated', 'provider_50000']) {
    await t.test(`a post whose answer is lost (${kind}) is found out about, and nothing is paid twice`, () =>
      runDay(scene, KEYWORDS, async () => {
        await setFault(app, { match: 'task_post', kind, count: 1 });
        const done = await dispatch(app);
        assert.deepEqual([done.checked, done.failed], [KEYWORDS, 0]);
        await assertTrue(app, story);
      }),
    );
  }

  await t.test('what cannot be found out shows as failed, and is found out by the next dispatch', () =>
    runDay(scene, KEYWORDS, async () => {
      await setFault(app, { kind: 'swallowed_postback' });
      await setFault(app, { match: 'task_post', kind: 'lost_answer' });
      await setFault(app, { match: 'id_list', kind: 'http_500' });
      assert.equal((await dispatch(app)).failed, KEYWORDS);
      for (const row of await assertNothingInvented(app, story.projectId)) assert.equal(row.status, 'failed');
      await clearFaults(app);
      const { posts } = await readProvider(app);
      const again = dispatch(app);
      await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
      await ageChecks(app, 16);
      await sweep(app);
      assert.equal((await again).checked, KEYWORDS);
      assert.equal((await readProvider(app)).posts, posts, 'nothing is posted again');
      await assertTrue(app, story);
    }),
  );

  await t.test('its postback says it too, and then nothing is due any more', () =>
    runDay(scene, KEYWORDS, async () => {
      // Later than the dispatch ends, on a busy machine too.
      await setFault(app, { kind: 'late_postback', delay_ms: 8_000 });
      await setFault(app, { match: 'task_post', kind: 'lost_answer' });
      await setFault(app, { match: 'id_list', kind: 'http_500' });
      assert.equal((await dispatch(app)).failed, KEYWORDS);
      await clearFaults(app);
      await waitForStatuses(app, ({ failed }) => failed === undefined);
      await assertTrue(app, story);
      assert.equal((await dispatch(app)).due, 0);
    }),
  );
}

async function testProviderDown(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('a provider that is down for a whole dispatch is a failure with its reason, made up for by the next one', () =>
    runDay(scene, KEYWORDS, async () => {
      await setFault(app, { match: '/v3/', kind: 'http_500' });
      const done = await dispatch(app);
      assert.deepEqual([done.checked, done.failed, done.cost_usd], [0, KEYWORDS, 0]);
      for (const row of await assertNothingInvented(app, story.projectId)) {
        assert.equal(row.status, 'failed');
        assert.match(row.error ?? '', /dataforseo/iu);
        assert.notEqual(row.check_date, null, 'the last good position stays');
      }
      await clearFaults(app);
      assert.equal((await dispatch(app)).checked, KEYWORDS);
      await assertTrue(app, story);
    }),
  );
}

async function testHalfGood(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('keywords that the provider refuses show why, and the others have their positions', () =>
    runDay(scene, KEYWORDS / 2, async () => {
      await setFault(app, { match: 'task_post', kind: 'task_40501' });
      const done = await dispatch(app);
      assert.deepEqual([done.checked, done.failed], [KEYWORDS / 2, KEYWORDS / 2]);
      const failed = (await assertNothingInvented(app, story.projectId)).filter(({ status }) => status === 'failed');
      assert.equal(failed.length, KEYWORDS / 2);
      for (const { error } of failed) assert.match(error ?? '', /40501/u);
      await clearFaults(app);
      assert.equal((await dispatch(app)).due, 0, 'they are asked for again on their next day');
    }),
  );

  await t.test('keywords that are refused for now are posted again, they alone', () =>
    runDay(scene, KEYWORDS, async () => {
      await setFault(app, { match: 'task_post', kind: 'task_50301', count: 2 });
      assert.equal((await dispatch(app)).checked, KEYWORDS);
      await assertTrue(app, story);
    }),
  );

  await t.test('an account that is not in order keeps its keywords due', () =>
    runDay(scene, KEYWORDS, async () => {
      await setFault(app, { match: 'task_post', kind: 'provider_40100' });
      assert.equal((await dispatch(app)).failed, KEYWORDS);
      for (const { error } of await assertNothingInvented(app, story.projectId)) assert.match(error ?? '', /40100/u);
      await clearFaults(app);
      assert.equal((await dispatch(app)).checked, KEYWORDS);
      await assertTrue(app, story);
    }),
  );
}

async function testBudget(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('a budget that ends in the middle leaves the rest due, and says so', () =>
    runDay(scene, KEYWORDS, async () => {
      await app.api.put('/api/admin/config', { budgets: { run_cost_usd: 3.5 * PRICE_USD } });
      const done = await dispatch(app);
      await app.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
      assert.deepEqual(
        [done.due, done.checked, done.failed, done.skipped, done.skipped_checks, done.reason],
        [KEYWORDS, 3, 0, true, KEYWORDS - 3, 'budget_exceeded'],
      );
      for (const row of await assertNothingInvented(app, story.projectId)) assert.notEqual(row.status, 'failed');
      assert.equal((await dispatch(app)).checked, KEYWORDS - 3);
      await assertTrue(app, story);
    }),
  );
}

/** Where a process can die between the check that is due and the record of its post. */
async function testDeaths(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  const { context } = app.app;
  const deaths: readonly { name: string; die: (real: PostContext['searchData']) => PostContext['searchData']['postTasks'] }[] = [
    { name: 'before the call', die: () => () => Promise.reject(new Error('nothing was sent')) },
    { name: 'while it is made', die: () => () => new Promise(() => undefined) },
    {
      name: 'before its answer is recorded',
      die: (real) => async (tasks, options) => {
        await real.postTasks(tasks, options);
        return await new Promise<never>(() => undefined);
      },
    },
  ];
  for (const { name, die } of deaths) {
    await t.test(`a process that dies in the middle of a post, ${name}`, () =>
      runDay(scene, KEYWORDS, async () => {
        const dispatchId = newId('wf_');
        const what = { projectId: undefined, limit: 100, dispatchId };
        const [batch] = await planDispatch(context, what);
        assert.deepEqual(await planDispatch(context, what), [batch], 'who plans again is given what was planned');
        const before = await readProvider(app);
        const dying = { ...context, searchData: { ...context.searchData, postTasks: die(context.searchData) } };
        const signal = new AbortController().signal;
        const posting = postBatch(dying, { dispatchId, batch: batch?.batch ?? '', priority: 'normal', source: 'workflow', signal });
        if (name === 'before the call') await assert.rejects(posting, /nothing was sent/u);
        else await waitForStatuses(app, (counts) => counts['posting'] === KEYWORDS);
        if (name.startsWith('before its')) while ((await readProvider(app)).costUsd === before.costUsd);

        assert.equal((await dispatch(app)).due, 0, 'they are under way');
        await ageChecks(app, 6);
        await sweep(app);
        await waitForStatuses(
          app,
          ({ completed, ...open }) => completed !== undefined && Object.keys(open).every((status) => status === 'failed'),
        );
        await assertTrue(app, story);
      }),
    );
  }
}
