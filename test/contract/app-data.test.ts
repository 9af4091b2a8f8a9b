import assert from 'node:assert/strict';
import test from 'node:test';
import type { AppDataRequest, AppStore, QueuedTask } from '#providers/search-data/index.ts';
import { openSandboxBench, type SandboxBench, type SandboxCalls } from '../support/sandbox-bench.ts';
import { checkVendorContract, NEEDS_SCHEMA } from '../support/vendor-contract.ts';

const STORES = ['store_a', 'store_b'] as const;
const SCOPE = { source: 'workflow', runId: 'wf_1', workflowType: 'crawl-run' } as const;

async function listApps({ sandbox }: SandboxBench, store: AppStore): Promise<string[]> {
  const path = `/_sandbox/truth/chart?platform=${store}&category_id=all&limit=20`;
  const { body } = await sandbox.control<{ ranks: { app_id: string }[] }>(path);
  return body.ranks.map((one) => one.app_id);
}

/** Each kind of question about a store. */
async function makeRequests(bench: SandboxBench, store: AppStore): Promise<AppDataRequest[]> {
  const [appId = ''] = await listApps(bench, store);
  const view = { store, storefront: 'us' };
  return [
    { ...view, kind: 'app_info', appId },
    { ...view, kind: 'app_list', chart: store === 'store_a' ? 'top-free' : 'topselling_free', categoryId: null, depth: 20 },
    { ...view, kind: 'app_searches', keyword: 'puzzle', depth: 20 },
    { ...view, kind: 'app_reviews', appId, depth: 20 },
  ];
}

test('every kind of question about both stores is posted, listed, collected and read, at its price', async (t) => {
  const bench = await openSandboxBench(t);
  const { searchData } = bench;
  for (const store of STORES) {
    const requests = await makeRequests(bench, store);
    const tasks = requests.map((request): QueuedTask => ({ request, tag: `${store}-${request.kind}`, scope: SCOPE }));
    const posted = await searchData.postTasks(tasks, { toPostbackUrl: undefined, priority: 'normal' });
    assert.deepEqual(new Set(posted.map(({ state }) => state)), new Set(['posted']));
    await bench.sandbox.settle();
    const ready = new Map((await searchData.listReadyTasks('app_data')).map((one) => [one.tag, one.endpoint]));
    assert.deepEqual(new Set(ready.keys()), new Set(tasks.map(({ tag }) => tag)));
    for (const [at, request] of requests.entries()) {
      const outcome = posted[at];
      const endpoint = ready.get(tasks[at]?.tag) ?? '';
      assert.equal(endpoint, searchData.toTaskEndpoint(request, outcome?.state === 'posted' ? outcome.taskId : ''));
      const { answer, tag } = await searchData.readAppData(await searchData.fetchTask(endpoint), request);
      assert.deepEqual([answer.kind, tag], [request.kind, tasks[at]?.tag]);
      if (answer.kind === 'app_list')
        assert.deepEqual(
          answer.apps.map((app) => app.appId),
          await listApps(bench, store),
        );
    }
  }
  const { ledger, charged, reserved } = await bench.readCosts();
  assert.deepEqual([ledger, reserved], [charged, 0]);
  assert.deepEqual(await searchData.listReadyTasks('app_data'), [], 'what was collected is listed no more');
});

test("apps are looked up in the provider's database, the most rated first", async (t) => {
  const bench = await openSandboxBench(t);
  for (const store of STORES) {
    const { apps, total, costUsd } = await bench.searchData.fetchAppListings({ store, query: 'puzzle', limit: 5 }, SCOPE);
    assert.deepEqual([apps.length, costUsd], [5, bench.searchData.estimateAppListingsUsd(5)]);
    assert.ok(total > 5);
    const counts = apps.map(({ ratingCount }) => ratingCount ?? 0);
    assert.deepEqual(
      counts,
      counts.toSorted((left, right) => right - left),
    );
    assert.ok(apps.every(({ title, developerName, rating }) => title !== null && developerName !== null && rating !== null));
  }
  const none = await bench.searchData.fetchAppListings({ store: 'store_b', query: 'qwrtzpsdfg', limit: 5 }, SCOPE);
  assert.deepEqual([none.apps, none.total], [[], 0]);
  const { ledger, charged, reserved } = await bench.readCosts();
  assert.deepEqual([ledger, reserved], [charged, 0]);
});

test('every request about app stores keeps the vendor contract', NEEDS_SCHEMA, async (t) => {
  const bench = await openSandboxBench(t);
  for (const store of STORES) {
    const tasks = (await makeRequests(bench, store)).map((request): QueuedTask => ({
      request,
      tag: `${store}-${request.kind}`,
      scope: SCOPE,
    }));
    await bench.searchData.postTasks(tasks, { toPostbackUrl: () => 'http://127.0.0.1:9/$id/$tag', priority: 'high' });
    await bench.searchData.fetchAppListings({ store, query: 'puzzle', limit: 5 }, SCOPE);
  }
  await bench.sandbox.settle();
  for (const { endpoint } of await bench.searchData.listReadyTasks('app_data')) await bench.searchData.fetchTask(endpoint);
  const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls');
  const requests = body.entries.filter(({ path }) => path.startsWith('/v3/'));
  assert.equal(requests.length, 8 + 2 + 1 + 8);
  checkVendorContract(requests);
});
