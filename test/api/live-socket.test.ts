import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY, type TestApp, type TestAppOptions } from '../support/app.ts';
import { connectLive, refuseLive, SOCKET_PATH, type ConnectOptions, type LiveClient } from '../support/live-client.ts';
import { makeRecordingLogger } from '../support/openapi-walk-world.ts';

const ADMIN: ConnectOptions = { headers: { 'x-api-key': TEST_ADMIN_KEY } };

async function start(
  t: TestContext,
  options: TestAppOptions = {},
): Promise<TestApp & { watch(connection?: ConnectOptions): Promise<LiveClient> }> {
  const world = await startTestApp(t, options);
  const watch = async (connection: ConnectOptions = ADMIN): Promise<LiveClient> => {
    const client = await connectLive(world.url, connection);
    world.stores.onClose(() => client.ws.terminate());
    return client;
  };
  return { ...world, watch };
}

async function makeKey({ api }: TestApp, properties: object): Promise<string> {
  return (await api.post('/api/admin/api-keys', { name: 'watcher', scopes: ['admin'], tier: 'enterprise', ...properties })).body.key;
}

test('the live socket', async (t) => {
  const { logger, lines } = makeRecordingLogger('trace');
  const world = await start(t, { logger, environment: { CORS_ORIGINS: 'https://console.example' } });
  const { app, api, anonymous, url, watch } = world;
  const key = await makeKey(world, {});

  await t.test('takes an admin key in each of its four places', async () => {
    const places: ConnectOptions[] = [
      { headers: { authorization: `Bearer ${key}` } },
      { headers: { 'x-api-key': key } },
      { query: `?api_key=${key}` },
      { protocols: [`api-key.${key}`] },
    ];
    for (const place of places) {
      const { ws, messages } = await watch(place);
      assert.equal(messages[0]?.type, 'hello', JSON.stringify(place));
      assert.deepEqual(messages[0]?.['topics'], [
        'workflow',
        'step',
        'queue',
        'alerts',
        'audit',
        'classification',
        'cost',
        'crawl',
        'inbox',
        'research',
      ]);
      assert.ok(Math.abs(messages[0].ts - Date.now()) < 60_000);
      assert.equal(ws.protocol, place.protocols?.[0] ?? '');
      assert.equal(ws.extensions, '');
      ws.close();
    }
  });

  await t.test('refuses everybody else before the connection is made', async () => {
    const { body } = await api.post('/api/projects', { name: 'Bound', organization_id: 'org_bound' });
    const refusals: [number, string, ConnectOptions][] = [
      [401, 'Unauthorized', {}],
      [401, 'Unauthorized', { headers: { 'x-api-key': `${TEST_ADMIN_KEY}x` } }],
      [401, 'Unauthorized', { query: '?api_key=slk_wrong' }],
      [401, 'Unauthorized', { protocols: ['api-key.slk_wrong'] }],
      // The first place counts, as everywhere.
      [401, 'Unauthorized', { headers: { 'x-api-key': 'slk_wrong' }, protocols: [`api-key.${key}`] }],
      [401, 'Unauthorized', { headers: { authorization: 'Bearer slk_wrong' }, query: `?api_key=${key}` }],
      [403, 'Forbidden', { headers: { 'x-api-key': await makeKey(world, { scopes: ['read', 'write'] }) } }],
      [403, 'Forbidden', { headers: { 'x-api-key': await makeKey(world, { project_id: body.project_id }) } }],
      [403, 'Forbidden', { headers: { ...ADMIN.headers, origin: 'https://elsewhere.example' } }],
      [403, 'Forbidden', { headers: { ...ADMIN.headers, origin: 'null' } }],
    ];
    for (const [status, error, connection] of refusals) {
      const refusal = await refuseLive(url, connection);
      assert.deepEqual([refusal.status, refusal.body.error], [status, error], JSON.stringify(connection));
      assert.equal(refusal.body.request_id, refusal.headers['x-request-id']);
      assert.match(String(refusal.headers['x-ratelimit-remaining']), /^\d+$/u);
    }
  });

  await t.test('counts attempts against the limit of the key', async () => {
    const standard = { headers: { 'x-api-key': await makeKey(world, { tier: 'standard' }) } };
    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => watch(standard)));
    const refused = attempts.filter(({ status }) => status === 'rejected');
    assert.ok(refused.length > 0 && refused.length <= 20, `${refused.length} were refused`);
    for (const { reason } of refused as PromiseRejectedResult[]) assert.match(String(reason), /429/u);
    for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.ws.close();
  });

  await t.test('lets pages of allowed origins and of its own connect', async () => {
    for (const origin of ['https://console.example', url]) {
      const { ws } = await watch({ headers: { ...ADMIN.headers, origin } });
      ws.close();
    }
  });

  await t.test('answers plain requests with 426, and is in the OpenAPI document', async () => {
    for (const client of [api, anonymous]) {
      const { status, headers, body } = await client.get(SOCKET_PATH);
      assert.deepEqual([status, body.error, headers.get('upgrade')], [426, 'Upgrade required', 'websocket']);
    }
    // Offers to switch to something else are declined by answering as if there were none.
    const head = `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    assert.match(await askRaw(url, head), /^HTTP\/1\.1 200 /u);
    assert.match(await askRaw(url, head.replace('h2c', 'websocket')), /^HTTP\/1\.1 200 /u);
    assert.match(await askRaw(url, head.replace('/health', SOCKET_PATH)), /^HTTP\/1\.1 426 /u);
    assert.equal((await api.post(SOCKET_PATH, {})).status, 405);
    const { body } = await api.get('/openapi.json');
    const responses = Object.keys(body.paths[SOCKET_PATH].get.responses);
    for (const status of ['101', '401', '403', '426', '429']) assert.ok(responses.includes(status), status);
  });

  await t.test('refuses a handshake that cannot be completed', async () => {
    const shake = (version: string, nonce: string): Promise<string> =>
      askRaw(
        url,
        `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ${version}\r\nSec-WebSocket-Key: ${nonce}\r\n\r\n`,
      );
    assert.match(await shake('7', 'AAAAAAAAAAAAAAAAAAAAAA=='), /^HTTP\/1\.1 426 [\s\S]*sec-websocket-version: 13/iu);
    assert.match(await shake('13', 'short'), /^HTTP\/1\.1 400 [\s\S]*sec-websocket-key/u);
  });

  await t.test('tells of the topics that a client asks for, and of all until it asks', async () => {
    const [everything, some, nothing] = [await watch(), await watch(), await watch()];
    assert.deepEqual((await some.subscribe(['crawl', 'ping'])).topics, ['crawl']);
    assert.deepEqual((await nothing.subscribe([])).topics, []);
    app.context.live.publish('classification', { entity: 'one' });
    app.context.live.publish('crawl', { entity: 'two', left_out: undefined });
    const crawl = await some.find(({ type }) => type === 'crawl');
    assert.deepEqual(crawl, { type: 'crawl', ts: crawl.ts, entity: 'two' });
    await everything.find(({ type }) => type === 'crawl');
    assert.deepEqual(toTypes(everything), ['hello', 'classification', 'crawl']);
    assert.deepEqual(toTypes(some), ['hello', 'hello', 'crawl']);
    assert.deepEqual((await nothing.subscribe(['crawl'])).topics, ['crawl']);
    assert.deepEqual(toTypes(nothing), ['hello', 'hello', 'hello']);
    for (const { ws } of [everything, some, nothing]) ws.close();
  });

  await t.test('tells of a workflow, its steps, its queue and its costs', async () => {
    const { body } = await api.post('/api/projects', { name: 'Watched', organization_id: 'org_watched' });
    const { messages, find, ws } = await watch();
    await api.post('/api/keywords/track', { project_id: body.project_id, keyword: 'watched keyword', depth: 10 });
    const ended = await find(
      ({ type, workflow_type: name, status }) => type === 'workflow' && name === 'serp-check' && status === 'completed',
    );
    const id = ended['workflow_id'];
    assert.ok(ended['duration_ms'] >= 0);
    const instance = await api.get(`/api/admin/workflow/serp-check/${id}`);
    assert.equal(instance.body.status, 'completed', 'what is told can be read');
    const told = messages.filter((message) => message['workflow_id'] === id);
    assert.deepEqual(
      told.filter(({ type, status }) => type === 'workflow' && status !== 'queued').map(({ status, queue }) => [status, queue]),
      [
        ['running', 'serp-checks'],
        ['completed', 'serp-checks'],
      ],
    );
    const steps = instance.body.steps.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      told.filter(({ type, status }) => type === 'step' && status === 'completed').map(({ step, attempt }) => [step, attempt]),
      steps.map((name: string) => [name, 1]),
    );
    const cost = await find(({ type }) => type === 'cost');
    assert.deepEqual([cost['project_id'], cost['service'], cost['success']], [body.project_id, 'provider_serp', true]);
    assert.ok(cost['cost_usd'] > 0);
    const depth = await find(({ type, queue }) => type === 'queue' && queue === 'serp-checks');
    assert.ok(Number.isInteger(depth['pending']) && Number.isInteger(depth['processing']));
    ws.close();
  });

  await t.test('closes the connection on garbage, and goes on', async () => {
    const bystander = await watch();
    const garbage: [string | Buffer, number][] = [
      ['{', 1003],
      ['', 1003],
      [Buffer.from([0, 1, 2]), 1003],
      ['null', 1008],
      ['"subscribe"', 1008],
      ['{"type":"publish"}', 1008],
      ['{"type":"subscribe"}', 1008],
      ['{"type":"subscribe","topics":"workflow"}', 1008],
      ['{"type":"subscribe","topics":["everything"]}', 1008],
      ['{"type":"subscribe","topics":[["workflow"]]}', 1008],
      [`{"type":"subscribe","topics":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, 1008],
      [JSON.stringify({ type: 'subscribe', topics: [], padding: 'x'.repeat(5_000) }), 1009],
    ];
    for (const [data, code] of garbage) {
      const { ws, closed } = await watch();
      ws.send(data);
      assert.equal((await closed).code, code, String(data).slice(0, 60));
    }
    const raw = await watch();
    (raw.ws as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.from('ffffffffffff', 'hex'));
    assert.equal((await raw.closed).code, 1002);
    const flood = await watch();
    for (let at = 0; at < 200; at += 1) flood.ws.send('{"type":"pong"}');
    assert.equal((await flood.closed).code, 1008);
    app.context.live.publish('crawl', { entity: 'still there' });
    await bystander.find(({ type }) => type === 'crawl');
    bystander.ws.close();
  });

  await t.test('no line of the log holds a key', () => {
    assert.ok(lines.some((line) => line.includes(`${SOCKET_PATH}?api_key=[redacted]`)));
    assert.ok(lines.some((line) => line.includes('"status":101')));
    for (const secret of [key, TEST_ADMIN_KEY]) assert.equal(lines.filter((line) => line.includes(secret)).length, 0);
  });

  await t.test('tells 500 clients', async () => {
    // One caller has 50 places.
    const keys = await Promise.all(Array.from({ length: 10 }, () => makeKey(world, {})));
    const clients = await Promise.all(Array.from({ length: 500 }, (_none, at) => watch({ headers: { 'x-api-key': keys[at % 10] ?? '' } })));
    app.context.live.publish('crawl', { entity: 'for all' });
    await Promise.all(clients.map(({ find }) => find(({ entity }) => entity === 'for all')));
    for (const { ws } of clients) ws.close();
  });

  await t.test('says goodbye when the service stops', async () => {
    const { closed } = await watch();
    await app.stop();
    assert.equal((await closed).code, 1001);
  });
});

function toTypes({ messages }: LiveClient): string[] {
  return messages.map(({ type }) => type).filter((type) => type !== 'ping' && type !== 'queue');
}

/** What comes back for bytes that are sent as they stand, until the connection has been silent or closed. */
async function askRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(answer);
}
