import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';

const WEB = 'apps.apple.com';
/** Small categories of games. */
const [WORD, TRIVIA, BOARD] = ['7019', '7018', '7004'];

test('crawls of an app store', async (t) => {
  const app = await startTestApp(t, { environment: { STORE_A_BACKOFF_SECONDS: '0' } });
  await t.test('depth 0 reads one page of a category, and the places are those of the chart', () => listsOnly(app));
  await t.test('depth 1 reads the listed apps and those similar to them, each once, and goes no further', () => oneDeep(app));
  await t.test('of two crawls at once one waits, and reads no app that the other has read', () => twoAtOnce(app));
  await t.test('depth 2 goes on until no new app appears, though three calls in ten fail', () => untilTheEnd(app));
  await t.test('pages that have changed are errors, and what was known stays', () => changedPages(app));
  await t.test('of store_b lists and records are bought, and the places are those of the chart', () => bought(app));
  await t.test('without budget a crawl ends with what there is, and says so', () => overBudget(app));
  await t.test('a crawl by hand is a run with a workflow of its own, and is cancelled with all that it began', () => cancelled(app));
  await t.test('an app that is gone is marked and kept', () => removedApp(app));
});

interface Crawled {
  readonly status: string;
  readonly error: string | null;
  readonly reason: string | null;
  readonly total_cost_usd: number;
  readonly progress: Readonly<Record<string, number>> & {
    readonly categories: readonly { category_id: string; status: string; error: string | null }[];
    readonly failed_apps: readonly { app_id: string; error: string }[];
  };
}

async function start({ api }: TestApp, body: object): Promise<string> {
  const { status, body: started } = await api.post('/api/admin/start-crawl', body);
  assert.equal(status, 200, JSON.stringify(started));
  return started.run_id;
}

async function finish({ app, api }: TestApp, runId: string): Promise<Crawled> {
  assert.ok(await app.context.workflows.waitFor(runId, PATIENCE_MS), `${runId} has ended`);
  return (await api.get(`/api/admin/crawl-runs/${runId}`)).body;
}

async function crawl(app: TestApp, body: object): Promise<Crawled> {
  return await finish(app, await start(app, body));
}

interface Call {
  readonly host: string;
  readonly path: string;
}

async function listCalls({ sandbox }: TestApp): Promise<Call[]> {
  return (await sandbox.get('/_sandbox/calls?limit=1000000')).body.entries;
}

/** Paths of the calls to the pages of the store during some work. */
async function takePages<Result>(app: TestApp, work: () => Promise<Result>): Promise<{ result: Result; pages: string[] }> {
  const before = (await listCalls(app)).length;
  const result = await work();
  const pages = (await listCalls(app)).slice(before).flatMap(({ host, path }) => (host === WEB && path !== '/robots.txt' ? path : []));
  return { result, pages };
}

/** Ids of the apps whose pages were read; an address without the name leads to the one with it. */
function toAppIds(pages: readonly string[]): string[] {
  return pages.flatMap((path) => /\/app\/[^/]+\/id(?<id>\d+)/u.exec(path)?.groups?.['id'] ?? []).toSorted();
}

interface Ranks {
  readonly ranks: readonly { readonly rank: number; readonly app_id: string }[];
}

async function trueChart({ sandbox }: TestApp, query: string): Promise<Ranks['ranks']> {
  return ((await sandbox.get(`/_sandbox/truth/chart?${query}`)).body as Ranks).ranks;
}

async function trueSimilar({ sandbox }: TestApp, platform: string, appId: string): Promise<string[]> {
  return (await sandbox.get(`/_sandbox/truth/app?platform=${platform}&app_id=${appId}`)).body.similar;
}

async function storedChart({ stores }: TestApp, categoryId: string, chart: string): Promise<Ranks['ranks']> {
  const { rows } = await stores.postgres.query<{ rank: number; appId: string }>(
    'select app_rank as rank, app_id from app_category_rankings where category_id = $1 and chart = $2 order by app_rank',
    [categoryId, chart],
  );
  return rows.map(({ rank, appId }) => ({ rank, app_id: appId }));
}

/** What the ledger names in the calls of a service: the distinct ids of apps and categories. */
async function listBooked({ api }: TestApp, query: string): Promise<{ apps: string[]; categories: string[] }> {
  const { body } = await api.get(`/api/admin/costs/recent?limit=500&${query}`);
  const idsOf = (field: 'app_id' | 'category_id'): string[] =>
    [...new Set((body.costs as Record<typeof field, string | null>[]).flatMap((cost) => cost[field] ?? []))].toSorted();
  return { apps: idsOf('app_id'), categories: idsOf('category_id') };
}

/** The first of both charts, place by place. */
async function listFirst(app: TestApp, categoryId: string, count: number): Promise<string[]> {
  const charts = await Promise.all(
    ['free', 'paid'].map((collection) => trueChart(app, `platform=store_a&category_id=${categoryId}&collection=${collection}`)),
  );
  const places = charts.flat().toSorted((one, other) => one.rank - other.rank);
  return [...new Set(places.map((place) => place.app_id))].slice(0, count);
}

async function listsOnly(app: TestApp): Promise<void> {
  const { result, pages } = await takePages(app, () => crawl(app, { platform: 'store_a', category_ids: [WORD] }));
  assert.deepEqual(pages, [`/us/iphone/charts/${WORD}`]);
  assert.deepEqual([result.status, result.reason, result.total_cost_usd, result.progress['errors']], ['completed', null, 0, 0]);
  assert.deepEqual(
    result.progress.categories.map(({ category_id: id, status }) => [id, status]),
    [[WORD, 'completed']],
  );
  for (const [chart, collection] of [
    ['top-free', 'free'],
    ['top-paid', 'paid'],
  ] as const)
    assert.deepEqual(
      await storedChart(app, WORD ?? '', chart),
      await trueChart(app, `platform=store_a&category_id=${WORD}&collection=${collection}`),
    );
  const listed = (await app.api.get(`/api/apps?platform=store_a&limit=500`)).body.apps as { app_id: string }[];
  const known = new Set(listed.map((one) => one.app_id));
  for (const id of await listFirst(app, WORD ?? '', 30)) assert.ok(known.has(id), `${id} is known`);
  assert.deepEqual(await listBooked(app, 'service=edge_native_fetch'), { apps: [], categories: [WORD] });
}

async function oneDeep(app: TestApp): Promise<void> {
  const countNew = async (): Promise<number> => (await app.api.get('/api/admin/queue-status')).body.last_24h.apps_discovered;
  const before = await countNew();
  const { result, pages } = await takePages(app, () =>
    crawl(app, { platform: 'store_a', category_ids: [TRIVIA], limit: 3, related_app_depth: 1 }),
  );
  assert.ok(before > 0 && Number(result.progress['apps_discovered']) > 3);
  assert.equal((await countNew()) - before, result.progress['apps_discovered'], 'apps of depth 1 are counted too');
  assert.deepEqual([result.status, result.progress['errors'], result.progress['apps_pending']], ['completed', 0, 0]);
  const listed = await listFirst(app, TRIVIA ?? '', 3);
  const similar = await Promise.all(listed.map((id) => trueSimilar(app, 'store_a', id)));
  const wantedIds = [...new Set([...listed, ...similar.flat()])].toSorted();
  assert.deepEqual(toAppIds(pages), wantedIds, 'each page is read once');
  assert.deepEqual(await listBooked(app, 'service=edge_native_fetch'), { apps: wantedIds, categories: [TRIVIA, WORD] });
  const { rows } = await app.stores.postgres.query<{ source: string; ids: string[] }>(
    `select source_app_id as source, array_agg(recommended_app_id order by position) as ids from app_recommendations group by 1 order by 1`,
  );
  const wanted = listed.map((source, at) => ({ source, ids: similar[at] })).toSorted((one, other) => (one.source < other.source ? -1 : 1));
  assert.deepEqual(rows, wanted, 'what the similar ones recommend is not kept');
}

async function twoAtOnce(app: TestApp): Promise<void> {
  const body = { platform: 'store_a', category_ids: [BOARD], limit: 4, related_app_depth: 1 };
  const { result, pages } = await takePages(app, async () => {
    const ids = [await start(app, body), await start(app, body)];
    return await Promise.all(ids.map((id) => finish(app, id)));
  });
  assert.deepEqual(
    result.map(({ status }) => status),
    ['completed', 'completed'],
  );
  const read = toAppIds(pages);
  assert.equal(new Set(read).size, read.length, 'no page twice');
  assert.deepEqual(pages.filter((path) => path.includes('/charts/')).length, 2, 'both read the list');
  // Of two that are started together either may be first in line.
  const counts = result.map(({ progress }) => Number(progress['apps_read'])).toSorted((one, other) => one - other);
  assert.deepEqual([counts[0], Number(counts[1]) > 0], [0, true], 'the later one finds what the earlier one has read');
}

const FAULTS = ['http_500', 'http_403', 'reset', 'truncated', 'no_data_block', 'wrong_storefront'];

async function untilTheEnd(app: TestApp): Promise<void> {
  for (const kind of FAULTS) await app.sandbox.post('/_sandbox/faults', { match: 'apple.com', kind, rate: 0.3 / FAULTS.length });
  const result = await crawl(app, { platform: 'store_a', category_ids: [WORD], limit: 2, related_app_depth: 2 });
  await app.sandbox.post('/_sandbox/faults', {});
  assert.deepEqual([result.status, result.progress['apps_pending']], ['completed', 0], JSON.stringify(result));
  const seen = new Set(await listFirst(app, WORD ?? '', 2));
  for (const id of seen) for (const other of await trueSimilar(app, 'store_a', id)) seen.add(other);
  const { rows } = await app.stores.postgres.query<{ id: string }>(
    `select app_id as id from apps where platform = 'store_a' and fetched_at is not null and app_id = any($1)`,
    [[...seen]],
  );
  const failed = result.progress.failed_apps.map((one) => one.app_id);
  assert.deepEqual([...rows.map(({ id }) => id), ...failed].toSorted(), [...seen].toSorted(), 'every app is read or named');
  assert.ok(failed.length <= seen.size / 10, `${failed.length} of ${seen.size} failed`);
}

async function changedPages(app: TestApp): Promise<void> {
  const readApps = async () => (await app.stores.postgres.query('select * from apps order by platform, storefront, app_id')).rows;
  const before = await readApps();
  await app.sandbox.post('/_sandbox/faults', { match: WEB, kind: 'renamed_fields' });
  const result = await crawl(app, { platform: 'store_a', category_ids: [WORD, BOARD] });
  await app.sandbox.post('/_sandbox/faults', {});
  assert.equal(result.status, 'failed', JSON.stringify(result));
  assert.deepEqual(
    result.progress.categories.map(({ status }) => status),
    ['failed', 'failed'],
  );
  for (const { error } of result.progress.categories) assert.ok((error ?? '').length > 0);
  assert.deepEqual(await readApps(), before);
}

async function bought(app: TestApp): Promise<void> {
  const body = { platform: 'store_b', category_ids: ['GAME_WORD'], limit: 2, related_app_depth: 1 };
  const result = await crawl(app, body);
  assert.deepEqual(
    [result.status, result.progress['errors'], result.progress['apps_pending']],
    ['completed', 0, 0],
    JSON.stringify(result),
  );
  const chart = await trueChart(app, 'platform=store_b&category_id=GAME_WORD&collection=free&limit=2');
  assert.deepEqual(await storedChart(app, 'GAME_WORD', 'topselling_free'), chart);
  const similar = await Promise.all(chart.map((place) => trueSimilar(app, 'store_b', place.app_id)));
  const wanted = new Set([...chart.map((place) => place.app_id), ...similar.flat()]);
  assert.equal(result.progress['apps_read'], wanted.size);
  assert.deepEqual((await listBooked(app, 'service=provider_app_info')).apps, [...wanted].toSorted());
  assert.deepEqual((await listBooked(app, 'service=provider_app_list')).categories, ['GAME_WORD']);
  const { searchData } = app.app.context;
  const us = { store: 'store_b', storefront: 'us' } as const;
  const listUsd = searchData.estimateAppDataUsd({ kind: 'app_list', ...us, chart: 'topselling_free', categoryId: 'GAME_WORD', depth: 100 });
  const infoUsd = searchData.estimateAppDataUsd({ kind: 'app_info', ...us, appId: 'any' });
  assert.ok(result.total_cost_usd > infoUsd * wanted.size, String(result.total_cost_usd));
  const again = await crawl(app, body);
  assert.ok(again.total_cost_usd > 0 && again.total_cost_usd <= listUsd, 'records of the day are not bought again');
}

async function overBudget(app: TestApp): Promise<void> {
  const setDaily = (usd: number) => app.api.put('/api/admin/config', { budgets: { daily_usd: usd } });
  await setDaily(0);
  const nothing = await crawl(app, { platform: 'store_b', category_ids: ['GAME_TRIVIA'] });
  assert.deepEqual([nothing.status, nothing.reason], ['skipped', 'budget_exceeded'], JSON.stringify(nothing));
  await setDaily(50);
  const { searchData } = app.app.context;
  const us = { store: 'store_b', storefront: 'us' } as const;
  const listUsd = searchData.estimateAppDataUsd({
    kind: 'app_list',
    ...us,
    chart: 'topselling_free',
    categoryId: 'GAME_TRIVIA',
    depth: 100,
  });
  const capUsd = listUsd + 3 * searchData.estimateAppDataUsd({ kind: 'app_info', ...us, appId: 'any' });
  await app.api.put('/api/admin/config', { budgets: { run_cost_usd: capUsd } });
  const part = await crawl(app, { platform: 'store_b', category_ids: ['GAME_TRIVIA'], limit: 10, related_app_depth: 1 });
  await app.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
  assert.equal(part.status, 'completed', JSON.stringify(part));
  assert.match(part.reason ?? '', /^budget_exceeded; \d+ apps were left unread$/u);
  assert.ok(part.total_cost_usd <= capUsd && Number(part.progress['apps_read']) > 0);
}

async function cancelled(app: TestApp): Promise<void> {
  await app.sandbox.post('/_sandbox/faults', { match: WEB, kind: 'slow', delay_ms: 60_000 });
  const started = await app.api.post('/api/admin/workflow/crawl-run', { platform: 'store_a', category_ids: [TRIVIA] });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const isReading = async (): Promise<string | undefined> => {
    const { body } = await app.api.get('/api/admin/crawl-runs?limit=1');
    const [{ run_id: runId, status }] = body.runs;
    const progress = (await app.api.get(`/api/admin/crawl-runs/${runId}`)).body.progress;
    return status === 'running' && progress?.categories[0]?.status === 'processing' ? runId : undefined;
  };
  let runId = await isReading();
  for (const end = performance.now() + PATIENCE_MS; runId === undefined && performance.now() < end;) runId = await isReading();
  const { status } = await app.api.post(`/api/admin/crawl-runs/${runId}/cancel`);
  assert.equal(status, 200);
  await app.sandbox.post('/_sandbox/faults', {});
  const { body } = await app.api.get(`/api/admin/crawl-runs/${runId}`);
  assert.deepEqual([body.status, body.error], ['failed', 'The run was terminated.']);
  const [category] = body.progress.categories;
  assert.deepEqual([category.status, category.error, category.completed_at !== null], ['failed', 'The run was terminated.', true]);
  assert.equal((await app.app.context.workflows.find(`${runId}-${TRIVIA}`))?.status, 'terminated');
  assert.equal((await app.api.post(`/api/admin/crawl-runs/${runId}/cancel`)).status, 409);
  const next = await crawl(app, { platform: 'store_a', category_ids: [TRIVIA] });
  assert.equal(next.status, 'completed', 'a crawl that was cancelled holds up no other');
}

async function removedApp(app: TestApp): Promise<void> {
  const { leaving_apps: leaving } = (await app.sandbox.get('/_sandbox/world')).body as {
    leaving_apps: { platform: string; app_id: string; date: string }[];
  };
  const { clock } = app.app.context;
  const today = clock.now().toISOString();
  const one = leaving.find(({ platform, date }) => platform === 'store_a' && date > today);
  const ask = () => app.api.get(`/api/app-store/lookup?platform=store_a&app_id=${one?.app_id}`);
  const there = await ask();
  assert.deepEqual([there.status, there.body.status], [200, 'available'], JSON.stringify(there.body).slice(0, 300));
  const after = new Date(Date.parse(`${one?.date}T12:00:00Z`) + DAY_MS);
  await app.sandbox.post('/_sandbox/clock', { now: after.toISOString() });
  // The service follows the date of the world within a moment.
  await waitUntil(async () => clock.now() >= after, 'the date of the world');
  const gone = await ask();
  assert.deepEqual([gone.status, gone.body.status, gone.body.title], [200, 'removed', there.body.title]);
  assert.equal((await app.api.get('/api/app-store/lookup?platform=store_a&app_id=999')).status, 404);
}
