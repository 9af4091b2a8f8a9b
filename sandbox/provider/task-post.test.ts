import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TIME, getTask, idsOf, listReady, openQueue, postTasks, QUEUE_KEYWORD } from '../../test/support/queue-client.ts';
import { itemsOf, openSandbox } from '../../test/support/sandbox-client.ts';

test('takes up to a hundred tasks in a post, each with its own code and price', async (t) => {
  const client = await openQueue(t, 60_000);
  const answer = await postTasks(client, [
    { depth: 10, tag: 'one' },
    { depth: 100 },
    { depth: 100, priority: 2 },
    { keyword: '' },
    { depth: 701 },
    { colour: 'red' },
    { priority: 3 },
  ]);
  assert.deepEqual(
    answer.tasks?.map((task) => [task.status_code, task.cost, task.result]),
    [
      [20_100, 0.0006, null],
      [20_100, 0.00465, null],
      [20_100, 0.0093, null],
      [40_501, 0, null],
      [40_501, 0, null],
      [40_506, 0, null],
      [40_501, 0, null],
    ],
  );
  assert.deepEqual([answer.cost, answer.tasks_error], [0.01455, 4]);
  const first = answer.tasks?.[0];
  assert.deepEqual([first?.data['function'], first?.data['tag'], first?.data['os']], ['task_post', 'one', 'windows']);
  assert.equal(new Set(idsOf(answer)).size, 7);
  const { body } = await client.control<{ cost_usd: number }>('/_sandbox/calls');
  assert.equal(body.cost_usd, 0.01455);
});

test('refuses every task of a post of more than a hundred', async (t) => {
  const client = await openSandbox(t);
  const answer = await postTasks(
    client,
    Array.from({ length: 101 }, () => ({})),
  );
  assert.deepEqual(new Set(answer.tasks?.map((task) => task.status_code)), new Set([40_006]));
  assert.equal(answer.cost, 0);
  assert.equal(
    (
      await postTasks(
        client,
        Array.from({ length: 100 }, () => ({})),
      )
    ).tasks_error,
    0,
  );
});

test('asks for the form of a postback, and for addresses that are addresses', async (t) => {
  const client = await openSandbox(t);
  const url = 'http://127.0.0.1:9/hook?id=$id&tag=$tag';
  const answer = await postTasks(client, [
    { postback_url: url },
    { postback_url: url, postback_data: 'short' },
    { postback_url: 'somewhere', postback_data: 'advanced' },
    { pingback_url: 'ftp://127.0.0.1/' },
    { postback_url: url, postback_data: 'regular' },
    { pingback_url: url },
  ]);
  assert.deepEqual(
    answer.tasks?.map((task) => task.status_code),
    [40_501, 40_501, 40_501, 40_501, 20_100, 20_100],
  );
  assert.match(answer.tasks?.[0]?.status_message ?? '', /postback_data/u);
  const maps = await postTasks(client, [{ postback_url: url, postback_data: 'regular' }], '/v3/serp/google/maps');
  assert.equal(maps.tasks?.[0]?.status_code, 40_501);
});

test('charges what a task will deliver: to the first match, and one page when there is nothing', async (t) => {
  const client = await openQueue(t, 0);
  const all = itemsOf(await client.search({ keyword: QUEUE_KEYWORD, depth: 30 })).filter((item) => item.type === 'organic');
  const domain = all[14]?.domain?.replace(/^www\./u, '') ?? '';
  const isFirst = !all.slice(0, 10).some((item) => item.domain?.endsWith(domain));
  const answer = await postTasks(client, [
    { depth: 100, stop_crawl_on_match: [{ match_value: domain, match_type: 'with_subdomains' }] },
    { keyword: 'qwrtzpsdfg', depth: 100 },
  ]);
  assert.deepEqual(
    answer.tasks?.map((task) => task.cost),
    [isFirst ? 0.00105 : 0.0006, 0.0006],
  );
  await listReady(client);
  const [stopped = '', nothing = ''] = idsOf(answer);
  assert.equal((await getTask(client, stopped)).result?.[0]?.['pages_count'], isFirst ? 2 : 1);
  const empty = await getTask(client, nothing);
  assert.deepEqual([empty.status_code, empty.result, empty.cost], [40_102, null, 0]);
});

test('lists refused tasks among the errors', async (t) => {
  const client = await openSandbox(t);
  const [id = ''] = idsOf(await postTasks(client, [{ depth: 9_999 }]));
  const rows = (await client.ask('/v3/serp/errors', [{}])).tasks?.[0]?.result ?? [];
  assert.deepEqual(
    rows.map((row) => [row['id'], row['function'], row['error_code'], row['http_code']]),
    [[id, 'v3/serp/google/organic/task_post', 40_501, null]],
  );
  assert.deepEqual((await client.ask('/v3/serp/errors', [{ filtered_function: 'maps' }])).tasks?.[0]?.result, []);
});

test('task_ faults make half-good posts, provider_ faults refuse all of it; nothing refused is charged', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/faults', { match: 'task_post', kind: 'task_40501', count: 1 });
  const half = await postTasks(client, [{}, {}, {}, {}]);
  assert.deepEqual(
    half.tasks?.map((task) => task.status_code),
    [20_100, 40_501, 20_100, 40_501],
  );
  assert.equal(half.cost, 0.0012);
  await client.control('/_sandbox/faults', { match: 'task_post', kind: 'provider_40102', count: 1 });
  const none = await postTasks(client, [{}, {}]);
  assert.deepEqual([none.tasks?.map((task) => task.status_code), none.cost], [[40_102, 40_102], 0]);
});

test('a lost answer to a post leaves tasks that are charged and can be found by their tag', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/faults', { match: 'task_post', kind: 'lost_answer', count: 1 });
  await assert.rejects(postTasks(client, [{ tag: 'find_me' }]));
  const rows = (await client.ask('/v3/serp/id_list', [ALL_TIME])).tasks?.[0]?.result ?? [];
  assert.deepEqual(
    rows.map((row) => [(row['metadata'] as { tag: string }).tag, row['cost']]),
    [['find_me', 0.0006]],
  );
  const { body } = await client.control<{ cost_usd: number }>('/_sandbox/calls');
  assert.equal(body.cost_usd, 0.0006);
});
