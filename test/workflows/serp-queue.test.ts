import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
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
  listPaidTags,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';

const KEYWORDS = 6;
const WEBHOOK = '/webhooks/provider';

interface Scene {
  readonly app: TestApp;
  readonly story: Story & { readonly projectId: string };
}

interface Day {
  readonly name: string;
  readonly faults: readonly object[];
  /** Tasks that are posted a second time. */
  readonly again?: number;
  readonly ageMinutes?: number;
}

/** Faults of a day. However answers come, every position of the day is the world's; each alone, and for many keywords, is `npm run soak queue-faults`. */
const DAYS: readonly Day[] = [
  {
    name: 'lost, some of them without a word: these are asked for one by one',
    faults: [{ kind: 'swallowed_postback', rate: 0.5 }, { kind: 'lost_postback' }],
    ageMinutes: 16,
  },
  {
    name: 'twice, out of order, late, not compressed, compressed without a word of it',
    faults: [
      { kind: 'duplicate_postback' },
      { kind: 'shuffled_postback', delay_ms: 300 },
      { kind: 'late_postback', delay_ms: 200, rate: 0.3 },
      { kind: 'plain_postback', rate: 0.3 },
      { kind: 'unmarked_postback', rate: 0.5 },
    ],
  },
  { name: 'before the post is answered', faults: [{ kind: 'early_postback' }, { kind: 'duplicate_postback' }] },
  {
    name: 'truncated, malformed, empty',
    faults: ['truncated', 'malformed', 'empty'].map((kind) => ({ match: WEBHOOK, kind, count: 2 })),
  },
  {
    name: 'refused by us, broken off, received without our word for it',
    faults: ['http_500', 'reset', 'lost_answer'].map((kind) => ({ match: WEBHOOK, kind, count: 2 })),
  },
  {
    name: 'could not be done, gone from the provider',
    faults: ['provider_40103', 'provider_40403'].map((kind) => ({ match: WEBHOOK, kind, count: 2 })),
    again: 4,
  },
  {
    name: 'damaged, and not available at once',
    faults: [
      { match: WEBHOOK, kind: 'truncated' },
      { match: 'task_get', kind: 'provider_40602', count: 2 },
      { match: 'task_get', kind: 'provider_40601', count: 1 },
    ],
    ageMinutes: 16,
  },
];

test('answers of the queue, however they come', async (t) => {
  const app = await startTestApp(t);
  const scene = { app, story: await trackStory(app, KEYWORDS) };
  for (const day of DAYS) await t.test(day.name, () => runDay(scene, day));
  await testGivenUp(t, scene);
  await testUnreachable(t, scene);
  await testRepeatedly(t, scene);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

/** Tasks that were posted and paid for. */
async function countTasks({ sandbox }: TestApp): Promise<number> {
  return (await listPaidTags(sandbox)).length;
}

async function runDay({ app, story }: Scene, { faults, again = 0, ageMinutes }: Day): Promise<void> {
  await advanceDay(app);
  const before = await countTasks(app);
  for (const fault of faults) await setFault(app, fault);
  const id = await startDispatch(app);
  if (ageMinutes !== undefined) {
    await waitForStatuses(app, ({ posted = 0 }) => posted > 0);
    await ageChecks(app, ageMinutes);
  }
  const done = await endDispatch(app, id);
  await clearFaults(app);
  assert.deepEqual([done.checked, done.failed, done.ranked + done.not_found], [KEYWORDS, 0, KEYWORDS]);
  assert.equal((await countTasks(app)) - before, KEYWORDS + again);
  await assertTrue(app, story);
}

/** Answers that never come, and answers that come after their check has ended. */
async function testGivenUp(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('what is never done has failed after hours, and counts all the same when it comes', async () => {
    await advanceDay(app);
    await setFault(app, { kind: 'swallowed_postback' });
    await setFault(app, { match: 'task_get', kind: 'provider_40602' });
    const id = await startDispatch(app);
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await ageChecks(app, 5 * 60);
    const { rows } = await app.app.context.postgres.query<{ id: string; tag: string }>(
      `select task_id as id, id || '.' || round || '.' || post as tag from queued_checks where status = 'posted' order by id`,
    );
    await assertNothingInvented(app, story.projectId);
    await ageChecks(app, 70);
    const done = await endDispatch(app, id);
    assert.deepEqual([done.checked, done.failed], [0, KEYWORDS]);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /not done within 6 hours/u);

    await clearFaults(app);
    const resent = await fetch(`${app.app.context.config.dataforseo.baseUrl}/v3/appendix/webhook_resend`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}`, 'content-type': 'application/json' },
      body: JSON.stringify(rows.map((row) => ({ id: row.id }))),
    });
    assert.equal(resent.status, 200);
    await waitForStatuses(app, ({ failed }) => failed === undefined);
    await assertTrue(app, story);
    assert.equal((await endDispatch(app, await startDispatch(app))).due, 0, 'the day has its check');
  });
}

/** What cannot even be asked for. */
async function testUnreachable(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('a task that cannot be asked for has failed after a day', async () => {
    await advanceDay(app);
    await setFault(app, { kind: 'swallowed_postback' });
    await setFault(app, { match: 'task_get', kind: 'http_500' });
    const id = await startDispatch(app);
    await waitForStatuses(app, ({ posted }) => posted === KEYWORDS);
    await ageChecks(app, 25 * 60);
    assert.equal((await endDispatch(app, id)).failed, KEYWORDS);
    await clearFaults(app);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /for a day/u);
  });
}

/** What is bad for ever is paid for three times at most, and shown. */
async function testRepeatedly(t: TestContext, { app, story }: Scene): Promise<void> {
  await t.test('a task that can never be done is posted three times', async () => {
    await advanceDay(app);
    const before = await countTasks(app);
    await setFault(app, { match: WEBHOOK, kind: 'provider_40103' });
    const done = await endDispatch(app, await startDispatch(app));
    await clearFaults(app);
    assert.deepEqual([done.checked, done.failed], [0, KEYWORDS]);
    assert.equal((await countTasks(app)) - before, 3 * KEYWORDS);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /40103/u);
  });

  await t.test('an answer that is damaged wherever it lies is a failure', async () => {
    await advanceDay(app);
    await setFault(app, { match: WEBHOOK, kind: 'empty' });
    await setFault(app, { match: 'task_get', kind: 'empty' });
    const done = await endDispatch(app, await startDispatch(app));
    await clearFaults(app);
    assert.deepEqual([done.checked, done.failed], [0, KEYWORDS]);
    for (const row of await assertNothingInvented(app, story.projectId)) assert.match(row.error ?? '', /holds no results/u);
  });
}
