import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { planDispatch } from '#areas/rankings/dispatch/dispatch-checks.ts';
import { postBatch, type PostContext } from '#purchases/post/post-batch.ts';
import { resolveDoubts } from '#purchases/doubts/resolve-doubts.ts';
import type { BatchKey } from '#purchases/tasks/store.ts';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { TestApp } from '../support/app.ts';
import { assertTrue, type Story } from '../support/dispatch-run.ts';
import { ageChecks, clearFaults, listPaidTags, listPosts, setFault, settleAll, waitForStatuses } from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

/** As in production. */
const DOUBT_MS = 600_000;
/** So long after its answer the record shows a post. */
const RECORDED_WITHIN_MS = 5_000;
/** Time enough to see that the call has come. */
const LATE_MS = 2_000;

/** Posts whose answer was lost: that the provider's record does not show them yet proves nothing. */
export async function testDoubts(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  const context = { ...app.app.context, doubtMs: DOUBT_MS };
  const keywords = story.keywords.length;
  const look = (batch: BatchKey) => resolveDoubts(context, batch, new AbortController().signal);

  await t.test('a post that the provider works on after its sender has gone is found later, and made once', () =>
    runDay(scene, async (batch) => {
      await setFault(app, { match: 'task_post', kind: 'late_work', delay_ms: LATE_MS, count: 1 });
      await loseAnswer(scene, batch);
      const first = await look(batch);
      assert.deepEqual([first.found, first.missing], [0, 0]);
      assert.ok(first.waitMs > 0 && first.waitMs <= DOUBT_MS / 10, `${first.waitMs} ms until the second look`);
      await waitForWork(app);
      assert.deepEqual(await look(batch), { found: keywords, missing: 0, waitMs: 0 });
      assert.equal((await post(context, batch)).posted, 0);
    }),
  );

  await t.test('a post that never left is made when its doubt is over, and not before', () =>
    runDay(scene, async (batch) => {
      void post({ ...context, searchData: { ...context.searchData, postTasks: () => new Promise(() => undefined) } }, batch);
      await waitForStatuses(app, ({ posting }) => posting === keywords);
      assert.deepEqual((await look(batch)).missing, 0);
      assert.equal((await post(context, batch)).posted, 0);
      await ageChecks(app, 9);
      const { missing, waitMs } = await look(batch);
      assert.ok(missing === 0 && waitMs > 0 && waitMs <= 60_000, `${waitMs} ms until the doubt is over`);
      await ageChecks(app, 1);
      assert.deepEqual(await look(batch), { found: 0, missing: keywords, waitMs: 0 });
      assert.equal((await post(context, batch)).posted, keywords);
    }),
  );

  await t.test('a post in the record of the provider is recorded at the first look', () =>
    runDay(scene, async (batch) => {
      await setFault(app, { match: 'task_post', kind: 'lost_answer' });
      assert.equal((await post(context, batch)).doubtful, keywords);
      assert.deepEqual(await look(batch), { found: keywords, missing: 0, waitMs: 0 });
    }),
  );

  for (const [kind, isTaken] of [
    ['http_500', false],
    ['denied_answer', true],
  ] as const) {
    await t.test(`a post that was answered with a fault (${kind}) is looked up after seconds, and paid once`, () =>
      runDay(scene, async (batch) => {
        await setFault(app, { match: 'task_post', kind, count: 1 });
        assert.equal((await post(context, batch)).doubtful, keywords);
        const lookUps = await countLookUps(app);
        const { waitMs, ...early } = await look(batch);
        assert.deepEqual(early, { found: 0, missing: 0 });
        assert.ok(waitMs > 0 && waitMs <= RECORDED_WITHIN_MS, `${waitMs} ms until the look`);
        assert.equal((await post(context, batch)).posted, 0);
        assert.equal(await countLookUps(app), lookUps, 'the record says nothing yet');
        await ageAnswers(app);
        assert.deepEqual(await look(batch), { found: isTaken ? keywords : 0, missing: isTaken ? 0 : keywords, waitMs: 0 });
        assert.equal((await post(context, batch)).posted, isTaken ? 0 : keywords);
      }),
    );
  }

  await t.test('one look decides the answered posts of all batches', () =>
    runDay(scene, async (batch) => {
      await setFault(app, { match: 'task_post', kind: 'http_500', count: 2 });
      const other = await splitBatch(app, batch);
      for (const half of [batch, other]) assert.ok((await post(context, half)).doubtful > 0);
      await ageAnswers(app);
      const lookUps = await countLookUps(app);
      const { missing } = await look(batch);
      assert.ok(missing > 0 && missing < keywords);
      assert.deepEqual(await look(other), { found: 0, missing: 0, waitMs: 0 });
      assert.equal(await countLookUps(app), lookUps + 1);
      for (const half of [batch, other]) assert.ok((await post(context, half)).posted > 0);
    }),
  );

  for (const skewMs of [-90_000, 300_000, -3_600_000]) {
    await t.test(`with the provider's clock ${skewMs / 1_000} s ahead, a lost post is found at once, and its price`, () =>
      runDay(scene, async (batch) => {
        await settleAll(context);
        await app.sandbox.post('/_sandbox/clock', { skew_ms: skewMs });
        await setFault(app, { match: 'task_post', kind: 'lost_answer' });
        assert.equal((await post(context, batch)).doubtful, keywords);
        assert.deepEqual(await look(batch), { found: keywords, missing: 0, waitMs: 0 });
        assert.deepEqual(await settleAll(context), { settled: keywords, released: 0 });
      }).finally(() => app.sandbox.post('/_sandbox/clock', { skew_ms: 0 })),
    );
  }

  await t.test('a lost post is found, and its price, although the clock of the world was moved meanwhile', () =>
    runDay(scene, async (batch) => {
      await settleAll(context);
      await setFault(app, { match: 'task_post', kind: 'late_work', delay_ms: LATE_MS, count: 1 });
      await loseAnswer(scene, batch);
      // By hours, but not into another day, whose positions are others.
      const now = context.clock.now();
      await app.sandbox.post('/_sandbox/clock', { now: now.getTime() + (now.getUTCHours() < 12 ? 2 : -2) * 3_600_000 });
      await waitForWork(app);
      assert.deepEqual(await look(batch), { found: keywords, missing: 0, waitMs: 0 });
      assert.deepEqual(await settleAll(context), { settled: keywords, released: 0 });
    }),
  );

  await t.test('the message waits without a place and without a failed try', () =>
    runDay(scene, async (batch) => {
      await setFault(app, { match: 'task_post', kind: 'late_work', delay_ms: LATE_MS, count: 1 });
      await loseAnswer(scene, batch);
      // This service trusts the record soon: the post is still to be sent, by its clock.
      await ageChecks(app, -1);
      const { workflows, postgres } = context;
      const input = { dispatch_id: batch.dispatchId, batch: batch.batch };
      const ended = await workflows.waitFor(await workflows.start('serp-post', input, { id: newId('wf_') }), PATIENCE_MS);
      assert.deepEqual(ended?.output, { posted: 0, doubtful: keywords, skipped: 0, failed: 0 });
      const waiting = await workflows.list({ type: 'serp-post', statuses: ['queued'], limit: 10, offset: 0 });
      assert.equal(waiting.length, 1);
      const { rows } = await postgres.query(`select from workflow_events where workflow_id = any ($1)`, [waiting.map(({ id }) => id)]);
      assert.equal(rows.length, 0);
      await waitForWork(app);
      await ageChecks(app, 2);
      await postgres.transaction((tx) => tx.query(`update dbos.workflow_status set delay_until_epoch_ms = 0 where status = 'DELAYED'`));
      await waitForStatuses(app, ({ completed }) => completed !== undefined);
    }),
  );

  await t.test('a process that stood still before its post makes none after another has taken over', () =>
    runDay(scene, async (batch) => {
      const [frozen, next] = [hold(context), hold(context)];
      const { clock } = context;
      // Longer than a post may take.
      const before = { ...clock, realNow: () => clock.realNow() - 121_000 };
      const zombie = post({ ...frozen.context, clock: before }, batch);
      await waitForStatuses(app, ({ posting }) => posting === keywords);
      assert.equal((await resolveDoubts({ ...context, doubtMs: 120_000 }, batch, new AbortController().signal)).missing, keywords);
      const posting = post(next.context, batch);
      await waitForStatuses(app, (counts) => counts['posting'] === keywords);
      frozen.release();
      await assert.rejects(zombie, /its turn came too late/u);
      await waitForStatuses(app, (counts) => counts['posting'] === keywords);
      assert.equal((await post(context, batch)).posted, 0, 'what it says of its own post changes nothing of the next one');
      next.release();
      assert.equal((await posting).posted, keywords);
    }),
  );

  await t.test('a process that stood still and posts within its time is found by the one that took over', () =>
    runDay(scene, async (batch) => {
      const frozen = hold(context);
      const thawed = post(frozen.context, batch);
      await waitForStatuses(app, ({ posting }) => posting === keywords);
      assert.ok((await look(batch)).waitMs > 0);
      assert.equal((await post(context, batch)).posted, 0);
      frozen.release();
      assert.equal((await thawed).posted, keywords);
      assert.deepEqual(await look(batch), { found: 0, missing: 0, waitMs: 0 });
    }),
  );
}

/** A process that stands still between marking its checks and posting them, until it is released. */
function hold<Context extends PostContext>(context: Context): { readonly context: Context; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { searchData } = context;
  const postTasks: typeof searchData.postTasks = async (...args) => {
    await promise;
    return await searchData.postTasks(...args);
  };
  return { context: { ...context, searchData: { ...searchData, postTasks } }, release: resolve };
}

async function post(context: PostContext, batch: BatchKey, signal: AbortSignal = new AbortController().signal) {
  return await postBatch(context, { ...batch, priority: 'normal', source: 'workflow', signal });
}

async function countLookUps({ sandbox }: TestApp): Promise<number> {
  return (await sandbox.get('/_sandbox/calls?limit=0')).body.by_endpoint['/v3/serp/id_list'] ?? 0;
}

/** Dates answers of posts in doubt back, as if they had come that much earlier (real time). */
async function ageAnswers({ app }: TestApp): Promise<void> {
  const { postgres } = app.context;
  await postgres.query('update queued_checks set answered_at = answered_at - make_interval(secs => $1)', [RECORDED_WITHIN_MS / 1_000]);
}

/** Puts one check of a batch into another one. */
async function splitBatch({ app }: TestApp, { dispatchId, batch }: BatchKey): Promise<BatchKey> {
  const other = newId('task_');
  await app.context.postgres.query(
    `update queued_checks set batch = $1 where id = (select min(id) from queued_checks where dispatch_id = $2 and batch = $3)`,
    [other, dispatchId, batch],
  );
  return { dispatchId, batch: other };
}

/** Posts a batch, and gives up as soon as the provider, who is late, has the call. */
async function loseAnswer({ app, story }: Scene, batch: BatchKey): Promise<void> {
  const controller = new AbortController();
  const posting = post(app.app.context, batch, controller.signal);
  await waitUntil(async () => (await app.sandbox.get('/_sandbox/faults')).body.faults[0].hits > 0, 'the call to arrive');
  controller.abort(new Error('given up'));
  assert.equal((await posting).doubtful, story.keywords.length);
}

/** Waits until the provider has done the work of the newest post. */
async function waitForWork({ sandbox }: TestApp): Promise<void> {
  await waitUntil(async () => (await listPosts(sandbox)).at(-1)?.cost_usd !== 0, 'the work to be done');
}

/** A day whose dispatch is planned and posted by hand: every keyword is posted once, paid once, and shows its position. */
async function runDay({ app, story }: Scene, day: (batch: BatchKey) => Promise<void>): Promise<void> {
  await advanceDay(app);
  const context: AppContext = app.app.context;
  const before = (await listPaidTags(app.sandbox)).length;
  const dispatchId = newId('wf_');
  const [planned] = await planDispatch(context, { projectId: undefined, limit: 100, dispatchId });
  // A day that fails leaves no fault to the days after it.
  await day({ dispatchId, batch: planned?.batch ?? '' }).finally(() => clearFaults(app));
  await waitForStatuses(
    app,
    ({ completed, ...open }) => completed !== undefined && Object.keys(open).every((status) => status === 'failed'),
  );
  const posted = (await listPaidTags(app.sandbox)).slice(before);
  assert.equal(posted.length, story.keywords.length, `each keyword is posted once: ${posted.join(', ')}`);
  await assertTrue(app, story);
}
