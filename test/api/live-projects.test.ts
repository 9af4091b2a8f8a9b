import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { connectLive, refuseLive, type ConnectOptions, type LiveClient, type LiveMessage } from '../support/live-client.ts';
import { makeProject, PROVIDER, track } from '../support/rankings-api.ts';

const PATH = '/api/live';

test('the live socket of members', async (t) => {
  const world = await startTestApp(t);
  const { api, sandbox, stores, url } = world;
  const { keywords, sites } = (await sandbox.get('/_sandbox/world')).body;
  const [keyword, other]: string[] = keywords.map((one: { keyword: string }) => one.keyword);
  const ours = await makeProject(api, [sites[0].domain], 'org_ours');
  const theirs = await makeProject(api, [sites[1].domain], 'org_theirs');
  const makeKey = async (properties: object): Promise<{ id: string; key: string }> =>
    (await api.post('/api/admin/api-keys', { name: 'member', scopes: ['read'], tier: 'enterprise', ...properties })).body;
  const watch = async (connection: ConnectOptions): Promise<LiveClient> => {
    const client = await connectLive(url, { path: PATH, ...connection });
    stores.onClose(() => client.ws.terminate());
    return client;
  };
  const annotate = (projectId: string) =>
    api.post('/api/annotations', { scope: 'project', project_id: projectId, date: '2026-01-05', text: 'released', kind: 'release' });
  const isChange = (change: string) => (message: LiveMessage) => message.type === 'project' && message['change'] === change;
  const member = await makeKey({ organization_id: 'org_ours' });
  const watching = await watch({ headers: { 'x-api-key': member.key } });

  await t.test('sends nothing until a client asks, and only what the caller sees', async () => {
    assert.deepEqual(watching.messages[0]?.['topics'], []);
    const asked = [`project:${theirs}`, `project:${ours}`, 'project:proj_none', 'cost', 'workflow'];
    assert.deepEqual((await watching.subscribe(asked)).topics, [`project:${ours}`]);
    const operator = await watch({ headers: { 'x-api-key': TEST_ADMIN_KEY } });
    assert.deepEqual((await operator.subscribe(asked)).topics, [
      'workflow',
      'cost',
      ...[`project:${ours}`, `project:${theirs}`].toSorted(),
    ]);
    operator.ws.close();
    assert.equal((await refuseLive(url, { path: PATH })).status, 401);
    assert.equal(
      (await refuseLive(url, { path: PATH, headers: { 'x-api-key': member.key, origin: 'https://elsewhere.example' } })).status,
      403,
    );
  });

  await t.test('tells of positions, costs and failures when the API has them', async () => {
    await track(world, ours, [keyword ?? '']);
    const { run_id: runId, checks, failed, ...event } = await watching.find(isChange('rankings'));
    assert.deepEqual([checks, failed, event['project_id']], [1, 0, ours]);
    assert.equal((await api.get(`/api/rankings?project_id=${ours}`)).body.rankings[0].run_id, runId);
    assert.ok((await watching.find(isChange('costs')))['cost_usd'] > 0);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501', rate: 1 });
    await track(world, ours, [other ?? '']);
    await watching.find((message) => isChange('rankings')(message) && message['failed'] === 1);
    await sandbox.post('/_sandbox/faults', {});
  });

  await t.test('tells of annotations of its own projects alone', async () => {
    await annotate(theirs);
    const { body } = await annotate(ours);
    const told = await watching.find(isChange('annotations'));
    assert.equal(told['annotation_id'], body.annotation.id);
    assert.deepEqual(
      watching.messages.filter((message) => message['project_id'] === theirs),
      [],
    );
  });

  await t.test('takes the cookie of a session, from pages of its own', async () => {
    const signedIn = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ api_key: member.key }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const page = await watch({ headers: { cookie, origin: url } });
    assert.deepEqual((await page.subscribe([`project:${ours}`, `project:${theirs}`])).topics, [`project:${ours}`]);
    assert.equal((await refuseLive(url, { path: PATH, headers: { cookie, origin: 'https://elsewhere.example' } })).status, 403);
    await fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie, origin: url } });
    assert.equal((await page.closed).code, 1008);
  });

  await t.test('takes a topic away when the key may no longer listen to it, and closes when it is revoked', async () => {
    const from = watching.messages.length;
    await stores.postgres.query(`update api_keys set organization_id = 'org_theirs' where id = $1`, [member.id]);
    await watching.find((message) => message.type === 'hello' && watching.messages.indexOf(message) >= from);
    assert.deepEqual(watching.messages.at(-1)?.['topics'], []);
    assert.equal((await api.delete(`/api/admin/api-keys/${member.id}`)).status, 200);
    assert.deepEqual(await watching.closed, { code: 1008, reason: 'the key is no longer valid' });
  });

  await t.test('closes on topics that there are not, and on too many', async () => {
    const many = Array.from({ length: 61 }, (_none, at) => `project:proj_${at}`);
    for (const topics of [['project:'], ['project:a b'], ['no-topic'], many]) {
      const client = await watch({ headers: { 'x-api-key': TEST_ADMIN_KEY } });
      client.ws.send(JSON.stringify({ type: 'subscribe', topics }));
      assert.equal((await client.closed).code, 1008, JSON.stringify(topics).slice(0, 50));
    }
  });
});
