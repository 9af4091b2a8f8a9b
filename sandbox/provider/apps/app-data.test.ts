import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startSandboxClient, US_ENGLISH, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { checkVendorAnswers, checkVendorContract, NEEDS_SCHEMA } from '../../../test/support/vendor-contract.ts';
import { ALL_TIME } from '../../../test/support/queue-client.ts';

const STORES = [
  { engine: 'google', platform: 'store_b', collection: 'topselling_free', category: 'game_puzzle', sort: 'newest' },
  { engine: 'apple', platform: 'store_a', collection: 'top_free_ios', category: 'games_puzzle', sort: 'most_recent' },
] as const;
const WEBHOOK = { postback_url: 'http://127.0.0.1:9/$id?tag=$tag', postback_data: 'advanced' };

suite('app data of the provider', () => {
  let client: SandboxClient;
  before(async () => {
    client = await startSandboxClient({ enforceRateLimits: false, queueDelayMs: 20 });
  });
  after(() => client.sandbox.close());

  async function listApps(platform: string): Promise<string[]> {
    const path = `/_sandbox/truth/chart?platform=${platform}&category_id=all&limit=3`;
    const { body } = await client.control<{ ranks: { app_id: string }[] }>(path);
    return body.ranks.map((one) => one.app_id);
  }

  /** Good tasks of each function of a store, and one of each that is refused or finds nothing. */
  async function makeTasks({ platform, collection, category, sort }: (typeof STORES)[number]): Promise<Record<string, object[]>> {
    const [app_id] = await listApps(platform);
    return {
      app_info: [{ app_id }, { app_id: 'com.example.gone' }],
      app_list: [
        { app_collection: collection, app_category: category, depth: 100 },
        { app_collection: collection, priority: 2 },
      ],
      app_searches: [{ keyword: 'puzzle', depth: 60 }, { keyword: 'qwrtzpsdfg' }],
      app_reviews: [{ app_id, depth: 50, sort_by: sort }, { app_id }],
    };
  }

  test('requests and answers keep the vendor contract, and every list of the family does', NEEDS_SCHEMA, async () => {
    const requests: Parameters<typeof checkVendorContract>[0][number][] = [];
    const answers: Parameters<typeof checkVendorAnswers>[0][number][] = [];
    const ask = async (path: string, tasks?: readonly object[]) => {
      const method = tasks === undefined ? 'GET' : 'POST';
      const answer = await client.ask(path, tasks);
      requests.push({ method, path, body: JSON.stringify(tasks) });
      answers.push({ method, path, answer });
      return answer;
    };
    for (const store of STORES) {
      const base = `/v3/app_data/${store.engine}`;
      for (const [kind, wanted] of Object.entries(await makeTasks(store))) {
        const tasks = wanted.map((task, at) => ({ ...task, ...US_ENGLISH, tag: `t${at}`, ...(at === 0 ? WEBHOOK : {}) }));
        const posted = await ask(`${base}/${kind}/task_post`, tasks);
        await client.settle();
        const codes: number[] = [];
        for (const { id } of posted.tasks ?? [])
          codes.push((await ask(`${base}/${kind}/task_get/advanced/${id}`)).tasks?.[0]?.status_code ?? 0);
        assert.deepEqual(codes, [20_000, kind === 'app_info' || kind === 'app_searches' ? 40_102 : 20_000], kind);
        await ask(`${base}/${kind}/tasks_ready`);
      }
      for (const name of ['categories', 'languages', 'locations']) await ask(`${base}/${name}`);
      const task = { title: 'puzzle', order_by: ['item.rating.votes_count,desc'], limit: 5, tag: 'x' };
      assert.equal((await ask(`${base}/app_listings/search/live`, [task])).cost, 0.0105);
    }
    await ask('/v3/app_data/tasks_ready');
    await ask('/v3/app_data/id_list', [ALL_TIME]);
    await ask('/v3/app_data/errors', [{ limit: 100 }]);
    checkVendorContract(requests);
    checkVendorAnswers(answers);
  });

  test('tasks are charged by the block, refused ones are free, and the family lists what was posted', async () => {
    const spentUsd = (await client.control<{ cost_usd: number }>('/_sandbox/calls?limit=0')).body.cost_usd;
    const posted = await client.ask('/v3/app_data/google/app_searches/task_post', [
      { keyword: 'puzzle', ...US_ENGLISH, depth: 60, tag: 'listed' },
      { keyword: 'puzzle', ...US_ENGLISH, depth: 31, priority: 2 },
      { keyword: 'app', ...US_ENGLISH, depth: 500 },
      { keyword: 'app', location_code: 2010, language_code: 'en' },
      { keyword: 'app', ...US_ENGLISH, device: 'mobile' },
    ]);
    assert.deepEqual(
      posted.tasks?.map((task) => [task.status_code, task.cost]),
      [
        [20_100, 0.0024],
        [20_100, 0.0048],
        [40_501, 0],
        [40_501, 0],
        [40_506, 0],
      ],
    );
    const { body } = await client.control<{ cost_usd: number }>('/_sandbox/calls?limit=0');
    assert.ok(Math.abs(body.cost_usd - spentUsd - 0.0072) < 1e-9);
    await client.settle();
    const listed = (await client.ask('/v3/app_data/id_list', [ALL_TIME])).tasks?.[0]?.result ?? [];
    assert.ok(listed.some((row) => (row['metadata'] as { tag?: string }).tag === 'listed' && row['cost'] === 0.0024));
    const ready = (await client.ask('/v3/app_data/tasks_ready')).tasks?.[0]?.result ?? [];
    assert.ok(ready.some((row) => row['tag'] === 'listed' && row['se_type'] === 'app_searches'));
    assert.deepEqual((await client.ask('/v3/serp/tasks_ready')).tasks?.[0]?.result, []);
  });
});
