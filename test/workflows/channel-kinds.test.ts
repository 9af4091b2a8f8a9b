import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#areas/channels/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { listDeliveries, readChannel, say, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { makeProject } from '../support/rankings-api.ts';
import { IS_WHOLE } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_kinds';
const MARKER = 'marker-of-a-secret-4417';
/** Slack takes one a second: all of a burst take their time. */
const BURST = IS_WHOLE ? 100 : 8;

interface World {
  readonly app: TestApp;
  readonly about: Pick<Notice, 'organizationId' | 'projectId'>;
}

interface Received {
  readonly posted: boolean;
  readonly at: string;
  readonly mentions: readonly string[];
  readonly payload: unknown;
}

test('kinds of channels', async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [1, 1, 1] });
  const projectId = await makeProject(app.api, ['mine.com'], ORG);
  const world = { app, about: { organizationId: ORG, projectId } };
  await t.test('each is sent to in its own format, and its secret is in no answer', () => checkKinds(world));
  await t.test('a burst never breaks the limits of Slack, and all of it arrives', () => checkBurst(world));
  await t.test('each kind is waited for as it asks', () => checkWaits(world));
  await t.test('a receiver that is away, slow or cut gets it once it can; one that is gone turns the channel off', () =>
    checkFaults(world),
  );
  await t.test('addresses that are private or not encrypted are refused by each kind', () => checkAddresses(world));
});

function toConfigs(base: string | undefined): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    slack: { url: `${base}/_sandbox/receivers/slack/T1/B1/${MARKER}` },
    discord: { url: `${base}/_sandbox/receivers/discord/123/${MARKER}` },
    teams: { url: `${base}/_sandbox/receivers/teams/${MARKER}/triggers/manual/paths/invoke` },
    telegram: { token: `123456:${MARKER}`, chat_id: '-1001', api_url: `${base}/_sandbox/receivers/telegram` },
    apprise: { url: `${base}/_sandbox/receivers/apprise/notify/${MARKER}` },
  };
}

async function makeChannel({ app, about }: World, kind: string, config?: object): Promise<string> {
  const { status, body } = await app.api.post('/api/channels', {
    kind,
    name: kind,
    project_id: about.projectId,
    config: config ?? toConfigs(app.app.context.config.sandbox)[kind],
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.ok(!JSON.stringify(body).includes(MARKER), kind);
  return body.channel.id;
}

async function listReceived({ app }: World, kind: string): Promise<{ messages: Received[]; receivers: Record<string, number>[] }> {
  return (await app.sandbox.get(`/_sandbox/receivers?kind=${kind}`)).body;
}

async function checkKinds(world: World): Promise<void> {
  const { app, about } = world;
  for (const kind of Object.keys(toConfigs(''))) {
    const id = await makeChannel(world, kind);
    await say(app, toNotice(`to-${kind}`, { ...about, title: `to-${kind}: red & <blue> shoes @everyone` }), [id]);
    const delivery = await waitForDelivery(app, id, `to-${kind}`, 'delivered');
    const { messages } = await listReceived(world, kind);
    assert.deepEqual([messages.length, messages[0]?.posted, messages[0]?.mentions], [1, true, []], kind);
    assert.match(JSON.stringify(messages[0]?.payload), /7 → 14/u);
    const answers = [
      await app.api.get('/api/channels'),
      await app.api.get(`/api/channels/${id}/deliveries/${delivery.id}`),
      await readChannel(app, id),
    ];
    assert.ok(!JSON.stringify(answers).includes(MARKER), kind);
    await app.api.delete(`/api/channels/${id}`);
  }
  await app.sandbox.delete('/_sandbox/receivers');
}

async function checkBurst(world: World): Promise<void> {
  const { app, about } = world;
  const id = await makeChannel(world, 'slack');
  await Promise.all(Array.from({ length: BURST }, (_, number) => say(app, toNotice(`burst ${number}`, about), [id])));
  await waitUntil(async () => (await listReceived(world, 'slack')).messages.length >= BURST, 'the whole burst');
  const { messages, receivers } = await listReceived(world, 'slack');
  assert.deepEqual([messages.length, receivers[0]?.['refused'], receivers[0]?.['too_early']], [BURST, 0, 0]);
  const times = messages.map(({ at }) => Date.parse(at));
  for (const [at, time] of times.entries()) assert.ok(at === 0 || time - (times[at - 1] ?? 0) >= 1_000, `${at}`);
  await app.api.delete(`/api/channels/${id}`);
  await app.sandbox.delete('/_sandbox/receivers');
}

async function checkWaits(world: World): Promise<void> {
  const { app, about } = world;
  for (const kind of ['slack', 'discord', 'telegram', 'teams']) {
    const id = await makeChannel(world, kind);
    await app.sandbox.post('/_sandbox/faults', { match: `receivers/${kind}`, kind: 'http_429', count: 1, retry_after_seconds: 2 });
    await say(app, toNotice(`wait-${kind}`, about), [id]);
    const delivery = await waitForDelivery(app, id, `wait-${kind}`, 'delivered');
    assert.deepEqual([delivery.tries, (await listReceived(world, kind)).receivers[0]?.['too_early']], [2, 0], kind);
    await app.api.delete(`/api/channels/${id}`);
  }
  const long = await makeChannel(world, 'slack');
  await app.sandbox.post('/_sandbox/faults', { match: 'receivers/slack', kind: 'http_429', count: 1, retry_after_seconds: 90 });
  const beganAt = Date.now();
  await say(app, toNotice('long', about), [long]);
  await waitUntil(async () => (await listDeliveries(app, long))[0]?.tries === 1, 'the answer 429');
  const next = Date.parse((await listDeliveries(app, long))[0]?.next_try_at ?? '');
  assert.ok(next - beganAt >= 90_000, 'not before');
  await app.api.delete(`/api/channels/${long}`);
  await app.sandbox.delete('/_sandbox/receivers');
}

async function checkFaults(world: World): Promise<void> {
  const { app, about } = world;
  const id = await makeChannel(world, 'teams');
  for (const [name, kind, count] of [
    ['away', 'reset', 2],
    ['broken', 'http_500', 2],
    ['slow', 'slow', 1],
    ['cut', 'lost_answer', 1],
  ] as const) {
    await app.sandbox.post('/_sandbox/faults', { match: 'receivers/teams', kind, count, ...(kind === 'slow' ? { delay_ms: 500 } : {}) });
    await say(app, toNotice(name, about), [id]);
    const { tries } = await waitForDelivery(app, id, name, 'delivered');
    assert.equal(tries, kind === 'slow' ? 1 : count + 1, name);
  }
  assert.equal((await listReceived(world, 'teams')).messages.length, 5, 'what was cut came twice');
  await app.sandbox.post('/_sandbox/faults', { match: 'receivers/teams', kind: 'http_410', count: 1 });
  await say(app, toNotice('gone', about), [id]);
  await waitForDelivery(app, id, 'gone', 'failed');
  assert.equal((await readChannel(app, id))['state'], 'off');
  await app.api.delete(`/api/channels/${id}`);
}

async function checkAddresses({ app, about }: World): Promise<void> {
  const { entries } = (await app.sandbox.get('/_sandbox/calls')).body;
  for (const [kind, config] of Object.entries(toConfigs('https://127.0.0.1:1')))
    for (const base of [
      'https://127.0.0.1',
      'https://169.254.169.254',
      'https://[::ffff:7f00:1]',
      'http://hooks.slack.com',
      'file:///etc/passwd',
    ]) {
      const changed = Object.fromEntries(Object.entries(config).map(([name, value]) => [name, value.replace('https://127.0.0.1:1', base)]));
      const { status, body } = await app.api.post('/api/channels', { kind, name: kind, project_id: about.projectId, config: changed });
      assert.equal(status, 400, `${kind} ${base} ${JSON.stringify(body)}`);
    }
  assert.equal((await app.sandbox.get('/_sandbox/calls')).body.entries.length, entries.length);
}
