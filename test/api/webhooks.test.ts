import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, beginStory, type Story } from '../support/dispatch-run.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  beginDispatch,
  clearFaults,
  endDispatch,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';

const KEYWORDS = 4;
const POSTBACK = '/webhooks/provider/postback';
const MEBIBYTE = 1024 * 1024;

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

interface OpenTask {
  readonly id: string;
  readonly tag: string;
}

/** Whether kept, and as what. */
async function listAnswers({ app }: TestApp): Promise<{ tag: string | null; status: string }[]> {
  const { rows } = await app.context.postgres.query<{ tag: string | null; status: string }>(
    'select tag, status from serp_answers order by id',
  );
  return rows;
}

async function readToken({ app }: TestApp): Promise<string> {
  const { rows } = await app.context.postgres.query<{ value: string }>(`select value from settings where name = 'provider_postback_token'`);
  return rows[0]?.value ?? '';
}

/** Tasks that the provider has and tells nobody of. */
async function postSilently({ app }: Scene): Promise<{ dispatchId: string; tasks: OpenTask[] }> {
  await advanceDay(app);
  await setFault(app, { kind: 'swallowed_postback' });
  const dispatchId = await beginDispatch(app);
  await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
  await clearFaults(app);
  const { rows } = await app.app.context.postgres.query<OpenTask>(
    `select task_id as id, id || '.' || round || '.' || post as tag from queued_checks where status = 'posted' order by id`,
  );
  return { dispatchId, tasks: rows };
}

/** The answer of a task as the provider gives it to whoever asks. */
async function fetchAnswer({ app }: TestApp, { id }: OpenTask): Promise<string> {
  const { config, searchData } = app.context;
  const url = config.dataforseo.baseUrl + searchData.toSerpTaskEndpoint({ engine: 'engine_a', kind: 'organic' }, id);
  const headers = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
  for (;;) {
    const text = await (await fetch(url, { headers })).text();
    if (!text.includes('"status_code":4060')) return text;
  }
}

type Delivered = Partial<OpenTask> & { readonly token?: string; readonly body?: string | Buffer; readonly isPing?: boolean };

async function deliver({ url }: TestApp, { id = '', tag = '', token = '', body = '{}', isPing = false }: Delivered): Promise<number> {
  const query = new URLSearchParams({ kind: 'serp', id, tag, token }).toString();
  const response = isPing
    ? await fetch(`${url}/webhooks/provider/pingback?${query}`)
    : await fetch(`${url}${POSTBACK}?${query}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  await response.arrayBuffer();
  return response.status;
}

test('deliveries of the provider', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t);
  const scene = { app, story: await beginStory(app, KEYWORDS) };
  await testStrangers(t, scene);
  await testForeignTags(t, scene);
  await testBodies(t, scene);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await app.app.context.postgres.query(`delete from serp_answers where check_id is null`);
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

async function testStrangers(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('whoever does not know the secret is refused before anything of the body is read', async () => {
    const { dispatchId, tasks } = await postSilently(scene);
    const [task] = tasks as [OpenTask];
    const body = (await fetchAnswer(app, task)).replaceAll(story.site, 'another.example');
    for (const token of ['', 'guessed', `${await readToken(app)}x`]) {
      assert.equal(await deliver(app, { ...task, token, body }), 401);
      assert.equal(await deliver(app, { ...task, token, isPing: true }), 401);
    }
    // Twice as large as may be: a body that was read would be refused for that.
    assert.equal(await deliver(app, { ...task, token: 'guessed', body: Buffer.alloc(16 * MEBIBYTE, 32) }).catch(() => 401), 401);
    assert.deepEqual(await listAnswers(app), []);

    for (const one of tasks) assert.equal(await deliver(app, { ...one, token: await readToken(app), isPing: true }), 200);
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

async function testForeignTags(t: TestContext, scene: Scene): Promise<void> {
  const { app, story } = scene;
  await t.test('what names no check of ours, or another run of one, is kept and changes nothing', async () => {
    const token = await readToken(app);
    const { dispatchId, tasks } = await postSilently(scene);
    const [first, second] = tasks as [OpenTask, OpenTask];
    const [id, round, post] = first.tag.split('.') as [string, string, string];
    const body = await fetchAnswer(app, first);
    const foreign = ['', 'somebody', `${id}.0.1`, `${id}.${round}.${post}.1`, 'qc_1.1.1', `qc_${'0'.repeat(32)}.1.1`, `${id}.99.1`];
    for (const tag of foreign) assert.equal(await deliver(app, { id: first.id, tag, token, body }), 200, tag);
    assert.equal(await deliver(app, { id: first.id, tag: 'x'.repeat(2_000), token, body }), 400);
    assert.equal(await deliver(app, { ...first, token, body: Buffer.alloc(9 * MEBIBYTE, 32) }).catch(() => 413), 413);

    // The page of one keyword at the address of another.
    assert.equal(await deliver(app, { ...second, token, body }), 200);
    for (const one of tasks) assert.equal(await deliver(app, { ...one, token, body: await fetchAnswer(app, one) }), 200);
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
    const token = await readToken(app);
    await advanceDay(app);
    await setFault(app, { match: 'task_post', kind: 'provider_40200' });
    assert.equal((await endDispatch(app, await beginDispatch(app))).failed, KEYWORDS);
    await clearFaults(app);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /40200/u);

    await setFault(app, { kind: 'swallowed_postback' });
    const dispatchId = await beginDispatch(app);
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await clearFaults(app);
    const { rows } = await app.app.context.postgres.query<OpenTask & { old: string }>(
      `select task_id as id, id || '.' || round || '.' || post as tag, id || '.1.1' as old from queued_checks where status = 'posted'`,
    );
    for (const { id, tag, old } of rows) {
      assert.notEqual(tag, old, 'what is due all the same begins another run');
      const body = await fetchAnswer(app, { id, tag });
      assert.equal(await deliver(app, { id, tag: old, token, body: body.replaceAll(tag, old) }), 200);
      assert.equal(await deliver(app, { id, tag, token, body }), 200);
    }
    assert.equal((await endDispatch(app, dispatchId)).checked, KEYWORDS);
    await assertTrue(app, story);
  });
}

/** What no store takes, or no column: it must keep nobody else's page from being applied. */
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
    const token = await readToken(app);
    const { dispatchId, tasks } = await postSilently(scene);
    const bodies = await Promise.all(
      tasks.map(async (task, at) => {
        const body = JSON.parse(await fetchAnswer(app, task));
        const [page] = body.tasks[0].result;
        HOSTILE[at]?.(page.items.at(-1), page);
        return JSON.stringify(body);
      }),
    );
    const sent = tasks.map((task, at) => deliver(app, { ...task, token, body: bodies[at] ?? '' }));
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
