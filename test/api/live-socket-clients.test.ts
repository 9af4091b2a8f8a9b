import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findApiKey } from '#areas/people/index.ts';
import { hashKey } from '#http/auth.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { refuseLive, type ConnectOptions } from '../support/live-client.ts';
import { toRecord } from '../support/http.ts';
import { startLiveWorld } from '../support/live-world.ts';
import { spawnWorker } from '../workflows/worker.ts';
import { abc } from '../workflows/workflows.ts';
import { openWorld } from '../workflows/world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Ends the connections on which processes hear of each other: nothing else sends and awaits notices here. */
async function cutLines(postgres: Postgres): Promise<void> {
  const { rowCount } = await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ~* 'pg_notify|^listen|; listen'`,
  );
  assert.ok((rowCount ?? 0) > 0);
}

/** Makes an admin key, as the headers that send it. */
async function makeKey(postgres: Postgres, id: string): Promise<ConnectOptions> {
  await postgres.query(
    `insert into api_keys (id, name, key_prefix, key_hash, scopes, tier) values ($1, $1, 'slk', $2, '{admin}', 'enterprise')`,
    [id, hashKey(id)],
  );
  return { headers: { 'x-api-key': id } };
}

test('a client that does not answer a ping is dropped, and so is one whose key was revoked', async (t) => {
  const world = await openWorld(t);
  const { watch, revokeKey } = await startLiveWorld(t, world, { pingMs: 500 });
  const [alive, silent] = [await watch(), await watch({ autoPong: false })];
  assert.equal((await silent.closed).code, 1006);
  const { ts } = await alive.find(({ type }) => type === 'ping');
  assert.ok(Number.isInteger(ts));
  assert.equal(alive.ws.readyState, alive.ws.OPEN);
  revokeKey();
  assert.equal((await alive.closed).code, 1008);
});

test('a revoked key is forgotten and its connections are closed, also after a revocation that was missed', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const findKey = (hash: Buffer) => findApiKey(postgres, hash);
  // No ping comes in the time of a test, so what closes a connection is the notice.
  const { hub, url, watch } = await startLiveWorld(t, world, { pingMs: 3_600_000, findKey });
  const [first, second] = [await makeKey(postgres, 'key_first'), await makeKey(postgres, 'key_second')];
  const [watching, other] = [await watch(first), await watch(second)];
  const told: (string | undefined)[] = [];
  hub.watchKeys((keyId) => told.push(keyId));

  await postgres.query(`update api_keys set last_used_at = now()`);
  await postgres.query(`update api_keys set revoked_at = now() where id = 'key_first'`);
  assert.deepEqual(await watching.closed, { code: 1008, reason: 'the key is no longer valid' });
  assert.deepEqual(told, ['key_first'], 'that a key was used is nothing to tell of');
  assert.equal((await refuseLive(url, first)).status, 401);
  assert.equal(other.ws.readyState, other.ws.OPEN);

  // A process that was not connected hears nothing of the other one, and asks when it is connected again.
  await postgres.query(`alter table api_keys disable trigger api_keys_changed`);
  await postgres.query(`update api_keys set revoked_at = now() where id = 'key_second'`);
  await cutLines(postgres);
  assert.equal((await other.closed).code, 1008);
  assert.deepEqual(told, ['key_first', undefined]);
});

test('a client that does not read is dropped, and the others miss nothing', async (t) => {
  const world = await openWorld(t);
  const { hub, lines, watch } = await startLiveWorld(t, world, { bufferBytesMax: 65_536 });
  const [reader, sleeper] = [await watch(), await watch()];
  sleeper.ws.pause();
  let published = 0;
  // What the system itself keeps for a connection is used up first.
  while (!lines.some((line) => line.includes('slow client'))) {
    for (const end = published + 20; published < end; published += 1)
      hub.publish('crawl', { at: published, text: 'x'.repeat(500), more: 'y'.repeat(500), most: 'z'.repeat(500), last: 'q'.repeat(500) });
    const last = published - 1;
    await reader.find(({ at }) => at === last);
  }
  assert.deepEqual(
    reader.messages.filter(({ type }) => type === 'crawl').map(({ at }) => at),
    Array.from({ length: published }, (_none, at) => at),
  );
  sleeper.ws.resume();
  assert.equal((await sleeper.closed).code, 1006);
});

test('no more clients than a process can serve', async (t) => {
  const world = await openWorld(t);
  const { hub, watch } = await startLiveWorld(t, world, { clientsMax: 2 });
  const first = await watch();
  await watch();
  await assert.rejects(watch(), /1013/u);
  first.ws.close();
  await waitUntil(() => Promise.resolve(hub.clients.count === 1), 'the first to be gone');
  await watch();
});

test('one caller leaves places for the others, and so do the keys that share its rate', async (t) => {
  const world = await openWorld(t);
  const root = { id: 'key_root', tier: 'standard' } as const;
  const record = (id: string, more: object = {}) => ({ ...toRecord({ key: id, id, scopes: ['admin'], tier: 'enterprise' }), ...more });
  const records = new Map(
    [record('key_root'), record('key_child', { root }), record('key_other')].map((one) => [Buffer.from(one.hash).toString('hex'), one]),
  );
  const findKey = (hash: Buffer) => Promise.resolve(records.get(hash.toString('hex')));
  const { hub, watch } = await startLiveWorld(t, world, { findKey, clientsPerCaller: 2 });
  const as = (key: string): ConnectOptions => ({ headers: { 'x-api-key': key } });
  const first = await watch(as('key_root'));
  await watch(as('key_child'));
  for (const key of ['key_root', 'key_child']) await assert.rejects(watch(as(key)), /1013/u);
  await watch(as('key_other'));
  first.ws.close();
  await waitUntil(() => Promise.resolve(hub.clients.count === 2), 'the first to be gone');
  await watch(as('key_child'));
});

test('what another process does is told here, and nothing when nobody listens', async (t) => {
  const world = await openWorld(t);
  const { hub, watch } = await startLiveWorld(t, world);
  // This side only starts workflows; the other one has to do them.
  const runtime = await world.start([abc], { isWorker: false });
  const first = await watch();
  await spawnWorker(world, [], 'test/support/live-worker-process.ts');

  const run = async (): Promise<string> => {
    const id = await runtime.workflows.start('abc', {});
    await runtime.workflows.waitFor(id, PATIENCE_MS);
    return id;
  };
  const id = await run();
  await first.find(({ type, workflow_id: of, status }) => type === 'workflow' && of === id && status === 'completed');
  const steps = first.messages.filter(({ type, workflow_id: of }) => type === 'step' && of === id);
  assert.deepEqual(
    steps.map(({ step, status }) => `${step} ${status}`),
    ['a running', 'a completed', 'b running', 'b completed', 'c running', 'c completed'],
  );

  // Notices that are sent are seen by a listener on the channel itself.
  const heard: string[] = [];
  const ear = await world.postgres.pool.connect();
  world.onClose(() => ear.release(true));
  ear.on('notification', ({ payload = '' }) => heard.push(payload));
  await ear.query('listen sightline_live_events');
  first.ws.close();
  await waitUntil(() => Promise.resolve(hub.clients.count === 0), 'nobody to listen');
  await waitUntil(async () => (await run(), (heard.length = 0), await run(), heard.length === 0), 'silence');

  // A later client gets all of it again, from the first event on.
  const later = await watch();
  const last = await run();
  await later.find(({ type, workflow_id: of, status }) => type === 'workflow' && of === last && status === 'completed');
  assert.ok(heard.length > 0);
});

test('a process that lost its connection to PostgreSQL hears again', async (t) => {
  const world = await openWorld(t);
  const [here, there] = [await startLiveWorld(t, world), await startLiveWorld(t, world)];
  const client = await here.watch();
  const isHeard = async (text: string): Promise<boolean> => {
    there.hub.publish('crawl', { text });
    await world.postgres.query('select pg_sleep(0.01)');
    return client.messages.some((message) => message['text'] === text);
  };
  await waitUntil(() => isHeard('before'), 'an event to come over');
  await cutLines(world.postgres);
  await waitUntil(() => isHeard('after'), 'events to come again');
});
