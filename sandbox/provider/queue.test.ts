import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TIME, getTask, GOOGLE_QUEUE, idsOf, listReady, openQueue, postTasks, QUEUE_KEYWORD } from '../../test/support/queue-client.ts';
import { itemsOf, openSandbox, ORGANIC, US_ENGLISH } from '../../test/support/sandbox-client.ts';
import { openReceiver } from '../../test/support/webhook-receiver.ts';
import type { QueueFunction } from './answer.ts';
import { statusOfTask, type QueuedPart, type TaskRecord } from './tasks.ts';

test('is queued, then at work, then done', async (t) => {
  const client = await openQueue(t, 600_000);
  const [id = ''] = idsOf(await postTasks(client, [{ tag: 'mine' }]));
  const waiting = await getTask(client, id);
  assert.deepEqual([waiting.id, waiting.status_code, waiting.data['tag'], waiting.result], [id, 40_602, 'mine', null]);
  const queued: QueuedPart = {
    request: {},
    work: {} as QueueFunction,
    postedMs: 1_000,
    dueMs: 1_100,
    orderedAt: new Date(0),
    doneAt: undefined,
  };
  const record: TaskRecord = { id, path: '', postedAt: new Date(0), code: 40_102, costUsd: 0, data: {}, queued };
  assert.deepEqual(
    [1_000, 1_049, 1_050, 1_100, 1_500].map((realNow) => statusOfTask(record, realNow)),
    [40_602, 40_602, 40_601, 40_601, 40_601],
  );
  assert.equal(statusOfTask({ ...record, queued: { ...queued, doneAt: new Date(0) } }, 1_000), 40_102);
});

test('costs nothing to fetch, in either form, as often as one likes', async (t) => {
  const client = await openQueue(t, 0);
  const [id = ''] = idsOf(await postTasks(client, [{ tag: 'mine', depth: 20 }]));
  await listReady(client);
  const task = await getTask(client, id);
  assert.deepEqual([task.id, task.cost, task.data['function'], task.data['tag']], [id, 0, 'task_get', 'mine']);
  assert.deepEqual(itemsOf(task), itemsOf(await client.search({ keyword: QUEUE_KEYWORD, depth: 20 })));
  const regular = await getTask(client, id, GOOGLE_QUEUE, 'regular');
  assert.deepEqual(
    itemsOf(regular).map((item) => item.url),
    itemsOf(task)
      .filter((item) => ['organic', 'paid', 'featured_snippet'].includes(item.type))
      .map((item) => item.url),
  );
});

test('gives the results of the day of the post', async (t) => {
  const client = await openQueue(t, 0);
  await client.control('/_sandbox/clock', { now: '2027-03-01T10:00:00Z' });
  const live = itemsOf(await client.search({ keyword: QUEUE_KEYWORD, depth: 100 }));
  const [id = ''] = idsOf(await postTasks(client, [{ depth: 100 }]));
  await listReady(client);
  await client.control('/_sandbox/clock', { advance_days: 9 });
  const task = await getTask(client, id);
  assert.deepEqual(itemsOf(task), live);
  assert.match(String(task.result?.[0]?.['datetime']), /^2027-03-01 10:00/u);
  assert.notDeepEqual(itemsOf(await client.search({ keyword: QUEUE_KEYWORD, depth: 100 })), live);
});

test('lists what is done and not fetched, by function and for the family, for three days', async (t) => {
  const client = await openQueue(t, 0);
  const [first = '', second = ''] = idsOf(await postTasks(client, [{ tag: 'a' }, {}]));
  const [third = ''] = idsOf(await postTasks(client, [{ keyword: 'plumber' }], '/v3/serp/google/maps'));
  const rows = await listReady(client);
  const row = rows.find((candidate) => candidate['id'] === first);
  assert.deepEqual(
    [row?.['se'], row?.['se_type'], row?.['tag'], row?.['endpoint_advanced'], row?.['endpoint_regular']],
    ['google', 'organic', 'a', `${GOOGLE_QUEUE}/task_get/advanced/${first}`, `${GOOGLE_QUEUE}/task_get/regular/${first}`],
  );
  assert.deepEqual(
    (await listReady(client, '/v3/serp/google/maps/tasks_ready')).map((other) => other['id']),
    [third],
  );
  assert.deepEqual((await client.ask('/v3/serp/bing/organic/tasks_ready')).tasks?.[0]?.result, []);
  assert.deepEqual((await client.ask(`${GOOGLE_QUEUE}/tasks_fixed`)).tasks?.[0]?.result, []);
  await getTask(client, first);
  const left = (await client.ask(`${GOOGLE_QUEUE}/tasks_ready`)).tasks?.[0]?.result ?? [];
  assert.deepEqual(
    left.map((other) => other['id']),
    [second],
  );
  await client.control('/_sandbox/clock', { advance_days: 4 });
  assert.deepEqual((await client.ask('/v3/serp/tasks_ready')).tasks?.[0]?.result, []);
  assert.equal((await getTask(client, second)).status_code, 20_000);
});

test('lists a thousand at most, the oldest first', async (t) => {
  const client = await openQueue(t, 0);
  const ids: string[] = [];
  for (let round = 0; round < 11; round += 1)
    ids.push(
      ...idsOf(
        await postTasks(
          client,
          Array.from({ length: 100 }, () => ({})),
        ),
      ),
    );
  const rows = await listReady(client);
  assert.deepEqual(
    rows.map((row) => row['id']),
    ids.slice(0, 1_000),
  );
});

test('knows no foreign ids, keeps functions apart, and forgets after thirty days', async (t) => {
  const client = await openQueue(t, 0);
  const [id = ''] = idsOf(await postTasks(client, [{}]));
  await listReady(client);
  const live = await client.search({ keyword: QUEUE_KEYWORD });
  const codes = [
    (await getTask(client, '01010000-1535-0000-0000-000000000000')).status_code,
    (await getTask(client, id, '/v3/serp/bing/organic')).status_code,
    (await getTask(client, id, '/v3/serp/google/maps')).status_code,
    (await getTask(client, live.id)).status_code,
  ];
  assert.deepEqual(codes, [40_400, 40_002, 40_003, 40_004]);
  await client.control('/_sandbox/clock', { advance_days: 31 });
  assert.equal((await getTask(client, id)).status_code, 40_403);
});

test('finds queued tasks by tag in the list of ids, with their cost and state', async (t) => {
  const client = await openQueue(t, 600_000);
  const [waitingId] = idsOf(await postTasks(client, [{ tag: 'spend_1', depth: 20 }]));
  await client.control('/_sandbox/queue', { delay_ms: 0 });
  const receiver = await openReceiver(t);
  await postTasks(client, [{ tag: 'spend_2', depth: 20, pingback_url: receiver.url }]);
  await receiver.waitFor(1);
  const rows = (await client.ask('/v3/serp/id_list', [ALL_TIME])).tasks?.[0]?.result ?? [];
  const [waiting, done] = ['spend_1', 'spend_2'].map((tag) => rows.find((row) => (row['metadata'] as { tag?: string }).tag === tag));
  assert.deepEqual(
    [waiting?.['id'], waiting?.['cost'], waiting?.['status'], waiting?.['datetime_done'], waiting?.['url']],
    [waitingId, 0.00105, '40602', null, 'v3/serp/google/organic/task_post'],
  );
  assert.deepEqual([done?.['status'], done?.['cost'], typeof done?.['datetime_done']], ['20000', 0.00105, 'string']);
});

test('works in half the time at high priority, and takes another time when set to', async (t) => {
  const receiver = await openReceiver(t);
  const client = await openQueue(t, 600_000);
  await postTasks(client, [{ tag: 'slow' }]);
  const { body } = await client.control('/_sandbox/queue', { delay_ms: 400 });
  assert.deepEqual([body['delay_ms'], body['waiting'], body['ready']], [400, 1, 0]);
  const start = performance.now();
  const pingback_url = `${receiver.url}/$tag`;
  await postTasks(client, [
    { tag: 'normal', pingback_url },
    { tag: 'high', priority: 2, pingback_url },
  ]);
  await receiver.waitFor(2);
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/high', '/normal'],
  );
  assert.ok(performance.now() - start >= 395);
  assert.equal((await client.control('/_sandbox/queue', { delay_ms: -1 })).status, 400);
  await client.control('/_sandbox/reset', {});
  assert.deepEqual((await client.control('/_sandbox/queue')).body, {
    delay_ms: 600_000,
    waiting: 0,
    delivering: 0,
    ready: 0,
    delivered: 0,
    failed: 0,
  });
});

test('asking for ready tasks has one limit for all its lists', async (t) => {
  const client = await openSandbox(t);
  const codes: number[] = [];
  for (let call = 0; call < 45; call += 1)
    codes.push((await client.ask(call % 2 === 0 ? '/v3/serp/tasks_ready' : `${GOOGLE_QUEUE}/tasks_ready`)).status_code);
  const passed = codes.filter((code) => code === 20_000).length;
  // A new minute may begin while we count.
  assert.ok(passed >= 20 && passed <= 40, String(passed));
  assert.ok(codes.includes(40_202));
  assert.equal((await client.ask(ORGANIC, [{ keyword: QUEUE_KEYWORD, ...US_ENGLISH }])).status_code, 20_000);
});
