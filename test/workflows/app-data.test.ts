import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWith } from '#areas/index.ts';
import { newId } from '#kernel/ids.ts';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { appDataArea, type StoresAsked } from '../support/app-data-area.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { deliver } from '../support/deliveries.ts';
import { sweep } from '../support/dispatch-run.ts';
import {
  ageChecks,
  assertLedgerAgrees,
  assertPostedOnce,
  clearFaults,
  listPaidTags,
  listPosts,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';

const areas = joinWith([appDataArea]);
const LOOK_MS = 150;
const DEADLINE_MS = 120_000;
/** Between two posts about `store_b`, whatever asks. */
const DELAY_MS = 1_000;
const US = { store: 'store_b', storefront: 'us' } as const;
const CHART = { ...US, kind: 'app_list', chart: 'topselling_free', categoryId: 'GAME', depth: 50 } as const;

async function startAsking({ app }: TestApp, requests: readonly AppDataRequest[]): Promise<string> {
  return await app.context.workflows.start('test-ask-stores', { requests }, { id: newId('wf_') });
}

/** Waits as the service does: what does not come by itself is collected by sweeps. */
async function endAsking(world: TestApp, id: string): Promise<StoresAsked> {
  for (const end = performance.now() + DEADLINE_MS; performance.now() < end;) {
    const ended = await world.app.context.workflows.waitFor<StoresAsked>(id, LOOK_MS);
    if (ended !== undefined) return ended.output;
    await sweep(world).catch(() => undefined);
  }
  return assert.fail('the questions have not ended');
}

const ask = async (world: TestApp, requests: readonly AppDataRequest[]): Promise<StoresAsked> =>
  await endAsking(world, await startAsking(world, requests));

/** What a chart of the store is, by the sandbox. */
async function listTrueRanks({ sandbox }: TestApp, limit: number): Promise<{ rank: number; app_id: string }[]> {
  const { body } = await sandbox.get(`/_sandbox/truth/chart?platform=store_b&category_id=GAME&limit=${limit}`);
  return body.ranks;
}

const infoOf = (appId: string): AppDataRequest => ({ ...US, kind: 'app_info', appId });

test('questions about an app store go through the queue of result pages', async (t) => {
  const world = await startTestApp(t, { areas, environment: { STORE_B_DELAY_SECONDS: String(DELAY_MS / 1_000) } });
  const { sandbox, app } = world;
  const ranks = await listTrueRanks(world, 200);

  await t.test('charts, apps, searches and reviews are what the store shows, each asked once', async () => {
    const [first = ''] = ranks.map((one) => one.app_id);
    const { ends, answers } = await ask(world, [
      CHART,
      infoOf(first),
      { ...US, kind: 'app_reviews', appId: first, depth: 200 },
      { ...US, kind: 'app_searches', keyword: 'puzzle', depth: 60 },
      infoOf('com.example.gone'),
      { ...CHART, categoryId: 'NO_SUCH_CATEGORY' },
      { ...infoOf(first), storefront: 'xx' },
    ]);
    assert.deepEqual(
      ends.map(({ state, costUsd }) => [state, costUsd]),
      [
        ['answered', 0.0012],
        ['answered', 0.0006],
        ['answered', 0.0015],
        ['answered', 0.0024],
        ['answered', 0.0006],
        ['failed', 0],
        ['failed', 0],
      ],
    );
    const [chart, info, reviews, found, gone, ...failed] = answers;
    assert.ok(chart?.kind === 'app_list' && info?.kind === 'app_info' && reviews?.kind === 'app_reviews' && found?.kind === 'app_searches');
    assert.deepEqual(
      chart.apps.map(({ rank, appId }) => ({ rank, app_id: appId })),
      ranks.slice(0, 50),
    );
    const { body: truth } = await sandbox.get(`/_sandbox/truth/app?platform=store_b&app_id=${first}`);
    const { title, rating, ratingCount, version, installs, similar, websiteUrl } = info.app ?? {};
    assert.deepEqual(
      { title, rating, rating_count: ratingCount, version, installs, website: websiteUrl, similar: similar?.map(({ appId }) => appId) },
      {
        title: truth.title,
        rating: truth.rating,
        rating_count: truth.rating_count,
        version: truth.version,
        installs: truth.installs,
        website: truth.website,
        similar: truth.similar,
      },
    );
    assert.deepEqual(
      reviews.reviews.map((one) => ({ id: one.id, rating: one.rating, version: one.version })),
      truth.reviews.map((one: { id: string; rating: number; version: string }) => ({
        id: one.id,
        rating: one.rating,
        version: one.version,
      })),
    );
    assert.equal(found.apps.length, 60);
    assert.deepEqual(gone?.kind === 'app_info' && gone.app, null);
    assert.deepEqual(failed, [null, null]);
    // One of them is refused.
    await assertPostedOnce(sandbox, 6);
    assert.equal(await assertLedgerAgrees(app.context, sandbox), 0.0063);
  });

  await t.test('more than a hundred are posted by the hundred, one post after the other', async () => {
    const before = (await listPosts(sandbox)).length;
    const began = Date.parse((await sandbox.get('/_sandbox/clock')).body.now);
    const { ends } = await ask(
      world,
      ranks.slice(0, 130).map((one) => infoOf(one.app_id)),
    );
    assert.deepEqual(new Set(ends.map(({ state }) => state)), new Set(['answered']));
    const posts = (await listPosts(sandbox)).slice(before);
    const sizes = posts.map(({ body }) => (JSON.parse(body) as object[]).length);
    assert.deepEqual(
      sizes.toSorted((left, right) => left - right),
      [30, 100],
    );
    assert.ok(Math.max(...posts.map(({ ts }) => ts)) - began >= DELAY_MS, 'the second waits for its turn');
    await assertLedgerAgrees(app.context, sandbox);
  });

  await t.test(
    'posts whose answers are lost, and deliveries that are lost, doubled, late and damaged: all answered, none paid twice',
    async () => {
      const before = new Set(await listPaidTags(sandbox));
      await setFault(world, { match: 'task_post', kind: 'lost_answer', count: 1 });
      await setFault(world, { match: 'task_post', kind: 'http_500', rate: 0.3 });
      for (const kind of ['lost_postback', 'duplicate_postback', 'late_postback', 'plain_postback'])
        await setFault(world, { kind, rate: 0.3 });
      await setFault(world, { match: '/webhooks/provider', kind: 'truncated', rate: 0.3 });
      const { ends, answers } = await ask(
        world,
        ranks.slice(130, 170).map((one) => infoOf(one.app_id)),
      );
      await clearFaults(world);
      assert.deepEqual(new Set(ends.map(({ state }) => state)), new Set(['answered']));
      assert.deepEqual(
        answers.map((answer) => answer?.kind === 'app_info' && answer.app?.appId),
        ranks.slice(130, 170).map((one) => one.app_id),
      );
      const paid = (await listPaidTags(sandbox)).filter((tag) => !before.has(tag));
      assert.deepEqual([paid.length, new Set(paid.map((tag) => tag.split('.')[0])).size], [40, 40]);
      await assertLedgerAgrees(app.context, sandbox);
    },
  );

  await t.test('what the provider refuses at times is posted again, and a failure says why', async () => {
    await setFault(world, { match: 'app_info/task_post', kind: 'task_50301', count: 1 });
    const { ends } = await ask(
      world,
      ranks.slice(170, 180).map((one) => infoOf(one.app_id)),
    );
    assert.deepEqual(new Set(ends.map(({ state }) => state)), new Set(['answered']));
    await setFault(world, { match: '/webhooks/provider', kind: 'provider_40101' });
    const { ends: failed } = await ask(world, [infoOf(ranks[0]?.app_id ?? '')]);
    await clearFaults(world);
    assert.match(failed[0]?.error ?? '', /40101/u);
    await assertLedgerAgrees(app.context, sandbox);
  });

  await t.test('a forged delivery, and the answer of another task, change nothing', async () => {
    await setFault(world, { kind: 'swallowed_postback' });
    const id = await startAsking(world, [CHART, infoOf(ranks[0]?.app_id ?? '')]);
    await waitForStatuses(world, ({ posted }) => posted === 2);
    const { rows } = await app.context.postgres.query<{ id: string; tag: string }>(
      `select task_id as id, id || '.' || round || '.' || post as tag from queued_checks where status = 'posted' order by id`,
    );
    const [one, other] = rows;
    assert.ok(one && other);
    const forged = JSON.stringify({
      status_code: 20_000,
      tasks: [{ id: one.id, status_code: 20_000, data: { tag: one.tag }, result: [] }],
    });
    assert.equal(await deliver(world, { ...one, token: 'sld_wrong', body: forged }), 401);
    assert.equal(await deliver(world, { ...other, body: forged }), 200);
    await clearFaults(world);
    // Neither delivered nor listed as ready: asked for by its id.
    await ageChecks(world, 20);
    const { answers } = await endAsking(world, id);
    assert.deepEqual(
      answers.map((answer) => answer?.kind),
      ['app_list', 'app_info'],
    );
    await assertLedgerAgrees(app.context, sandbox);
  });

  await t.test('a budget without room stops the question before it is posted', async () => {
    await world.api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    const { ends } = await ask(world, [CHART]);
    assert.deepEqual([ends[0]?.state, ends[0]?.error, ends[0]?.costUsd], ['failed', 'budget_exceeded', 0]);
  });
});
