import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openSandbox, US_ENGLISH, type ProviderAnswer, type SandboxClient } from '../../test/support/sandbox-client.ts';
import { openReceiver, readPostback, type Received, type WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { isWithinReach } from './courier.ts';

const GOOGLE = '/v3/serp/google/organic';
const HOOK = '/webhook/provider/postback';

interface Calls {
  readonly total: number;
  readonly deliveries: number;
  readonly cost_usd: number;
  readonly max_concurrency: number;
  readonly max_per_second: number;
  readonly entries: readonly {
    readonly host: string;
    readonly path: string;
    readonly status: number | null;
    readonly cost_usd: number;
    readonly body: string;
  }[];
}

interface Scene {
  readonly client: SandboxClient;
  readonly receiver: WebhookReceiver;
  /** Posts tasks that ask for a postback. */
  post(tasks: readonly Readonly<Record<string, unknown>>[]): Promise<ProviderAnswer>;
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  /** Ids in the list of ready tasks, once nothing is to be delivered any more. */
  listReady(): Promise<readonly unknown[]>;
  errors(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

async function openScene(t: TestContext, queueDelayMs = 0, holdMs = 0): Promise<Scene> {
  const client = await openSandbox(t, { queueDelayMs, enforceRateLimits: false });
  const receiver = await openReceiver(t, holdMs);
  const postback = { postback_url: `${receiver.url}${HOOK}?id=$id&tag=$tag&secret=s3`, postback_data: 'advanced' };
  return {
    client,
    receiver,
    post: (tasks) =>
      client.ask(
        `${GOOGLE}/task_post`,
        tasks.map((task) => ({ keyword: 'running shoes', ...US_ENGLISH, ...postback, ...task })),
      ),
    async fault(fault) {
      assert.equal((await client.control('/_sandbox/faults', fault)).status, 200);
    },
    async listReady() {
      await client.settle();
      return ((await client.ask('/v3/serp/tasks_ready')).tasks?.[0]?.result ?? []).map((row) => row['id']);
    },
    async errors() {
      return (await client.ask('/v3/serp/errors', [{}])).tasks?.[0]?.result ?? [];
    },
  };
}

const taskOf = (received: Received | undefined): NonNullable<ProviderAnswer['tasks']>[number] | undefined =>
  received === undefined ? undefined : readPostback(received).tasks?.[0];

test('a postback is the compressed answer of task_get, with id and tag in its address', async (t) => {
  const scene = await openScene(t);
  const answer = await scene.post([{ tag: 'a b&c/ü', depth: 20 }]);
  await scene.receiver.waitFor(1);
  const [received] = scene.receiver.received;
  assert.ok(received);
  const id = answer.tasks?.[0]?.id ?? '';
  assert.deepEqual([received.method, received.path], ['POST', `${HOOK}?id=${id}&tag=${encodeURIComponent('a b&c/ü')}&secret=s3`]);
  assert.equal(received.headers['content-encoding'], 'gzip');
  const delivered = taskOf(received);
  assert.deepEqual([delivered?.id, delivered?.status_code, delivered?.cost, delivered?.data['tag']], [id, 20_000, 0, 'a b&c/ü']);
  const [fetched] = (await scene.client.ask(`${GOOGLE}/task_get/advanced/${id}`)).tasks ?? [];
  assert.deepEqual(delivered, fetched);
  await scene.client.settle();
  assert.deepEqual(await scene.listReady(), []);
});

test('deliveries are in the call log under the receiver, cost nothing and count in no maximum', async (t) => {
  const scene = await openScene(t);
  await scene.post(Array.from({ length: 30 }, () => ({})));
  await scene.receiver.waitFor(30);
  await scene.client.settle();
  const { body } = await scene.client.control<Calls>('/_sandbox/calls');
  const own = body.entries.filter((entry) => entry.path === HOOK);
  assert.equal(own.length, 30);
  assert.deepEqual([body.total, body.deliveries, body.cost_usd], [31, 30, 0.018]);
  assert.deepEqual([body.max_concurrency, body.max_per_second], [1, 1]);
  assert.ok(own.every((entry) => entry.cost_usd === 0 && entry.status === 200 && scene.receiver.url.endsWith(entry.host)));
  assert.ok(own.every((entry) => entry.body === ''));
});

test('a pingback is a bare GET; the task stays in the list until it is fetched', async (t) => {
  const scene = await openScene(t);
  const answer = await scene.client.ask(`${GOOGLE}/task_post`, [
    { keyword: 'running shoes', ...US_ENGLISH, tag: 'x', pingback_url: `${scene.receiver.url}/ping/$id/$tag` },
  ]);
  await scene.receiver.waitFor(1);
  const id = answer.tasks?.[0]?.id ?? '';
  const [received] = scene.receiver.received;
  assert.deepEqual([received?.method, received?.path, received?.body.length], ['GET', `/ping/${id}/x`, 0]);
  assert.deepEqual(await scene.listReady(), [id]);
});

test('a failed delivery goes to the ready list and the errors, and can be sent again', async (t) => {
  const scene = await openScene(t);
  scene.receiver.answerWith(503);
  const id = (await scene.post([{}])).tasks?.[0]?.id ?? '';
  assert.deepEqual(await scene.listReady(), [id]);
  const [error] = await scene.errors();
  assert.deepEqual(
    [error?.['id'], error?.['function'], error?.['http_code'], error?.['http_method'], error?.['http_response']],
    [id, 'postback_url', 503, 'POST', 'said the receiver'],
  );
  scene.receiver.answerWith(200);
  const resent = await scene.client.ask('/v3/appendix/webhook_resend', [{ id }, { id: 'nobody' }]);
  assert.deepEqual(
    resent.tasks?.map((task) => [task.status_code, task.cost]),
    [
      [20_000, 0],
      [40_401, 0],
    ],
  );
  await scene.receiver.waitFor(2);
  assert.deepEqual(scene.receiver.received[1]?.body, scene.receiver.received[0]?.body);
  const state = await scene.client.settle();
  assert.deepEqual([state['delivered'], state['failed'], state['ready']], [1, 1, 0]);
});

test('an address without a listener, and those beyond this machine, are failed deliveries', async (t) => {
  const scene = await openScene(t);
  await scene.post([
    { postback_url: 'http://127.0.0.1:9/' },
    { postback_url: 'http://www.example.com/hook' },
    { postback_url: 'http://8.8.8.8/hook' },
    { postback_url: 'http://$tag/hook', tag: 'a b \ud83d' },
  ]);
  assert.equal((await scene.listReady()).length, 4);
  const messages = (await scene.errors()).map((error) => String(error['http_response'])).toSorted();
  assert.equal(messages.filter((message) => /this machine/u.test(message)).length, 3);
  const reach = (urls: readonly string[]): boolean[] => urls.map((url) => isWithinReach(new URL(url)));
  assert.ok(
    reach(['http://127.0.0.1:8787/', 'http://127.9.9.9/', 'http://[::1]:80/', 'http://localhost:8787/', 'http://2130706433/']).every(
      Boolean,
    ),
  );
  assert.ok(
    !reach([
      'https://127.0.0.1/',
      'http://192.168.3.4/',
      'http://[fe80::1]/',
      'http://[::ffff:8.8.8.8]/',
      'http://api.internal/',
      'http://localhost.example.com/',
    ]).some(Boolean),
  );
});

test('many results go out at once on few kept connections', async (t) => {
  const scene = await openScene(t, 0, 5);
  const posts = Array.from({ length: 4 }, () => scene.post(Array.from({ length: 100 }, () => ({}))));
  await Promise.all(posts);
  await scene.receiver.waitFor(400);
  const { open, connections } = scene.receiver.peaks;
  assert.ok(open > 5 && open <= 50, `${open} at once`);
  assert.ok(connections <= 60, `${connections} connections`);
  const delivered = new Set(scene.receiver.received.map((received) => taskOf(received)?.id));
  assert.equal(delivered.size, 400);
});

test('lost ones are in the ready list, swallowed ones only under their id', async (t) => {
  const scene = await openScene(t);
  await scene.fault({ match: HOOK, kind: 'lost_postback', count: 1 });
  const lost = (await scene.post([{}])).tasks?.[0]?.id ?? '';
  assert.deepEqual(await scene.listReady(), [lost]);
  await scene.client.ask(`${GOOGLE}/task_get/advanced/${lost}`);
  await scene.fault({ match: `${GOOGLE}/task_post`, kind: 'swallowed_postback', count: 1 });
  const swallowed = (await scene.post([{}])).tasks?.[0]?.id ?? '';
  await scene.client.settle();
  assert.deepEqual(await scene.listReady(), []);
  const [task] = (await scene.client.ask(`${GOOGLE}/task_get/advanced/${swallowed}`)).tasks ?? [];
  assert.equal(task?.status_code, 20_000);
  assert.equal(scene.receiver.received.length, 0);
});

test('duplicates come twice, late ones late, shuffled ones out of order', async (t) => {
  const scene = await openScene(t);
  await scene.fault({ match: HOOK, kind: 'duplicate_postback', count: 1 });
  await scene.post([{}]);
  await scene.receiver.waitFor(2);
  assert.equal(taskOf(scene.receiver.received[0])?.id, taskOf(scene.receiver.received[1])?.id);

  await scene.fault({ match: HOOK, kind: 'late_postback', count: 1, delay_ms: 1_000 });
  await scene.post([{ tag: 'late' }, { tag: 'prompt' }]);
  await scene.receiver.waitFor(4);
  assert.deepEqual(
    scene.receiver.received.slice(2).map((received) => taskOf(received)?.data['tag']),
    ['prompt', 'late'],
  );

  await scene.fault({ match: HOOK, kind: 'shuffled_postback', delay_ms: 400 });
  const tags = Array.from({ length: 20 }, (_unused, index) => `tag${index}`);
  await scene.post(tags.map((tag) => ({ tag })));
  await scene.receiver.waitFor(24);
  const order = scene.receiver.received.slice(4).map((received) => taskOf(received)?.data['tag']);
  assert.notDeepEqual(order, tags);
  assert.deepEqual(new Set(order), new Set(tags));
});

test('early ones arrive before the answer to the post', async (t) => {
  const scene = await openScene(t, 60_000, 20);
  await scene.fault({ match: HOOK, kind: 'early_postback', count: 2 });
  const answer = await scene.post([{}, {}, {}]);
  assert.deepEqual(
    new Set(scene.receiver.received.map((received) => taskOf(received)?.id)),
    new Set(answer.tasks?.slice(0, 2).map(({ id }) => id)),
  );
});

test('bodies come without their header, uncompressed, cut short, garbled, failed, empty or changed', async (t) => {
  const scene = await openScene(t);
  const deliver = async (kind: string): Promise<Received> => {
    const count = scene.receiver.received.length + 1;
    await scene.fault({ match: HOOK, kind, count: 1 });
    await scene.post([{ tag: kind }]);
    await scene.receiver.waitFor(count);
    return scene.receiver.received[count - 1] as Received;
  };
  const unmarked = await deliver('unmarked_postback');
  assert.equal(unmarked.headers['content-encoding'], undefined);
  assert.equal(taskOf(unmarked)?.data['tag'], 'unmarked_postback');
  const plain = await deliver('plain_postback');
  assert.deepEqual([plain.headers['content-encoding'], plain.body[0]], [undefined, '{'.codePointAt(0)]);
  const truncated = await deliver('truncated');
  assert.throws(() => gunzipSync(truncated.body));
  const malformed = await deliver('malformed');
  assert.throws(() => readPostback(malformed), SyntaxError);
  const failed = taskOf(await deliver('provider_40103'));
  assert.deepEqual([failed?.status_code, failed?.result, failed?.data['tag']], [40_103, null, 'provider_40103']);
  const empty = taskOf(await deliver('empty'));
  assert.deepEqual([empty?.status_code, empty?.result], [20_000, null]);
  const changed = taskOf(await deliver('layout_change'));
  assert.equal(changed?.result?.[0]?.['sandbox_new_field'], true);
});

test('a receiver who seems down gets nothing; one whose answer is lost gets it, and the task stays ready', async (t) => {
  const scene = await openScene(t);
  await scene.fault({ match: HOOK, kind: 'http_500', count: 1 });
  const down = (await scene.post([{}])).tasks?.[0]?.id;
  assert.deepEqual(await scene.listReady(), [down]);
  assert.equal(scene.receiver.received.length, 0);
  await scene.fault({ match: HOOK, kind: 'lost_answer', count: 1 });
  await scene.post([{}]);
  await scene.receiver.waitFor(1);
  assert.equal((await scene.listReady()).length, 2);
});

test('codes that hit everything leave deliveries alone', async (t) => {
  const scene = await openScene(t, 50);
  await scene.post([{}]);
  await scene.fault({ kind: 'provider_40202' });
  await scene.receiver.waitFor(1);
  assert.equal(taskOf(scene.receiver.received[0])?.status_code, 20_000);
  assert.equal((await scene.client.ask('/v3/serp/tasks_ready')).status_code, 40_202);
});

test('a reset forgets tasks and deliveries', async (t) => {
  const scene = await openScene(t, 60_000);
  const id = (await scene.post([{}])).tasks?.[0]?.id ?? '';
  await scene.client.control('/_sandbox/reset', {});
  const state = await scene.client.settle();
  assert.deepEqual([state['waiting'], state['ready']], [0, 0]);
  assert.equal((await scene.client.ask(`${GOOGLE}/task_get/advanced/${id}`)).tasks?.[0]?.status_code, 40_400);
});

test('a reset ends a post that waits for an early delivery', async (t) => {
  const scene = await openScene(t);
  await scene.fault({ match: HOOK, kind: 'early_postback' });
  await scene.fault({ match: HOOK, kind: 'late_postback', delay_ms: 600_000 });
  const posted = scene.post([{}]);
  while ((await scene.client.control('/_sandbox/queue')).body['delivering'] === 0);
  await scene.client.control('/_sandbox/reset', {});
  assert.equal((await posted).tasks?.[0]?.status_code, 20_100);
});
