import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { toOpenStores } from '../cli/archive-world.ts';
import { TEST_ADMIN_KEY } from '../support/app.ts';
import { plainRequests } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest } from '../support/openapi-walk-send.ts';
import { readOperations, type WalkOperation } from '../support/openapi-walk.ts';
import { takeTurns } from '../support/test-width.ts';
import { openSecretWorld, type SecretWorld } from '../support/secret-world.ts';
import { findTestFolder } from '../support/test-folder.ts';

/** Every secret that the service knows: in no answer, no archive, no log line and no span. */

const PIECE_LENGTH = 12;
/** Every key is asked for it: it holds what the provider answered. */
const RUN = 'GET /api/rankings/runs/{run_id}';

test('secrets stay secret', async (t) => {
  const world = await openSecretWorld(t);
  await testAnswers(t, world);
  await testArchives(t, world);
  await testLog(t, world);
});

/** Which secrets stand in a text, whole or in part, by what they are. */
function findSecrets(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const spellings = (secret: string): string[] => {
    const pieces = [secret.slice(-PIECE_LENGTH), secret.slice(-2 * PIECE_LENGTH, -PIECE_LENGTH)].filter(
      (piece) => piece.length === PIECE_LENGTH,
    );
    return pieces.flatMap((piece) => [piece, encodeURIComponent(piece), JSON.stringify(piece).slice(1, -1)]);
  };
  return Object.entries(secrets).flatMap(([what, secret]) => (spellings(secret).some((one) => text.includes(one)) ? [what] : []));
}

async function testAnswers(t: TestContext, world: SecretWorld): Promise<void> {
  const { app, keys, things } = world;
  const secrets = { ...world.secrets, 'the token of all addresses': world.sharedToken };
  const operations = readOperations((await app.api.get('/openapi.json')).body);
  const reading = operations.filter(({ method, access }) => method === 'GET' && ['key', 'open', 'local'].includes(access));
  assert.ok(reading.length > 40);
  const bound = Object.keys(keys).filter((who) => who !== 'unbound');
  for (const [who, key] of Object.entries(keys)) {
    await t.test(`no answer to the key "${who}" holds one`, async () => {
      const answered = new Set<string>();
      const isTheirs = ({ name, access }: WalkOperation, at: number): boolean =>
        access === 'key' && (name === RUN || takeTurns(bound, at).includes(who));
      const asked = reading.filter((operation, at) => who === 'unbound' || isTheirs(operation, at));
      for (const operation of asked) {
        const requests = things.flatMap((ids) => plainRequests(operation).map((request) => writeRequest(operation, request, ids)));
        // Most name nothing of either project, and are one request.
        for (const request of new Map(requests.map((one) => [one.url, one])).values()) {
          const reply = await sendRequest(app.app.server, operation, request, { headers: { 'x-api-key': key } });
          if (reply.status < 400) answered.add(operation.name);
          assert.deepEqual(findSecrets(reply.text, secrets), [], operation.name);
          assert.deepEqual(findSecrets(JSON.stringify(reply.headers), secrets), [], operation.name);
          // As a field, in JSON within JSON too; documents only speak of it.
          if (/postback_url\\?"/u.test(reply.text)) assert.match(reply.text, /token=\[removed\]/u, operation.name);
        }
      }
      assert.ok(answered.has(RUN));
      // Its token is signed for one run, and opens for anyone: the walks name nothing that does.
      const linked = await app.anonymous.get(`/api/public/exports/${things[0]?.['export_token']}`);
      assert.deepEqual([linked.status, findSecrets(String(linked.body), secrets)], [200, []]);
      answered.add('GET /api/public/exports/{token}');
      // It leads on only for whom a connection was begun, once; `test/api/search-console*.test.ts` go through it.
      answered.add('GET /api/search-console/callback');
      if (who === 'unbound')
        assert.deepEqual(
          reading.filter(({ name }) => !answered.has(name)),
          [],
        );
    });
  }

  await t.test('nor does what the provider answers to an operator', async () => {
    const endpoint = app.app.context.searchData.toTaskEndpoint({ engine: 'engine_a', kind: 'organic' }, world.task.id);
    const { status, body } = await app.api.post('/debug/dataforseo', { endpoint, payload: [] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(findSecrets(JSON.stringify(body), secrets), []);
    assert.match(JSON.stringify(body), /token=\[removed\]/u);
  });
}

async function testArchives(t: TestContext, world: SecretWorld): Promise<void> {
  const { app, projectId } = world;
  const secrets = { ...world.secrets, 'the token of all addresses': world.sharedToken };
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-secrets-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const kinds = { everything: { withKeys: true }, 'one project': { projectId } };
  for (const [name, options] of Object.entries(kinds)) {
    await t.test(`an archive of ${name} holds none, also where it is packed inside`, async () => {
      const file = join(folder, name.replaceAll(' ', '-'));
      await exportArchive(toOpenStores(app.stores), { file, projectId: undefined, withKeys: false, ...options });
      const text = zstdDecompressSync(await readFile(file)).toString('utf8');
      assert.deepEqual(findSecrets(text, secrets), []);
      const inside = [...text.matchAll(/"\\\\x([0-9a-f]+)"/gu)].map(([, hex = '']) => unpack(Buffer.from(hex, 'hex')));
      assert.ok(inside.filter((one) => one.includes('token=[removed]')).length >= 3, 'answers are among it');
      for (const one of inside) assert.deepEqual(findSecrets(one, secrets), []);
    });
  }
}

const ZSTD_MAGIC = 0xfd2fb528;

function unpack(bytes: Buffer): string {
  if (bytes.length >= 4 && bytes.readUInt32LE() === ZSTD_MAGIC) return zstdDecompressSync(bytes).toString('utf8');
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString('utf8');
}

type Spelling = (text: string) => string;

const everySign: Spelling = (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const SPELLINGS: readonly Spelling[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  everySign,
  (text) => encodeURIComponent(text).replaceAll('_', '%5F').replaceAll('.', '%2e'),
  (text) => `%20${encodeURIComponent(text)}`,
  (text) => `x${encodeURIComponent(text + text)}`,
  (text) => encodeURIComponent(`http://user:${encodeURIComponent(text)}@host/?token=${encodeURIComponent(text)}`),
];
const ADDRESSES: readonly Spelling[] = [
  (text) => `/${text}`,
  (text) => `/api/rankings/runs/${text}`,
  (text) => `/webhooks/provider/postback/${text}?id=1`,
  (text) => `/webhooks/provider/postback?kind=serp&tag=x&token=${text}`,
  (text) => `/webhooks/provider/postback?token[]=${text}&amp;token=${text}`,
  (text) => `/api/projects?Authorization=Bearer%20${text}&limit=x`,
  (text) => `/api/projects?limit=${text}&api%5Fkey=${text}&api_key=${text}`,
];
const HEADERS = [
  'authorization',
  'x-api-key',
  'cookie',
  'user-agent',
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'idempotency-key',
  'referer',
];

async function testLog(t: TestContext, world: SecretWorld): Promise<void> {
  const { app, secrets, log } = world;
  const { server } = app.app;
  let stranger = 0;
  /** Every address may make so many mistakes a minute. */
  const from = (): string => `198.51.${Math.floor(stranger / 250)}.${stranger++ % 250}`;

  await t.test('wherever one is sent, no line of the log and no span has it', async () => {
    const before = log.length;
    let sent = 0;
    for (const [number, secret] of Object.values(secrets).entries()) {
      // Every secret in every spelling and at every address, and every spelling at every address.
      const places = ADDRESSES.flatMap((address, at) => SPELLINGS.map((spell, by) => ({ address, spell, turn: (number + at + by) % 3 })));
      for (const { address, spell, turn } of places) {
        if (turn !== 0) continue;
        await server.inject({ url: address(spell(secret)), remoteAddress: from() });
        sent += 1;
      }
      for (const name of HEADERS) {
        const headers = { [name]: name === 'authorization' ? `Bearer ${secret}` : secret };
        await server.inject({ url: '/api/projects', headers, remoteAddress: from() });
        await server.inject({ url: '/api/projects', headers: { 'x-api-key': TEST_ADMIN_KEY, ...headers } });
      }
      for (const payload of [
        secret,
        `{"name":"${secret}`,
        JSON.stringify({ name: secret, [secret]: secret, organization_id: { secret } }),
      ]) {
        const headers = { 'content-type': 'application/json', 'x-api-key': TEST_ADMIN_KEY };
        await server.inject({ method: 'POST', url: '/api/projects', headers, payload });
      }
    }
    await app.app.stop();
    const lines = log.slice(before);
    assert.ok(sent > 200);
    assert.ok(lines.filter((line) => line.includes('"msg":"request"')).length > sent);
    for (const line of log) {
      assert.deepEqual(findSecrets(line, secrets), [], line);
      assert.deepEqual(findSecrets(decodeFully(line), secrets), [], line);
      JSON.parse(line);
    }
    const spans = world.spans();
    assert.ok(spans.includes('/api/rankings/runs/{run_id}'));
    assert.deepEqual(findSecrets(spans, secrets), []);
    assert.deepEqual(findSecrets(decodeFully(spans), secrets), []);
  });
}

function decodeFully(text: string): string {
  let decoded = text;
  for (let round = 0; round < 5; round += 1)
    decoded = decoded.replaceAll(/%([0-7][0-9a-f])/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return decoded;
}
