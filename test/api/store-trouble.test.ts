import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { fillDisk } from '../support/full-disk.ts';
import { openGate } from '../support/gate.ts';
import { openTestStores } from '../support/index.ts';
import { summarize } from '../support/openapi-walk-access.ts';
import { plainRequests } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Ids, type WalkReply } from '../support/openapi-walk-send.ts';
import { makeThings } from '../support/openapi-walk-world.ts';
import { readOperations, type WalkOperation } from '../support/openapi-walk.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('what every operation of the OpenAPI document answers', async (t) => {
  const stores = await openTestStores(t);
  const address = new URL(stores.connectionString);
  const gate = await openGate(t, () => Number(new URL(stores.connectionString).port));
  address.port = String(gate.port);
  const world = await startTestApp(t, { stores, environment: { DATABASE_URL: address.href } });
  const { context } = world.app;
  const operations = readOperations((await world.api.get('/openapi.json')).body).filter(({ access }) => access !== 'socket');
  const ids = await makeThings(world.api, context.postgres, { organization: 'org_trouble' });

  await t.test('while PostgreSQL is away: 503 and Retry-After, and afterwards all goes on', async (own) => {
    assert.equal((await world.api.get(READ)).status, 200);
    const lookedUpAt = context.clock.realNow();
    const comeBack = gate.shut();
    try {
      await waitForHealth(world, ({ status, checks }) => status === 'down' && checks.postgres.status === 'down');
      // With a key that was looked up a moment ago, requests reach their handlers.
      own.mock.method(context.clock, 'realNow', () => lookedUpAt);
      const answers = await askAll(world, operations, ids);
      own.mock.restoreAll();
      assertTemporary(answers);
      assert.ok(answers.filter(({ reply }) => reply.status === 503).length > operations.length / 2);
      const unknown = await world.app.server.inject({ url: READ, headers: { 'x-api-key': 'slk_never_seen_before' } });
      assert.deepEqual([unknown.statusCode, unknown.json().error], [503, 'Database unavailable']);
    } finally {
      comeBack();
    }
    await assertWell(world);
  });

  await t.test('on a full disk: reads go on, writes get 503 and Retry-After, and /health says it for a minute', async (own) => {
    const makeRoom = await fillDisk(context.postgres);
    try {
      const answers = await askAll(world, operations, ids);
      assertTemporary(answers);
      const find = (name: string) => answers.find(({ operation }) => operation.name === name);
      const post = find('POST /api/projects');
      assert.deepEqual([post?.got, post?.reply.headers['retry-after']], ['503 Database full', '30']);
      assert.equal(find('GET /api/projects')?.got, '200');
      await waitForHealth(world, ({ status, checks }) => status === 'degraded' && checks.postgres.detail === 'no space left on its disk');
    } finally {
      await makeRoom();
    }
    own.mock.method(context.postgres, 'getDiskFullAgeMs', () => MINUTE_MS);
    await assertWell(world);
  });
});

const READ = '/api/projects?organization_id=org_trouble';
const MINUTE_MS = 60_000;

interface Answer {
  readonly operation: WalkOperation;
  readonly reply: WalkReply;
  readonly got: string;
}

/** Requests in flight together. With all of them, calls to the sandbox run out of time on a busy machine. */
const ASKED_AT_ONCE = 25;

/** The plainest requests of each: nothing of them depends on another. */
async function askAll({ app }: TestApp, operations: readonly WalkOperation[], ids: Ids): Promise<Answer[]> {
  const headers = { 'x-api-key': TEST_ADMIN_KEY };
  const requests = operations.flatMap((operation) => plainRequests(operation).map((request) => ({ operation, request })));
  const answers: Answer[] = [];
  while (requests.length > 0) {
    const asked = requests.splice(0, ASKED_AT_ONCE).map(async ({ operation, request }) => {
      const reply = await sendRequest(app.server, operation, writeRequest(operation, request, ids), { headers });
      return { operation, reply, got: summarize(reply) };
    });
    answers.push(...(await Promise.all(asked)));
  }
  return answers;
}

/** An answer that needs no store, or one that says when to try again, as documented; `/health` has its own. */
function assertTemporary(answers: readonly Answer[]): void {
  const wrong = answers.filter(({ operation, reply, got }) => {
    if (reply.status < 500 || operation.name === 'GET /health') return false;
    if (reply.status === 501) return false;
    // Google is asked before anything is kept, and its refusal comes first.
    if (operation.name === 'POST /api/search-console/connections' && reply.status === 502) return false;
    const isTold = Number(reply.headers['retry-after']) > 0 && operation.answer(503) !== undefined;
    return !(reply.status === 503 && isTold && /^503 (Database|Analytics store) \w+$/u.test(got));
  });
  assert.deepEqual(
    wrong.map(({ operation, got }) => `${operation.name}: ${got}`),
    [],
  );
}

async function waitForHealth({ anonymous }: TestApp, isReached: (body: any) => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) {
    if (isReached((await anonymous.get('/health')).body)) return;
  }
  assert.fail(`it does not come to that: ${JSON.stringify((await anonymous.get('/health')).body)}`);
}

async function assertWell(world: TestApp): Promise<void> {
  await waitForHealth(world, ({ status }) => status === 'ok');
  assert.equal((await world.api.post('/api/projects', { name: 'Afterwards', organization_id: 'org_trouble' })).status, 201);
}
