import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { openArchive } from '../cli/forged-archives.ts';
import { toOpenStores } from '../cli/archive-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { listDeliveries, makeWebhook, readChannel, say, setReceiverFault, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { openOtlpReceiver } from '../support/otlp-receiver.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject } from '../support/rankings-api.ts';

const MARKER = 'marker-of-a-hook-6620';
const ORG = 'org_channels';
const QUIET = { from: '22:00', to: '22:00', days: [0, 8] };

test('channels are set up, read and changed by whose they are', async (t) => {
  const lines: string[] = [];
  const collector = await openOtlpReceiver(t);
  const logger = makeLogger('trace', { destination: { write: (line: string) => void lines.push(line) } });
  const app = await startTestApp(t, { logger, retryWaitsMs: [1, 1, 1], environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const [projectId, otherId] = [await makeProject(app.api, ['mine.com'], ORG), await makeProject(app.api, ['theirs.com'], 'org_others')];
  await t.test('addresses that are not public, or not https, are refused, and nothing is sent to them', () =>
    checkAddresses(app, projectId),
  );
  await t.test('all faults are named at once', () => checkFaults(app, projectId));
  await t.test('a test is sent at once, ten a minute, and a person says whether it arrived', () => checkTest(app, projectId));
  await t.test('a change leaves what it does not name', () => checkChange(app, projectId));
  await t.test('a feed is Atom by its token, with an ETag, until it is replaced or off', () => checkFeed(app, projectId));
  await t.test('who may see and change which', () => checkRights(app, { projectId, otherId }));
  await t.test('each person has read their own', () => checkInbox(app, projectId));
  await t.test('secrets are in no answer, row, log line, trace or archive', async () => {
    await checkSecrets(app, { projectId, lines, readSpans: collector.readText });
  });
});

async function checkAddresses(app: TestApp, projectId: string): Promise<void> {
  const heard = (await app.sandbox.get('/_sandbox/calls')).body.entries.length;
  const make = (url: string) => app.api.post('/api/channels', { kind: 'webhook', name: 'Hook', project_id: projectId, config: { url } });
  for (const url of [
    'https://127.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::ffff:7f00:1]/hook',
    'https://2130706433/',
    'https://localhost/hook',
    'http://hooks.example.com/hook',
    'https://us:er@hooks.example.com/',
    'ftp://hooks.example.com/',
    'no address',
  ]) {
    const { status, body } = await make(url);
    assert.equal(status, 400, url);
    assert.equal(body.details[0].path, 'config.url', url);
  }
  assert.equal((await app.sandbox.get('/_sandbox/calls')).body.entries.length, heard);
  // A name is looked up when it is called: one that leads to a private address is refused there.
  const { status, body } = await make('https://127.0.0.1.nip.io/hook');
  assert.equal(status, 201);
  await app.api.delete(`/api/channels/${body.channel.id}`);
}

async function checkFaults(app: TestApp, projectId: string): Promise<void> {
  const { status, body } = await app.api.post('/api/channels', {
    kind: 'webhook',
    name: '',
    project_id: projectId,
    config: { url: 7, more: true },
    events: ['alert.fired', 'no.event'],
    min_severity: 'loud',
    quiet: QUIET,
  });
  assert.equal(status, 400);
  const paths = body.details.map(({ path }: { path: string }) => path);
  for (const path of ['name', 'config.url', 'config.more', 'events[1]', 'min_severity', 'quiet.days[0]', 'quiet.days[1]'])
    assert.ok(paths.includes(path), `${path} in ${paths.join(', ')}`);
  assert.equal((await app.api.post('/api/channels', { kind: 'pigeon', name: 'x', project_id: projectId })).status, 400);
  const foreign = await app.api.post('/api/channels', { kind: 'feed', name: 'x', project_id: projectId, fallback_channel_id: 'chn_none' });
  assert.equal(foreign.status, 404);
}

async function checkTest(app: TestApp, projectId: string): Promise<void> {
  const { id } = await makeWebhook(app, { project_id: projectId, quiet: { from: '00:00', to: '23:59' } });
  await setReceiverFault(app, 'http_403', { count: 1 });
  const refused = await app.api.post(`/api/channels/${id}/test`, {});
  assert.equal(refused.status, 202);
  await waitForDelivery(app, id, 'Test message', 'failed');
  assert.equal(
    (await app.api.post(`/api/channels/${id}/test/${refused.body.test_id}`, { arrived: false })).body.channel.tested.arrived,
    false,
  );
  const { body } = await app.api.post(`/api/channels/${id}/test`, {});
  assert.equal((await readChannel(app, id))['tested'].arrived, null);
  assert.equal((await app.api.post(`/api/channels/${id}/test/${refused.body.test_id}`, { arrived: true })).status, 404);
  assert.equal((await app.api.post(`/api/channels/${id}/test/${body.test_id}`, { arrived: true })).body.channel.tested.arrived, true);
  assert.equal((await app.api.get(body.delivery_url)).status, 200);
  for (let number = 0; number < 8; number += 1) assert.equal((await app.api.post(`/api/channels/${id}/test`, {})).status, 202);
  assert.equal((await app.api.post(`/api/channels/${id}/test`, {})).status, 429);
  assert.equal((await readChannel(app, id))['state'], 'on');
  await app.api.delete(`/api/channels/${id}`);
}

async function checkChange(app: TestApp, projectId: string): Promise<void> {
  const { id, secret } = await makeWebhook(app, { project_id: projectId, name: 'Before' });
  const { body } = await app.api.put(`/api/channels/${id}`, { name: 'After', min_severity: 'critical' });
  assert.deepEqual([body.channel.name, body.channel.min_severity, body.channel.config], ['After', 'critical', { url: 'set' }]);
  assert.equal((await app.api.put(`/api/channels/${id}`, { config: { url: 'https://10.0.0.1/' } })).status, 400);
  const moved = await app.api.put(`/api/channels/${id}`, { config: { url: 'https://hooks.acme-hooks.com/secret/path' } });
  assert.equal(moved.body.channel.to, 'https://hooks.acme-hooks.com/…');
  assert.equal((await app.api.put(`/api/channels/${id}`, { fallback_channel_id: id })).status, 400);
  assert.equal((await app.api.put(`/api/channels/${id}`, { state: 'off' })).body.channel.state, 'off');
  assert.ok(!JSON.stringify((await app.api.get(`/api/channels?project_id=${projectId}`)).body).includes(secret));
  assert.equal((await app.api.delete(`/api/channels/${id}`)).status, 200);
  const { rows } = await app.app.context.postgres.query<{ total: number }>(`select count(*) as total from secrets where kind = 'channel'`);
  assert.equal(rows[0]?.total, 0, 'its secrets went with it');
}

async function checkFeed(app: TestApp, projectId: string): Promise<void> {
  const about = { organizationId: ORG, projectId };
  const { body } = await app.api.post('/api/channels', { kind: 'feed', name: 'For readers', project_id: projectId });
  const { id } = body.channel;
  await say(app, toNotice('in the feed', { ...about, title: 'in the feed: <b>2</b> & more' }), [id]);
  assert.equal((await listDeliveries(app, id))[0]?.status, 'delivered');
  const read = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });
  const answer = await read(body.feed_path);
  const text = await answer.text();
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/atom+xml; charset=utf-8']);
  assert.ok(text.includes('<title>in the feed: &lt;b&gt;2&lt;/b&gt; &amp; more</title>'), text);
  const etag = answer.headers.get('etag') ?? assert.fail('no ETag');
  assert.equal((await read(body.feed_path, { 'if-none-match': etag })).status, 304);
  await say(app, toNotice('one more', about), [id]);
  const changed = await read(body.feed_path, { 'if-none-match': etag });
  assert.equal(changed.status, 200);
  assert.equal((await changed.text()).match(/<entry>/gu)?.length, 2);
  const { body: rotated } = await app.api.post(`/api/channels/${id}/rotate`, {});
  assert.equal((await read(body.feed_path)).status, 404);
  assert.equal((await read(rotated.feed_path)).status, 200);
  await app.api.put(`/api/channels/${id}`, { state: 'off' });
  assert.equal((await read(rotated.feed_path)).status, 404);
  await app.api.put(`/api/channels/${id}`, { state: 'on' });
  assert.equal((await read(rotated.feed_path)).status, 200);
  await app.api.delete(`/api/channels/${id}`);
  assert.equal((await read(rotated.feed_path)).status, 404);
  assert.equal((await read('/api/public/feeds/slp_000000000000000000')).status, 404);
}

async function checkRights(app: TestApp, { projectId, otherId }: { readonly projectId: string; readonly otherId: string }): Promise<void> {
  const feed = { kind: 'feed', name: 'A feed' };
  const others = await app.withKey({ scopes: ['read', 'write', 'manage'], organization_id: 'org_others' });
  const editor = await app.withKey({ scopes: ['read', 'write'], organization_id: ORG });
  const ofProject = await app.withKey({ scopes: ['read', 'write'], organization_id: ORG, project_id: projectId });
  const reader = await app.withKey({ scopes: ['read'], organization_id: ORG });
  const own = (await app.api.post('/api/channels', { ...feed, project_id: projectId })).body.channel.id;
  const whole = (await app.api.post('/api/channels', { ...feed, organization_id: ORG })).body.channel.id;
  const service = (await app.api.post('/api/channels', feed)).body.channel.id;
  await say(app, toNotice('for us', { organizationId: ORG, projectId }));
  const [delivery] = await listDeliveries(app, own);
  for (const id of [own, whole, service]) {
    const paths = ['', '/deliveries', `/deliveries/${delivery?.id}`].map((end) => `/api/channels/${id}${end}`);
    for (const path of paths) assert.equal((await others.get(path)).status, 404, path);
    assert.equal((await others.put(`/api/channels/${id}`, { name: 'x' })).status, 404);
    assert.equal((await others.delete(`/api/channels/${id}`)).status, 404);
    for (const path of ['test', 'test/msg_1', 'rotate', `deliveries/${delivery?.id}/replay`])
      assert.equal((await others.post(`/api/channels/${id}/${path}`, { arrived: true })).status, 404, path);
  }
  assert.deepEqual((await others.get('/api/channels')).body.total, 0);
  assert.equal((await others.get(`/api/channels?project_id=${projectId}`)).status, 404);
  assert.equal((await others.get('/api/inbox')).body.total, 0);
  assert.equal((await others.post('/api/channels', { ...feed, project_id: projectId })).status, 404);
  assert.equal((await others.post('/api/channels', { ...feed, project_id: otherId, fallback_channel_id: whole })).status, 404);
  const ids = async (api: typeof others): Promise<string[]> =>
    (await api.get('/api/channels')).body.channels.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(editor), [own, whole]);
  assert.deepEqual(await ids(ofProject), [own]);
  assert.deepEqual(await ids(reader), [own, whole]);
  assert.ok((await ids(app.api)).includes(service));
  assert.equal((await editor.post('/api/channels', feed)).status, 403);
  assert.equal((await editor.put(`/api/channels/${whole}`, { name: 'x' })).status, 403);
  assert.equal((await editor.put(`/api/channels/${own}`, { name: 'x' })).status, 200);
  assert.equal((await reader.put(`/api/channels/${own}`, { name: 'x' })).status, 403);
  assert.equal((await ofProject.get(`/api/channels/${whole}`)).status, 404);
  for (const id of [own, whole, service]) assert.equal((await app.api.delete(`/api/channels/${id}`)).status, 200);
}

async function checkInbox(app: TestApp, projectId: string): Promise<void> {
  const [ada, eve] = [await joinAs(app, ORG, { role: 'editor' }), await joinAs(app, ORG, { role: 'viewer' })];
  for (const name of ['bell one', 'bell two', 'bell three']) await say(app, toNotice(name, { organizationId: ORG, projectId }));
  const before = (await ada.browser.get('/api/inbox')).body;
  const [, second] = before.entries;
  assert.equal(before.unread, before.total);
  const one = await ada.browser.post('/api/inbox/read', { ids: [before.entries[0].id] }, { origin: app.url });
  assert.deepEqual([one.status, one.body.unread], [200, before.total - 1]);
  const all = await ada.browser.post('/api/inbox/read', { until_id: second.id }, { origin: app.url });
  assert.equal(all.body.unread, 0);
  assert.ok((await ada.browser.get('/api/inbox')).body.entries.every(({ read }: { read: boolean }) => read));
  assert.equal((await eve.browser.get('/api/inbox')).body.unread, before.total);
  assert.equal((await ada.browser.post('/api/inbox/read', { ids: ['ntc_none'] }, { origin: app.url })).status, 404);
  assert.equal((await ada.browser.post('/api/inbox/read', {}, { origin: app.url })).status, 400);
  assert.equal((await app.api.post('/api/inbox/read', { ids: [second.id] })).status, 403);
}

async function checkSecrets(
  app: TestApp,
  { projectId, lines, readSpans }: { readonly projectId: string; readonly lines: readonly string[]; readonly readSpans: () => string },
): Promise<void> {
  const url = `${app.app.context.config.sandbox}/_sandbox/webhook/${MARKER}?token=${MARKER}`;
  const { id, secret } = await makeWebhook(app, { project_id: projectId, config: { url } });
  await say(app, toNotice('secret', { organizationId: ORG, projectId }), [id]);
  await waitForDelivery(app, id, 'secret', 'failed');
  await app.api.post(`/api/channels/${id}/rotate`, {});
  const file = join(app.stores.dataDir, 'channels.archive');
  await exportArchive(toOpenStores(app.stores), { file, projectId: undefined, withKeys: false, passphrase: 'a passphrase of the tests' });
  const { sections } = await openArchive(file);
  assert.ok(sections.find(({ table }) => table === 'channels')?.lines.some((line) => line.includes(id)));
  const answers = await Promise.all(
    [
      `/api/channels/${id}`,
      '/api/channels',
      `/api/channels/${id}/deliveries`,
      '/api/admin/audit',
      '/api/admin/queue/dead-letter',
      '/health',
    ].map(async (path) => JSON.stringify((await app.api.get(path)).body)),
  );
  const { rows } = await app.app.context.postgres.query<{ line: string }>(
    `select row_to_json(s)::text as line from (select * from dbos.workflow_status) s
     union all select row_to_json(o)::text from dbos.operation_outputs o union all select row_to_json(c)::text from channels c
     union all select row_to_json(n)::text from notifications n union all select row_to_json(n)::text from notification_tries n`,
  );
  const places = {
    answers: answers.join(''),
    rows: rows.map(({ line }) => line).join(''),
    log: lines.join(''),
    spans: readSpans(),
    archive: JSON.stringify(sections),
  };
  for (const [place, text] of Object.entries(places))
    for (const hidden of [MARKER, secret]) assert.ok(!text.includes(hidden), `${place} show ${hidden}`);
  assert.ok(places.log.includes('"service":"channel"'), 'the calls were logged');
}
