import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { listFailing, listUndeliveredNotices } from '#areas/channels/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  listDeliveries,
  listSent,
  makeWebhook,
  readChannel,
  say,
  setReceiverFault,
  toNotice,
  waitForDelivery,
} from '../support/channel-world.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_channels';

test('channels', async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [1, 1, 1] });
  const projectId = await makeProject(app.api, ['mine.com'], ORG);
  const about = { organizationId: ORG, projectId };
  await t.test('a message is signed, written once, and followed by what became of it', () => checkDelivery(app, about));
  await t.test('a receiver that is away gets it later with the same id; one that never takes it is given up', () => checkTries(app, about));
  await t.test('Retry-After comes before our own waits, and holds the whole channel', () => checkRetryAfter(app, about));
  await t.test('410 turns the channel off', () => checkGone(app, about));
  await t.test('three in a row that fail make it failing, the fallback hears of it, and a success ends it', () => checkFailing(app, about));
  await t.test('a redirect is not followed', () => checkRedirect(app, about));
  await t.test('quiet hours hold, and send one message at their end', () => checkQuiet(app, about));
  await t.test('what is older than a day is left to the next digest', () => checkLate(app, about));
  await t.test('a burst keeps the limits of the channel', () => checkBurst(app, about));
  await t.test('while its secret rotates a message is signed with both', () => checkRotation(app, about));
});

interface About {
  readonly organizationId: string;
  readonly projectId: string;
}

async function checkDelivery(app: TestApp, about: About): Promise<void> {
  const { id, secret } = await makeWebhook(app, { project_id: about.projectId });
  const other = await makeWebhook(app, { project_id: about.projectId, min_severity: 'critical' });
  const many = Array.from({ length: 3_000 }, (_, number) => ({ title: `keyword ${number}`, text: '7 → 14', path: null }));
  await say(app, toNotice('first', { ...about, items: many, itemsTotal: 5_000 }));
  await say(app, toNotice('first', about));
  const delivery = await waitForDelivery(app, id, 'first', 'delivered');
  const [sent = assert.fail('nothing came'), ...more] = await listSent(app, delivery.id);
  assert.equal(more.length, 0);
  const body = new Webhook(secret).verify(sent.body, sent.headers) as Record<string, any>;
  assert.ok(Buffer.byteLength(sent.body) <= 64 * 1_024);
  assert.deepEqual([body['event'], body['id'], body['rule'], body['severity']], ['alert.fired', delivery.id, 'Top 10', 'warning']);
  assert.equal(body['items'].length + body['more'], 5_000);
  assert.ok(body['items'].length > 500);
  assert.deepEqual(await listDeliveries(app, other.id), [], 'it takes only what is critical');
  const { body: one } = await app.api.get(`/api/channels/${id}/deliveries/${delivery.id}`);
  assert.deepEqual([one.tries.length, one.tries[0].response_status, one.tries[0].error], [1, 200, null]);
  const inbox = (await app.api.get(`/api/inbox?project_id=${about.projectId}`)).body;
  assert.deepEqual(
    [inbox.total, inbox.entries[0].title, inbox.entries[0].read, inbox.unread],
    [1, 'first: 2 keywords left the top 10', null, null],
  );
  await app.api.delete(`/api/channels/${other.id}`);
  const replay = await app.api.post(`/api/channels/${id}/deliveries/${delivery.id}/replay`, {});
  assert.equal(replay.status, 202);
  await waitUntil(async () => (await listSent(app, delivery.id)).length === 2, 'the replay');
  await app.api.delete(`/api/channels/${id}`);
  assert.equal((await app.api.get(`/api/channels/${id}/deliveries/${delivery.id}`)).status, 404);
}

async function checkTries(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId });
  await setReceiverFault(app, 'http_500', { count: 3 });
  await say(app, toNotice('away', about), [id]);
  const { tries, id: messageId } = await waitForDelivery(app, id, 'away', 'delivered');
  assert.equal(tries, 4);
  assert.deepEqual(
    (await listSent(app, messageId)).map(({ status }) => status),
    [500, 500, 500, 200],
  );
  await setReceiverFault(app, 'lost_answer', { count: 1 });
  await say(app, toNotice('unheard', about), [id]);
  assert.equal((await waitForDelivery(app, id, 'unheard', 'delivered')).tries, 2);
  await setReceiverFault(app, 'http_500');
  await say(app, toNotice('never', about), [id]);
  const never = await waitForDelivery(app, id, 'never', 'failed');
  assert.deepEqual([never.tries, never.response_status, never.next_try_at], [7, 500, null]);
  await setReceiverFault(app, 'http_403');
  await say(app, toNotice('refused', about), [id]);
  assert.equal((await waitForDelivery(app, id, 'refused', 'failed')).tries, 1);
  await setReceiverFault(app);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkRetryAfter(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId });
  await setReceiverFault(app, 'http_429', { count: 1 });
  const beganAt = Date.now();
  await say(app, toNotice('often', about), [id]);
  await waitUntil(async () => (await listDeliveries(app, id))[0]?.tries === 1, 'the answer 429');
  await say(app, toNotice('next', about), [id]);
  await waitForDelivery(app, id, 'often', 'delivered');
  await waitForDelivery(app, id, 'next', 'delivered');
  const times = (await Promise.all((await listDeliveries(app, id)).map(({ id: one }) => listSent(app, one))))
    .flat()
    .filter(({ status }) => status === 200);
  assert.equal(times.length, 2);
  for (const { ts } of times) assert.ok(ts - beganAt >= 1_000, `${ts - beganAt} ms`);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkGone(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId, name: 'Gone' });
  await setReceiverFault(app, 'http_410', { count: 1 });
  await say(app, toNotice('gone', about), [id]);
  assert.equal((await waitForDelivery(app, id, 'gone', 'failed')).tries, 1);
  const channel = await readChannel(app, id);
  assert.equal(channel['state'], 'off');
  assert.match(channel['state_reason'], /410/u);
  await say(app, toNotice('after', about), [id]);
  assert.equal((await listDeliveries(app, id)).length, 1);
  assert.equal((await app.api.post(`/api/channels/${id}/test`, {})).status, 409);
  const { entries } = (await app.api.get('/api/inbox')).body;
  assert.ok(entries.some(({ title }: { title: string }) => title === 'The channel "Gone" was turned off'));
  await app.api.put(`/api/channels/${id}`, { state: 'on' });
  await say(app, toNotice('on again', about), [id]);
  await waitForDelivery(app, id, 'on again', 'delivered');
  await app.api.delete(`/api/channels/${id}`);
}

async function checkFailing(app: TestApp, about: About): Promise<void> {
  const fallback = await makeWebhook(app, { organization_id: about.organizationId, name: 'Fallback', events: ['digest'] });
  const { id } = await makeWebhook(app, { project_id: about.projectId, name: 'Broken' });
  await setReceiverFault(app, 'http_403', { count: 3 });
  for (const name of ['one', 'two', 'three']) {
    await say(app, toNotice(name, about), [id]);
    await waitForDelivery(app, id, name, 'failed');
  }
  assert.equal((await readChannel(app, id))['state'], 'failing');
  const toFallback = await waitForDelivery(app, fallback.id, 'The channel "Broken" is failing', 'delivered');
  assert.equal(JSON.parse((await listSent(app, toFallback.id))[0]?.body ?? '').event, 'channel.failing');
  const failing = await listFailing(app.app.context.postgres);
  assert.deepEqual(
    failing.map(({ id: one, name }) => [one, name]),
    [[id, 'Broken']],
  );
  const health = (await app.api.get('/health')).body;
  assert.match(JSON.stringify(health), /channels that fail: 1/u);
  await say(app, toNotice('four', about), [id]);
  await waitForDelivery(app, id, 'four', 'delivered');
  assert.equal((await readChannel(app, id))['state'], 'on');
  assert.deepEqual(await listFailing(app.app.context.postgres), []);
  const undelivered = await listUndeliveredNotices(app.app.context.postgres, {
    organizationId: about.organizationId,
    projectIds: [about.projectId],
    from: new Date(0),
    to: new Date('2100-01-01'),
  });
  assert.deepEqual(undelivered.filter(({ title }) => /^(?:one|two|three|four)/u.test(title)).length, 3);
  await app.api.delete(`/api/channels/${id}`);
  await app.api.delete(`/api/channels/${fallback.id}`);
}

async function checkRedirect(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId });
  await setReceiverFault(app, 'http_302', { count: 1 });
  await say(app, toNotice('elsewhere', about), [id]);
  const { error, tries } = await waitForDelivery(app, id, 'elsewhere', 'failed');
  assert.equal(tries, 1);
  assert.match(error ?? '', /redirects are not followed/u);
  const { entries } = (await app.sandbox.get('/_sandbox/calls')).body as { entries: { path: string }[] };
  assert.ok(!entries.some(({ path }) => path === '/private'));
  await app.api.delete(`/api/channels/${id}`);
}

async function checkQuiet(app: TestApp, about: About): Promise<void> {
  const { clock } = app.app.context;
  // From an hour ago on, for 23 hours: the end lies in the observed world, which a day of the sandbox reaches.
  const toClock = (hours: number): string => new Date(clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16);
  const zone = await app.api.put(`/api/projects/${about.projectId}`, { time_zone: 'UTC' });
  assert.equal(zone.status, 200, JSON.stringify(zone.body));
  const quiet = { from: toClock(-1), to: toClock(22), critical_passes: true };
  const { id } = await makeWebhook(app, { project_id: about.projectId, quiet });
  await say(app, toNotice('held one', about), [id]);
  await say(app, toNotice('held two', { ...about, severity: 'info' }), [id]);
  await say(app, toNotice('urgent', { ...about, severity: 'critical' }), [id]);
  await waitForDelivery(app, id, 'urgent', 'delivered');
  const held = await waitForDelivery(app, id, 'held one', 'held');
  assert.equal(held.held_until?.slice(11, 16), quiet.to);
  await advanceDay(app);
  const message = await waitForDelivery(app, id, '2 messages from the quiet hours', 'delivered');
  assert.deepEqual(
    [(await waitForDelivery(app, id, 'held one', 'delivered')).sent_in, (await listSent(app, held.id)).length],
    [message.id, 0],
  );
  const [sent, ...more] = await listSent(app, message.id);
  assert.equal(more.length, 0);
  assert.deepEqual(JSON.parse(sent?.body ?? '').notices.length, 2);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkLate(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId });
  const { postgres } = app.app.context;
  await setReceiverFault(app, 'http_429', { count: 1 });
  await say(app, toNotice('late', about), [id]);
  await waitUntil(async () => (await listDeliveries(app, id))[0]?.tries === 1, 'the first try');
  await postgres.query(`update notifications set due_at = due_at - interval '1 day' where channel_id = $1`, [id]);
  const late = await waitForDelivery(app, id, 'late', 'digested');
  assert.deepEqual([late.tries, (await listSent(app, late.id)).length], [1, 1]);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkBurst(app: TestApp, about: About): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: about.projectId });
  const names = Array.from({ length: 40 }, (_, number) => `burst ${number}`);
  await Promise.all(names.map((name) => say(app, toNotice(name, about), [id])));
  await waitUntil(async () => (await listDeliveries(app, id)).every(({ status }) => status === 'delivered'), 'all of them');
  const times = (await Promise.all((await listDeliveries(app, id)).map(({ id: one }) => listSent(app, one)))).flat().map(({ ts }) => ts);
  assert.equal(times.length, names.length);
  for (const from of times) assert.ok(times.filter((at) => at >= from && at < from + 1_000).length <= 20);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkRotation(app: TestApp, about: About): Promise<void> {
  const { id, secret } = await makeWebhook(app, { project_id: about.projectId });
  const { body } = await app.api.post(`/api/channels/${id}/rotate`, {});
  assert.notEqual(body.signing_secret, secret);
  await say(app, toNotice('both', about), [id]);
  const delivery = await waitForDelivery(app, id, 'both', 'delivered');
  const [sent = assert.fail('nothing came')] = await listSent(app, delivery.id);
  for (const one of [secret, body.signing_secret]) new Webhook(one).verify(sent.body, sent.headers);
  await app.app.context.postgres.query(`update channels set rotated_until = now() where id = $1`, [id]);
  await say(app, toNotice('one of them', about), [id]);
  const [later = assert.fail('nothing came')] = await listSent(app, (await waitForDelivery(app, id, 'one of them', 'delivered')).id);
  new Webhook(body.signing_secret).verify(later.body, later.headers);
  assert.throws(() => new Webhook(secret).verify(later.body, later.headers));
  await app.api.delete(`/api/channels/${id}`);
}
