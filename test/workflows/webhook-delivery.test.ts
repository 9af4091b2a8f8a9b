import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { announceCategorySync } from '#areas/channels/index.ts';
import type { AppContext } from '#context';
import { makeClock } from '#kernel/clock.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeWebhookReceiver } from '#providers/webhook-receiver/make-webhook-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '../support/wait-until.ts';

const SECRET = 'a-secret-that-no-log-may-show';
const RECEIVER = '/_sandbox/webhook';
const DELIVERIES = '/api/admin/webhooks/deliveries';

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly status: number | null;
}

/** What reached the receiver, by its own record. */
async function listSent({ sandbox }: TestApp, id?: string): Promise<Sent[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: (Sent & { path: string })[] };
  return entries.filter(({ path, headers }) => path === RECEIVER && (id === undefined || headers['webhook-id'] === id));
}

async function readDelivery({ api }: TestApp, id: string) {
  const { status, body } = await api.get(`${DELIVERIES}/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as { delivery: Record<string, unknown>; tries: { number: number; response_status: number | null; error: string | null }[] };
}

async function waitForEnd(world: TestApp, id: string, attempts: number): Promise<Awaited<ReturnType<typeof readDelivery>>> {
  const isEnded = async (): Promise<boolean> => {
    const { delivery } = await readDelivery(world, id);
    return delivery['status'] !== 'pending' && delivery['attempts'] === attempts;
  };
  await waitUntil(isEnded, `the end of ${id} after ${attempts} tries`);
  return await readDelivery(world, id);
}

async function announce({ app: { context } }: TestApp, syncId: string): Promise<string> {
  const sync = { syncId, platform: 'store_b', device: 'phone', categoriesCount: 54 } as const;
  const id = await context.postgres.transaction((tx) => announceCategorySync(context, tx, sync));
  return id ?? assert.fail('nothing was announced');
}

async function setFault({ sandbox }: TestApp, kind: string, count?: number): Promise<void> {
  await sandbox.post('/_sandbox/faults', {});
  await sandbox.post('/_sandbox/faults', { match: RECEIVER, kind, count });
}

test('events reach the receiver of the operator', async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const world = await startTestApp(t, { environment: { WEBHOOK_SECRET: SECRET }, logger });
  await t.test('a category sync is announced once, signed', () => checkAnnouncement(world));
  await t.test('what is rolled back is not announced', () => checkRollback(world));
  await t.test('a receiver that fails for a while gets the same event again', () => checkRetries(world));
  await t.test('a receiver that redirects or stays down ends in the log, and a replay delivers', () => checkReplay(world));
  await t.test('a receiver that is gone is asked once', () => checkGone(world));
  await t.test('what an earlier release left waiting is sent', () => checkHandedOn(world));
  await t.test('a test event is sent, and the log is read in pages', () => checkTestEvent(world));
  await t.test('only administrators of the whole service may look and send', () => checkRights(world));
  await t.test('without a receiver nothing is announced', () => checkWithoutReceiver(t, world));
  assert.deepEqual(
    lines.filter((line) => line.includes(SECRET)),
    [],
    'the secret is in no log line',
  );
});

async function checkAnnouncement(world: TestApp): Promise<void> {
  const id = await announce(world, 'sync-1');
  assert.equal(await announce(world, 'sync-1'), id);
  const { delivery, tries } = await waitForEnd(world, id, 1);
  const [{ headers, body } = assert.fail('nothing came'), ...more] = await listSent(world);
  assert.equal(more.length, 0);
  assert.equal(headers['x-webhook-secret'], SECRET);
  const event = new Webhook(SECRET, { format: 'raw' }).verify(body, headers) as Record<string, unknown>;
  const { timestamp, ...rest } = event;
  assert.deepEqual(rest, { event: 'categories_synced', platform: 'store_b', device: 'phone', categories_count: 54 });
  assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
  assert.deepEqual([delivery['status'], delivery['response_status'], delivery['body']], ['delivered', 200, event]);
  assert.deepEqual([tries.length, tries[0]?.error], [1, null]);
}

async function checkRollback(world: TestApp): Promise<void> {
  const { context } = world.app;
  const before = (await world.api.get(DELIVERIES)).body.total;
  await assert.rejects(
    context.postgres.transaction(async (tx) => {
      await announceCategorySync(context, tx, { syncId: 'sync-2', platform: 'store_a', device: 'iphone', categoriesCount: 1 });
      throw new Error('changed its mind');
    }),
    /changed its mind/u,
  );
  assert.equal((await world.api.get(DELIVERIES)).body.total, before);
}

async function checkRetries(world: TestApp): Promise<void> {
  await setFault(world, 'http_500', 2);
  const failing = await announce(world, 'sync-3');
  const { delivery, tries } = await waitForEnd(world, failing, 3);
  assert.deepEqual([delivery['status'], tries.map(({ response_status: status }) => status)], ['delivered', [200, 500, 500]]);
  const sent = await listSent(world, failing);
  assert.deepEqual([sent.map(({ status }) => status), new Set(sent.map(({ body }) => body)).size], [[500, 500, 200], 1]);

  // The event is taken, and the answer never comes.
  await setFault(world, 'lost_answer', 1);
  const unheard = await announce(world, 'sync-4');
  assert.equal((await waitForEnd(world, unheard, 2)).delivery['status'], 'delivered');
  assert.equal((await listSent(world, unheard)).length, 2);
}

async function checkReplay(world: TestApp): Promise<void> {
  await setFault(world, 'http_302');
  const id = await announce(world, 'sync-5');
  const { delivery, tries } = await waitForEnd(world, id, 4);
  assert.deepEqual([delivery['status'], delivery['response_status'], tries.length], ['failed', 302, 4]);
  assert.match(String(delivery['error']), /redirects are not followed/u);
  const { entries } = (await world.sandbox.get('/_sandbox/calls')).body as { entries: { path: string }[] };
  assert.ok(!entries.some(({ path }) => path === '/private'), 'the redirect was followed');

  await world.sandbox.post('/_sandbox/faults', {});
  const replay = await world.api.post(`${DELIVERIES}/${id}/replay`, {});
  assert.deepEqual([replay.status, replay.body.id], [202, id]);
  const again = await waitForEnd(world, id, 5);
  assert.deepEqual([again.delivery['status'], again.delivery['error'], again.tries[0]?.number], ['delivered', null, 5]);
  assert.equal((await listSent(world, id)).at(-1)?.status, 200);
  assert.equal((await world.api.post(`${DELIVERIES}/msg_none/replay`, {})).status, 404);
  assert.equal((await world.api.get(`${DELIVERIES}/msg_none`)).status, 404);
}

async function checkGone(world: TestApp): Promise<void> {
  await setFault(world, 'http_410');
  const id = await announce(world, 'sync-6');
  const { delivery } = await waitForEnd(world, id, 1);
  assert.deepEqual([delivery['status'], delivery['response_status']], ['failed', 410]);
  await world.sandbox.post('/_sandbox/faults', {});
}

async function checkHandedOn(world: TestApp): Promise<void> {
  const { postgres, workflows } = world.app.context;
  // As migration 0122 leaves it, and the workflow as that release began it.
  await postgres.query(
    `insert into notifications (id, event, url, body, created_at, attempts) values ('msg_waiting', 'categories_synced', $1, '{"a":1}', now(), 1)`,
    ['https://a.example/hook'],
  );
  await postgres.transaction((tx) => workflows.enqueue(tx, 'webhook-delivery', { delivery_id: 'msg_waiting' }));
  const { delivery } = await waitForEnd(world, 'msg_waiting', 2);
  assert.deepEqual([delivery['status'], delivery['attempts']], ['delivered', 2]);
  assert.deepEqual(
    (await listSent(world, 'msg_waiting')).map(({ body }) => body),
    ['{"a":1}'],
  );
}

async function checkTestEvent(world: TestApp): Promise<void> {
  const { status, body } = await world.api.post('/api/admin/webhooks/test', { device: 'ipad' });
  assert.equal(status, 202);
  const { delivery } = await waitForEnd(world, body.id, 1);
  const { event, platform, device } = delivery['body'] as Record<string, unknown>;
  assert.deepEqual([delivery['event'], event, platform, device], ['test', 'test', 'store_a', 'ipad']);
  assert.equal((await world.api.get(body.delivery_url)).status, 200);

  const tests = (await world.api.get(`${DELIVERIES}?event=test`)).body;
  assert.deepEqual([tests.total, tests.deliveries[0].id], [1, body.id]);
  const page = (await world.api.get(`${DELIVERIES}?status=delivered&limit=2&offset=1`)).body;
  assert.deepEqual([page.count, page.total, page.pagination.has_more], [2, 6, true]);
  assert.equal((await world.api.get(`${DELIVERIES}?status=lost`)).status, 400);
  const audit = (await world.api.get('/api/admin/audit?action=webhooks/test')).body;
  assert.equal(audit.entries[0].subject.id, body.id);
}

async function checkRights(world: TestApp): Promise<void> {
  const writer = await world.withKey({ scopes: ['read', 'write'] });
  const bound = await world.withKey({ scopes: ['admin'], organization_id: 'org_1' });
  for (const api of [writer, bound]) {
    assert.equal((await api.get(DELIVERIES)).status, 403);
    assert.equal((await api.post('/api/admin/webhooks/test', {})).status, 403);
  }
}

async function checkWithoutReceiver(t: TestContext, { app: { context } }: TestApp): Promise<void> {
  const http = makeHttpClient({ logger: context.logger, allowedPrivateOrigins: [] });
  t.after(() => http.close());
  const webhookReceiver = makeWebhookReceiver({ http, clock: makeClock(), config: { url: undefined, secret: undefined } });
  const ctx: AppContext = { ...context, webhookReceiver };
  const sync = { syncId: 'sync-7', platform: 'store_a', device: 'iphone', categoriesCount: 1 } as const;
  assert.equal(await context.postgres.transaction((tx) => announceCategorySync(ctx, tx, sync)), undefined);
}
