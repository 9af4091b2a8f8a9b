import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
};
const FUZZED = Number(process.env['FUZZ_RUNS'] ?? 400);

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

test('the door of assistants', async (t) => {
  const app = await startTestApp(t);
  const { key } = (
    await app.api.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], tier: 'enterprise', organization_id: 'org_door' })
  ).body;
  const authorization = `Bearer ${key}`;
  const { port } = new URL(app.url);

  /** By hand: `fetch` sets `Host` itself. */
  const send = async ({
    method = 'POST',
    path = '/mcp',
    headers = {},
    body = JSON.stringify(LIST),
  }: Sent): Promise<{ status: number; headers: Record<string, any>; text: string }> =>
    await new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path, headers: { 'content-type': 'application/json', ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(method === 'POST' ? body : undefined);
    });

  await t.test('takes a key in a header alone', async () => {
    assert.equal((await send({ headers: { authorization } })).status, 200);
    assert.equal((await send({ headers: { 'x-api-key': key } })).status, 200);
    assert.equal((await send({ path: `/mcp?api_key=${key}` })).status, 401);
    assert.equal((await send({ headers: { cookie: `sightline=${'a'.repeat(43)}` } })).status, 401);
    assert.equal((await send({ headers: { authorization: 'Bearer slk_wrong_key_of_enough_length' } })).status, 401);
  });

  await t.test('says without a key where it is said what a key is for', async () => {
    const { headers } = await send({});
    const [, address = ''] = /^Bearer resource_metadata="(.+)"$/u.exec(headers['www-authenticate']) ?? [];
    const metadata: any = await (await fetch(address)).json();
    assert.equal(metadata.resource, `http://127.0.0.1:${port}/mcp`);
    assert.deepEqual(metadata.bearer_methods_supported, ['header']);
    assert.deepEqual(await (await fetch(address.replace(/\/mcp$/u, ''))).json(), metadata);
  });

  await t.test('is shut for pages of other origins and for foreign names', async () => {
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await send({ headers: { authorization, ...headers } })).status;
    assert.equal(await status({ origin: 'https://evil.example' }), 403);
    assert.equal(await status({ origin: 'null' }), 403);
    assert.equal(await status({ host: 'evil.example' }), 403);
    assert.equal(await status({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` }), 403);
    assert.equal(await status({ origin: `http://127.0.0.1:${port}` }), 200);
    assert.equal(await status({ host: `localhost:${port}` }), 200);
  });

  await t.test('takes one message of a sensible size and depth, by POST', async () => {
    const status = async (sent: Sent): Promise<number> => (await send({ ...sent, headers: { authorization } })).status;
    assert.equal(await status({ method: 'GET' }), 405);
    assert.equal(await status({ method: 'DELETE' }), 405);
    assert.equal(await status({ body: `"${'x'.repeat(2 * 1_048_576)}"` }), 413);
    assert.equal(await status({ body: JSON.stringify([LIST, LIST]) }), 400);
    assert.equal(await status({ body: `${'['.repeat(5_000)}${']'.repeat(5_000)}` }), 400);
    assert.equal(await status({ body: '{"jsonrpc":"2.0"' }), 400);
    assert.equal(await status({ body: '' }), 400);
    assert.equal(await status({ body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) }), 202);
    assert.equal(await status({ path: '/mcp?toolsets=everything' }), 400);
    // A client that wants to listen learns that there is nothing to hear, and holds no connection.
    const listen = {
      jsonrpc: '2.0',
      id: 9,
      method: 'subscriptions/listen',
      params: { _meta: MODERN, notifications: { toolsListChanged: true } },
    };
    const heard = await send({
      headers: { authorization, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      body: JSON.stringify(listen),
    });
    assert.ok(heard.status === 404 && JSON.parse(heard.text).error.code === -32_601, heard.text);
  });

  await t.test('answers whatever is sent, and never by a fault of its own', async () => {
    const seen = new Map<number, number>();
    for (let run = 0; run < FUZZED; run += 1) {
      const { status, text } = await send({ headers: { authorization, ...oddHeaders(run) }, body: oddMessage(run) });
      assert.ok(status < 500, `${run}: ${status} ${text}`);
      if (status === 200) assert.equal(JSON.parse(text).jsonrpc, '2.0', text);
      assert.ok(!/ at .*\.(?:ts|mjs):\d+|select .* from /u.test(text), text);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(seen)));
  });
});

const METHODS = [
  'tools/call',
  'tools/list',
  'initialize',
  'server/discover',
  'ping',
  'prompts/get',
  'resources/read',
  'completion/complete',
  'logging/setLevel',
  'no/such',
  'notifications/cancelled',
  'subscriptions/listen',
];
const NAMES = ['find', 'list_keywords', 'spending', 'work_status', '__proto__', 'toString', '', 'x'.repeat(3_000)];
const VALUES = [
  null,
  0,
  -1,
  1e308,
  '',
  '\u0000',
  "'; drop table projects; --",
  [],
  {},
  true,
  'prj_unknown',
  { __proto__: 1 },
  'o9999999',
  '2026-02-31',
];
const FIELDS = ['q', 'project_id', 'limit', 'cursor', 'from', 'to', 'kind', 'id', 'wait_s', 'bands', 'sort'];

/** The same ones each time, of everything that a message has. */
function oddMessage(run: number): string {
  const at = <Item>(list: readonly Item[], step: number): Item => list[(run * step + Math.floor(run / list.length)) % list.length] as Item;
  const given = Object.fromEntries([1, 3, 5].map((step) => [at(FIELDS, step), at(VALUES, step + 2)]));
  const meta =
    run % 3 === 0
      ? {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': at(['2026-07-28', '1999-01-01', ''], 1),
            'io.modelcontextprotocol/clientCapabilities': at(VALUES, 1),
          },
        }
      : {};
  const params =
    run % 11 === 0
      ? at(VALUES, 3)
      : {
          name: run % 7 === 0 ? at(VALUES, 1) : at(NAMES, 1),
          arguments: run % 5 === 0 ? at(VALUES, 7) : given,
          uri: at(VALUES, 2),
          ...meta,
        };
  const text = JSON.stringify({ jsonrpc: '2.0', id: run % 13 === 0 ? at(VALUES, 5) : run, method: at(METHODS, 1), params });
  return run % 17 === 0 ? text.slice(0, run % text.length) : text;
}

function oddHeaders(run: number): Record<string, string> {
  if (run % 4 !== 0) return {};
  return {
    'mcp-protocol-version': run % 8 === 0 ? '2026-07-28' : 'x',
    'mcp-method': 'tools/call',
    'mcp-name': 'find',
    accept: 'text/html',
  };
}

test('MCP=off serves no assistants, and says how they are served', async (t) => {
  const { api } = await startTestApp(t, { environment: { MCP: 'off' } });
  const { status, body } = await api.post('/mcp', LIST);
  assert.equal(status, 404);
  assert.match(body.hint, /MCP=on/u);
});
