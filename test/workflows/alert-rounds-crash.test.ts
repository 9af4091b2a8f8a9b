import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { listDeliveries, listSent, setReceiverFault, type SentMessage } from '../support/channel-world.ts';
import { setScene } from '../support/crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { killService, SERVICE_KEY, startService, stopService } from '../support/service-process.ts';
import { CRASH_TURNS, IS_WHOLE, skipOutOfTurn } from '../support/test-width.ts';
import { waitForEnd } from '../support/tracking-run.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Fewer than the messages of a round that a channel gets one by one. */
const KEYWORDS = 15;
/** Each day is one kill, at another moment: when so many of its messages have reached the receiver. */
const KILLS = IS_WHOLE ? 20 : 3;
const MOMENTS = IS_WHOLE ? 10 : 3;
const SLOW_MS = 200;
/** The waits between tries are these, and a round is quiet after 120 times the first. */
const WAITS = { retryWaitsMs: [5, 10, 20] };
const RULE = { volatility: false, group_by: 'none', cool_down_hours: 0 };
const RULES = [
  { ...RULE, name: 'rose', when: { event: 'rose', by: 1 } },
  { ...RULE, name: 'dropped', when: { event: 'dropped', by: 1 } },
];

interface World {
  readonly api: ApiClient;
  readonly sandbox: ApiClient;
  readonly projectId: string;
  readonly channelId: string;
}

test(
  'a service that is killed between evaluation and delivery says everything, no alert twice and no message three times',
  {
    skip: skipOutOfTurn(3, CRASH_TURNS),
  },
  async (t) => {
    const { world: sandbox, place: planned } = await setScene(t);
    const environment: Readonly<Record<string, string>> = {
      ...planned.environment,
      KEYWORD_ENRICHMENT: 'off',
      ALERT_PRESETS: 'off',
      RATE_LIMITS: 'off',
    };
    const place = { ...planned, environment, overrides: WAITS };
    let service = await startService(place, PATIENCE_MS);
    t.after(() => killService(service));
    const world = await prepare({ api: makeApiClient(place.url, SERVICE_KEY), sandbox, url: place.environment['SANDBOX'] ?? '' });
    await setReceiverFault(world, 'slow', { delay_ms: SLOW_MS });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = (await listSaid(world)).length;
      await judgeNextDay(world);
      await waitUntil(async () => (await listSaid(world)).length - before >= kill % MOMENTS || (await isAllDelivered(world)), 'its moment');
      await killService(service);
      service = await startService(place, PATIENCE_MS);
      await waitUntil(() => isAllDelivered(world), 'everything to be delivered');
    }
    await compare(world);
    const sent = Map.groupBy(await listSaid(world), ({ headers }) => headers['webhook-id'] ?? '');
    const times = [...sent.values()].map(({ length }) => length);
    t.diagnostic(`${sent.size} messages, ${times.filter((one) => one > 1).length} of them twice, at ${KILLS} kills`);
    assert.ok(Math.max(...times) <= 2, 'what was under way at a kill is sent once more, with the same id');
    assert.deepEqual([...sent.keys()].toSorted(), (await listDeliveries(world, world.channelId)).map(({ id }) => id).toSorted());
    await stopService(service);
  },
);

async function prepare({ url, ...to }: Pick<World, 'api' | 'sandbox'> & { readonly url: string }): Promise<World> {
  const { api, sandbox } = to;
  const story = (await sandbox.get(`/_sandbox/world/story?keywords=${KEYWORDS}`)).body;
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Ours', organization_id: 'org_alerts' })).body;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: story.site.domain, name: 'Ours', skip_onboarding: true });
  const config = { url: `${url}/_sandbox/webhook` };
  const { channel } = (await api.post('/api/channels', { kind: 'webhook', name: 'Ours', config, project_id: projectId })).body;
  for (const rule of RULES) assert.equal((await api.post('/api/alert-rules', { project_id: projectId, ...rule })).status, 201);
  const keywords = story.keywords.map(({ keyword }: { keyword: string }) => ({ keyword_text: keyword }));
  const tracked = await api.post('/api/keywords/track', { project_id: projectId, keywords });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  await waitForEnd(api, tracked.body.serp_tracking.status_url, PATIENCE_MS);
  return { ...to, projectId, channelId: channel.id as string };
}

/** The next day of the world, with its checks, until its rules are judged. */
async function judgeNextDay(world: World): Promise<void> {
  await world.sandbox.post('/_sandbox/clock', { advance_days: 1 });
  const day = await readToday(world);
  const { status, body } = await world.api.post('/api/admin/workflow/subscription-dispatch', {});
  assert.ok(status < 300, JSON.stringify(body));
  await waitForRound(world, day);
}

async function readToday({ sandbox }: World): Promise<string> {
  return String((await sandbox.get('/_sandbox/clock')).body.now).slice(0, 10);
}

async function waitForRound({ api, projectId }: World, day: string): Promise<void> {
  const readDay = async () => (await api.get(`/api/alerts?project_id=${projectId}&limit=1`)).body.last_round?.day;
  await waitUntil(async () => (await readDay()) === day, `the rules of ${day} to be judged`);
}

async function isAllDelivered(world: World): Promise<boolean> {
  return (await listDeliveries(world, world.channelId)).every(({ status }) => status === 'delivered');
}

/** Each match that the preview knows stands in one alert and in one message, and nothing else does. */
async function compare(world: World): Promise<void> {
  const expected = (await Promise.all(RULES.map((rule) => previewMatches(world, rule)))).flat().toSorted();
  assert.ok(expected.length >= KILLS, `${expected.length} matches`);
  const { alerts, pagination } = (await world.api.get(`/api/alerts?project_id=${world.projectId}&limit=500`)).body;
  assert.equal(alerts.length, pagination.total);
  const kept = alerts.reduce((sum: number, { items_total: items }: any) => sum + items, 0);
  assert.equal(kept, expected.length, 'one item each');
  const messages = [...Map.groupBy(await listSaid(world), ({ headers }) => headers['webhook-id']).values()];
  const said = messages.flatMap(([one]) => readMatches(one));
  assert.deepEqual(said.toSorted(), expected);
}

async function previewMatches({ api, projectId }: World, { name, ...rule }: (typeof RULES)[number]): Promise<string[]> {
  const { status, body } = await api.post('/api/alert-rules/preview', { project_id: projectId, rule: { name, ...rule } });
  assert.equal(status, 200, JSON.stringify(body));
  const items = body.alerts.flatMap(({ items: found }: any) => found);
  assert.equal(items.length, body.items_total);
  return items.map(({ label, day }: any) => `${name} ${label} ${day}`);
}

/** What reached the receiver of what rules said; other events of the service go there too. */
async function listSaid(world: World): Promise<SentMessage[]> {
  return (await listSent(world)).filter(({ body }) => String(JSON.parse(body).event).startsWith('alert.'));
}

/** A message that something is over names no matches. */
function readMatches(sent: SentMessage | undefined): string[] {
  const { event, rule, round, items, more } = JSON.parse(sent?.body ?? '{}');
  if (event === 'alert.resolved') return [];
  assert.equal(more, 0, sent?.body);
  return items.map(({ keyword }: any) => `${rule.name} ${keyword} ${round.day}`);
}
