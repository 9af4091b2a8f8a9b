import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { isDeliveryToken } from '#purchases/postback/delivery-secret.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { deliver, fetchAnswer, listAnswers, makeToken, postSilently, readSecret, type OpenTask } from '../support/deliveries.ts';
import { assertTrue, trackStory, type Story } from '../support/dispatch-run.ts';
import {
  ageChecks,
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  startDispatch,
  clearFaults,
  endDispatch,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';

const KEYWORDS = 4;
const MEBIBYTE = 1024 * 1024;

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

test('deliveries of the provider', async (t) => {
  const app = await startTestApp(t);
  const scene = { app, story: await trackStory(app, KEYWORDS) };
  await testStrangers(t, scene);
  await testForeignTags(t, scene);
  await testForgeries(t, scene);
  await testOldSecrets(t, scene);
  await testBodies(t, scene);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

async function testStrangers(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('a caller without the secret is refused before anything of the body is read', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const [task] = tasks as [OpenTask];
    const body = (await fetchAnswer(app, task)).replaceAll(story.site, 'another.example');
    const secret = await readSecret(app);
    for (const token of [
      '',
      'guessed',
      secret,
      `${makeToken(secret, task.tag)}x`,
      makeToken(secret, tasks[1]?.tag ?? ''),
      makeToken(secret, ''),
    ]) {
      assert.equal(await deliver(app, { ...task, token, body }), 401);
      assert.equal(await deliver(app, { id: 'unknown', tag: 'unknown', token, body }), 401, 'of a tag that is none of ours, too');
      assert.equal(await deliver(app, { ...task, token, isPing: true }), 401);
    }
    // Twice as large as may be: a body that was read would be refused for that.
    assert.equal(await deliver(app, { ...task, token: 'guessed', body: Buffer.alloc(16 * MEBIBYTE, 32) }).catch(() => 401), 401);
    assert.deepEqual(await listAnswers(app), []);

    for (const one of tasks) assert.equal(await deliver(app, { ...one, isPing: true }), 200);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

async function testForeignTags(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('what names no check of ours, or another run of one, is kept and changes nothing', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const [first, second] = tasks as [OpenTask, OpenTask];
    const [id, round, post] = first.tag.split('.') as [string, string, string];
    const body = await fetchAnswer(app, first);
    const foreign = ['', 'somebody', `${id}.0.1`, `${id}.${round}.${post}.1`, 'qc_1.1.1', `qc_${'0'.repeat(32)}.1.1`, `${id}.99.1`];
    for (const tag of foreign) assert.equal(await deliver(app, { id: first.id, tag, body }), 200, tag);
    assert.equal(await deliver(app, { id: first.id, tag: 'x'.repeat(2_000), body }), 400);
    assert.equal(await deliver(app, { ...first, body: Buffer.alloc(9 * MEBIBYTE, 32) }).catch(() => 413), 413);

    // The page of one keyword at the address of another.
    assert.equal(await deliver(app, { ...second, body }), 200);
    for (const one of tasks) assert.equal(await deliver(app, { ...one, body: await fetchAnswer(app, one) }), 200);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
    const kept = await listAnswers(app);
    for (const tag of foreign)
      assert.ok(
        kept.some((answer) => answer.tag === tag || (tag === '' && !answer.tag)),
        `${tag} is kept`,
      );
    assert.deepEqual(
      kept.filter(({ tag }) => tag === `${id}.99.1`).map(({ status }) => status),
      ['unknown'],
    );
  });

  await t.test('the answer of an earlier run of a check is passed over', async () => {
    await advanceDay(app);
    await setFault(app, { match: 'task_post', kind: 'provider_40200' });
    assert.equal((await endDispatch(app, await startDispatch(app))).failed, KEYWORDS);
    await clearFaults(app);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /40200/u);

    await setFault(app, { kind: 'swallowed_postback' });
    const dispatchId = await startDispatch(app);
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await clearFaults(app);
    const { rows } = await app.app.context.postgres.query<OpenTask & { old: string }>(
      `select task_id as id, id || '.' || round || '.' || post as tag, id || '.1.1' as old from queued_checks where status = 'posted'`,
    );
    for (const { id, tag, old } of rows) {
      assert.notEqual(tag, old, 'what is due all the same begins another run');
      const body = await fetchAnswer(app, { id, tag });
      assert.equal(await deliver(app, { id, tag: old, body: body.replaceAll(tag, old) }), 200);
      assert.equal(await deliver(app, { id, tag, body }), 200);
    }
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

/** The page of a task with the own site at the top of it. */
function forge(body: string): string {
  const answer = JSON.parse(body);
  const items = answer.tasks[0].result[0].items as Record<string, unknown>[];
  for (const item of items) Object.assign(item, { domain: 'forged.example', url: 'https://forged.example/', title: 'FORGED' });
  return JSON.stringify(answer);
}

/** A key of a project reads what it may, and speaks in the name of the provider with it. */
async function testForgeries(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('a caller cannot forge positions with what a key of a project can read', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const [first, second] = tasks as [OpenTask, OpenTask];
    const body = await fetchAnswer(app, first);
    assert.ok(body.includes(makeToken(await readSecret(app), first.tag)), 'the provider repeats the token');

    // The answer of another task, and a task without a record, at the right token: kept, and nothing else.
    const forged = forge(body);
    assert.equal(await deliver(app, { ...first, id: second.id, body: forged }), 200);
    assert.equal(await deliver(app, { ...first, id: 'guessed', body: forged.replaceAll(first.id, 'guessed') }), 200);
    assert.equal(await deliver(app, { ...first, id: 'guessed', isPing: true }), 200);
    // The right task in the address and another one in the body: asked for at the provider.
    assert.equal(await deliver(app, { ...second, body: forge(await fetchAnswer(app, second)).replaceAll(second.id, 'guessed') }), 200);
    for (const task of tasks) await deliver(app, { ...task, isPing: true });
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
    const kept = (await listAnswers(app)).filter(({ tag }) => tag === first.tag);
    assert.deepEqual(
      kept.map(({ status }) => status),
      Array(3).fill('unknown'),
    );

    const bound = await app.withKey({ scopes: ['read', 'admin'], project_id: story.projectId });
    const { rows } = await app.app.context.postgres.query<{ id: string }>('select id from serp_runs where workflow_id = $1', [dispatchId]);
    assert.equal(rows.length, KEYWORDS);
    for (const { id } of rows) {
      const { status, body: run } = await bound.get(`/api/rankings/runs/${id}`);
      assert.equal(status, 200);
      assert.match(run.raw, /postback\?kind=serp&id=\$id&tag=\$tag&token=\[removed\]/u);
      assert.ok(!JSON.stringify(run).includes('sld_'));
    }
  });

  await t.test('an answer that comes before the record of its post is judged when that is there', async () => {
    await advanceDay(app);
    await setFault(app, { kind: 'swallowed_postback' });
    await setFault(app, { match: 'task_post', kind: 'slow', delay_ms: 1_500 });
    const dispatchId = await startDispatch(app);
    await waitForStatuses(app, ({ posting }) => posting === KEYWORDS);
    const { rows } = await app.app.context.postgres.query<{ tag: string }>(
      `select id || '.' || round || '.' || post as tag from queued_checks where status = 'posting'`,
    );
    const before = (await listAnswers(app)).length;
    for (const { tag } of rows) assert.equal(await deliver(app, { id: 'guessed', tag, body: '{}' }), 200);
    assert.deepEqual(
      (await listAnswers(app)).slice(before).map(({ status }) => status),
      Array(KEYWORDS).fill('received'),
    );
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await clearFaults(app);
    await ageChecks(app, 16);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
    assert.deepEqual(
      (await listAnswers(app)).slice(before).map(({ status }) => status),
      Array(KEYWORDS).fill('unknown'),
    );
  });
}

const DAY_MS = 86_400_000;

async function testOldSecrets(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('the secret before serves for a day, for posts that were made with it and by the id of their task', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const [first, second, third] = tasks as [OpenTask, OpenTask, OpenTask];
    const old = await readSecret(app);
    const token = makeToken(old, first.tag);
    const { body: change } = await app.api.post('/api/admin/delivery-secret', {});
    assert.equal(Date.parse(change.old_serves_until) - Date.parse(change.changed_at), DAY_MS);
    assert.ok(!JSON.stringify(change).includes('sls_'));
    assert.notEqual(await readSecret(app), old);
    assert.equal(await deliver(app, { ...first, id: 'guessed', token }), 401);
    assert.equal(await deliver(app, { id: first.id, tag: 'unknown', token: makeToken(old, 'unknown') }), 401);
    assert.equal(await deliver(app, { ...first, token, isPing: true }), 200);
    assert.equal(await deliver(app, { ...second, isPing: true }), 200, 'the new one serves what was posted before, too');

    const later = { postgres: app.stores.postgres, clock: { ...app.app.context.clock, realNow: () => Date.now() + DAY_MS + 1_000 } };
    assert.equal(await isDeliveryToken(later, { ...first, token }), false);
    assert.equal(await isDeliveryToken(later, { ...first, token: makeToken(await readSecret(app), first.tag) }), true);

    assert.equal((await app.api.post('/api/admin/delivery-secret', {})).status, 200);
    assert.equal(await deliver(app, { ...third, token: makeToken(old, third.tag), isPing: true }), 401, 'changed twice, it is gone');
    for (const task of tasks.slice(2)) assert.equal(await deliver(app, { ...task, isPing: true }), 200);
    // A task that is announced before it is done is asked for later.
    await ageChecks(app, 16);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
  });

  await t.test('so does the one token of all addresses, from before there was one for each', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const [first] = tasks as [OpenTask];
    const { postgres } = app.stores;
    const shared = randomBytes(24).toString('base64url');
    await postgres.query(`delete from settings where name = 'provider_delivery_secret'`);
    await postgres.query(`insert into settings (name, value) values ('provider_postback_token', $1)`, [JSON.stringify(shared)]);
    const at = (laterMs: number) => ({ postgres, clock: { ...app.app.context.clock, realNow: () => Date.now() + laterMs } });
    // Each a moment in which nothing is remembered.
    assert.equal(await isDeliveryToken(at(3 * DAY_MS), { ...first, token: shared }), true);
    assert.equal(await isDeliveryToken(at(3 * DAY_MS), { ...first, id: 'guessed', token: shared }), false);
    assert.equal(await isDeliveryToken(at(3 * DAY_MS), { id: first.id, tag: '', token: shared }), false);
    assert.equal(await isDeliveryToken(at(4 * DAY_MS + 1_000), { ...first, token: shared }), false);
    assert.equal((await postgres.query(`select from settings where name = 'provider_postback_token'`)).rowCount, 0);
    assert.equal((await app.api.post('/api/admin/delivery-secret', {})).status, 200);
    for (const task of tasks) assert.equal(await deliver(app, { ...task, isPing: true }), 200);
    await ageChecks(app, 16);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
  });
}

/** What no store takes, or no column: it must not keep other pages from being applied. */
const HOSTILE: readonly ((item: Record<string, unknown>, page: Record<string, unknown>) => void)[] = [
  (item) => Object.assign(item, { rank_absolute: 1e12, rank_group: -7, page: 1.5, title: 'a\0b\uD800', url: 'https://x.example/\0' }),
  (item, page) =>
    Object.assign(page, { item_types: ['organic\0', '\uDFFF', 7], se_results_count: 1.5, items_count: -3, check_url: '\0' }) && item,
  (item) =>
    Object.assign(item, {
      type: 'org\0anic\uD800',
      rank_absolute: 2.5,
      rating: { value: 1e300, votes_count: 5e9 },
      domain: '\uD800.x',
      url: 'no',
    }),
  (item, page) => Object.assign(page, { items_count: 5e9 }) && item,
];

async function testBodies(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('a page with values that no store takes keeps no other from being applied', async () => {
    const { dispatchId, tasks } = await postSilently(app, KEYWORDS);
    const bodies = await Promise.all(
      tasks.map(async (task, at) => {
        const body = JSON.parse(await fetchAnswer(app, task));
        const [page] = body.tasks[0].result;
        HOSTILE[at]?.(page.items.at(-1), page);
        return JSON.stringify(body);
      }),
    );
    const sent = tasks.map((task, at) => deliver(app, { ...task, body: bodies[at] ?? '' }));
    assert.deepEqual(await Promise.all(sent), [200, 200, 200, 200]);
    const done = await endDispatch(app, dispatchId);
    assert.deepEqual([done.checked, done.failed], [KEYWORDS - 1, 1]);
    const failed = (await assertNothingInvented(app, story.projectId)).filter(({ status }) => status === 'failed');
    assert.deepEqual(
      failed.map(({ error }) => error),
      ['The result page holds what cannot be stored'],
    );
    await app.app.context.outbox.flush();
  });
}
