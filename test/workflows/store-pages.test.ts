import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShelvesPageKind, StoreShelf } from '#providers/app-store/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const HUB = '25100';

test('pages of an app store', async (t) => {
  const app = await startTestApp(t, { environment: { STORE_A_BACKOFF_SECONDS: '0' } });
  await t.test('the apps of the arcade are a list of their own', () => readsArcade(app));
  await t.test('large pictures are a list, and rooms and stories that a hub leads to are crawled by their numbers', () => followsHub(app));
  await t.test('an app that nothing is similar to is read once a day too', () => leavesLonely(app));
  await t.test('a page that has changed is reported with what it lacks, and takes no value away', () => keepsValues(app));
  await t.test('similar apps that a whole page does not show any more are inactive, and half a page changes nothing', () =>
    retiresSimilar(app),
  );
  await t.test('numbers that no page led to are refused, and a job that has one reads the rest', () => refusesUnknown(app));
});

interface TopList {
  readonly total: number;
  readonly apps: readonly { readonly app_id: string; readonly app_rank: number; readonly category_type: string }[];
}

async function crawl({ app, api }: TestApp, categoryIds: readonly string[], more: object = {}): Promise<any> {
  const { status, body } = await api.post('/api/admin/start-crawl', { platform: 'store_a', category_ids: categoryIds, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(await app.context.workflows.waitFor(body.run_id, PATIENCE_MS), `${body.run_id} has ended`);
  return (await api.get(`/api/admin/crawl-runs/${body.run_id}`)).body;
}

async function listTop({ api }: TestApp, query: string): Promise<TopList> {
  const { status, body } = await api.get(`/api/top-apps?platform=store_a&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The shelves of a page as the store shows it. */
async function readShelves({ app }: TestApp, kind: ShelvesPageKind, id: string): Promise<readonly StoreShelf[]> {
  const page = await app.context.appStore.fetchShelves({ kind, id, storefront: 'us' }, { scope: { source: 'api' } });
  return page.shelves;
}

function listAppIds(shelves: readonly StoreShelf[]): string[] {
  return [...new Set(shelves.flatMap(({ apps }) => apps.map(({ appId }) => appId)))];
}

async function readsArcade(app: TestApp): Promise<void> {
  assert.deepEqual((await listTop(app, 'section=arcade')).apps, []);
  const run = await crawl(app, ['page:arcade']);
  assert.equal(run.status, 'completed', JSON.stringify(run));
  const shown = await readShelves(app, 'landing', 'arcade');
  const top = await listTop(app, 'section=arcade');
  assert.deepEqual(
    top.apps.map(({ app_id }) => app_id),
    listAppIds(shown.filter(({ kind }) => kind === 'none')),
  );
  assert.ok(top.apps.length > 0);
}

async function followsHub(app: TestApp): Promise<void> {
  const hub = await app.api.post('/api/app-store/grouping', { grouping_id: HUB });
  assert.equal(hub.status, 200, JSON.stringify(hub.body));
  const rooms = hub.body.rooms as { id: string; category_type: string; is_stable: boolean }[];
  const [hero, ...others] = rooms.filter(({ category_type: type }) => type === 'hero');
  assert.deepEqual([hero?.is_stable, others], [false, []]);
  const pictures = (await readShelves(app, 'grouping', HUB)).find(({ kind }) => kind === 'hero');
  const top = await listTop(app, `category_id=${encodeURIComponent(hero?.id ?? '')}&chart=hero`);
  assert.deepEqual(
    top.apps.map(({ app_id: id, app_rank: rank, category_type: type }) => [id, rank, type]),
    pictures?.links.filter(({ kind }) => kind === 'app').map(({ id }, at) => [id, at + 1, 'hero']),
  );
  assert.ok(top.apps.length > 0);

  const pages = rooms
    .filter(({ category_type: type }) => type === 'room' || type === 'story')
    .filter(({ is_stable: isStable }) => isStable);
  assert.deepEqual(new Set(pages.map(({ category_type: type }) => type)), new Set(['room', 'story']));
  const run = await crawl(
    app,
    pages.map(({ id }) => id),
  );
  assert.deepEqual([run.status, run.progress.errors], ['completed', 0], JSON.stringify(run));
  for (const { id, category_type: type } of pages) {
    const truth = listAppIds(await readShelves(app, type as 'room' | 'story', id));
    const list = await listTop(app, `category_id=${id}`);
    assert.deepEqual(
      list.apps.map(({ app_id }) => app_id),
      truth,
    );
    assert.ok(truth.length > 0 && list.apps.every((one) => one.category_type === type));
  }
}

async function countAppPages({ sandbox }: TestApp): Promise<number> {
  const { entries } = (await sandbox.get('/_sandbox/calls?limit=1000000')).body as { entries: { path: string }[] };
  return entries.filter(({ path }) => /\/app\/[^/]+\/id\d+/u.test(path)).length;
}

async function leavesLonely(app: TestApp): Promise<void> {
  await app.sandbox.post('/_sandbox/faults', { match: '/us/app/', kind: 'no_similar' });
  const before = await countAppPages(app);
  const deep = { limit: 3, related_app_depth: 1 };
  const first = await crawl(app, ['7018'], deep);
  const read = await countAppPages(app);
  assert.deepEqual([first.status, first.progress.apps_read, read - before], ['completed', 3, 3], JSON.stringify(first));
  const again = await crawl(app, ['7018'], deep);
  await app.sandbox.post('/_sandbox/faults', {});
  assert.deepEqual([again.status, again.progress.apps_pending, await countAppPages(app)], ['completed', 0, read]);
}

interface Similar {
  readonly id: string;
  readonly position: number;
  readonly is_active: number;
  readonly times_seen: number;
  readonly last_seen: string;
}

async function retiresSimilar(app: TestApp): Promise<void> {
  const { apps } = (await app.sandbox.get('/_sandbox/world')).body as { apps: { platform: string; app_id: string }[] };
  const appId = apps.find(({ platform }) => platform === 'store_a')?.app_id ?? '';
  const readWith = async (kind?: string): Promise<Similar[]> => {
    if (kind !== undefined) await app.sandbox.post('/_sandbox/faults', { match: '/us/app/', kind });
    const { body } = await app.api.post('/api/admin/workflow/app-details', { app_id: appId, platform: 'store_a', force: true });
    await app.app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    await app.sandbox.post('/_sandbox/faults', {});
    const { recommendations } = (await app.api.get(`/api/apps/${appId}/recommendations?limit=200`)).body;
    return recommendations
      .map(({ id, position, is_active, times_seen, last_seen }: Similar) => ({ id, position, is_active, times_seen, last_seen }))
      .toSorted((one: Similar, other: Similar) => (one.id < other.id ? -1 : 1));
  };
  const shown = await readWith();
  assert.ok(shown.length > 0 && shown.every((one) => one.is_active === 1));
  for (const kind of ['deferred_shelf', 'renamed_fields', 'missing_fields', 'no_data_block', 'truncated'])
    assert.deepEqual(await readWith(kind), shown, kind);
  assert.deepEqual(
    await readWith('no_similar'),
    shown.map((one) => ({ ...one, is_active: 0 })),
  );
  const back = await readWith();
  assert.deepEqual(
    back.map(({ is_active: isActive, times_seen: times }) => [isActive, times]),
    shown.map((one) => [1, one.times_seen + 1]),
  );
}

async function keepsValues(app: TestApp): Promise<void> {
  const { apps } = (await app.sandbox.get('/_sandbox/world')).body as { apps: { platform: string; app_id: string }[] };
  const appId = apps.find(({ platform }) => platform === 'store_a')?.app_id ?? '';
  const readAgain = async (): Promise<any> => {
    const { body } = await app.api.post('/api/admin/workflow/app-details', { app_id: appId, platform: 'store_a', force: true });
    const ended = await app.app.context.workflows.waitFor<{ status: string }>(body.workflow_id, PATIENCE_MS);
    assert.equal(ended?.output.status, 'fetched');
    const {
      fetched_at: fetchedAt,
      last_seen_at: _seen,
      sources: _sources,
      updated_at: _updated,
      rating_reading: { read_at: _read, ...reading },
      ...values
    } = (await app.api.get(`/api/apps/${appId}`)).body;
    return { fetchedAt, values: { ...values, reading } };
  };
  const good = await readAgain();
  for (const [kind, missing] of [
    ['renamed_fields', 'shelfMapping'],
    ['missing_fields', 'lockup.developerName'],
    ['no_rating', 'productRatings.ratingAverage'],
    ['no_data_block', 'serialized-server-data'],
  ] as const) {
    await app.sandbox.post('/_sandbox/faults', { match: '/us/app/', kind });
    const { fetchedAt, values } = await readAgain();
    await app.sandbox.post('/_sandbox/faults', {});
    assert.ok(fetchedAt > good.fetchedAt, kind);
    assert.deepEqual(values, good.values, kind);
    const { evidence } = (await app.api.get('/diagnostics/app-store?limit=1')).body;
    assert.ok(evidence[0].missing.includes(missing) && evidence[0].url.includes(appId), JSON.stringify(evidence));
  }
}

async function refusesUnknown({ app, api }: TestApp): Promise<void> {
  const ids = ['7019', '1499999999', HUB];
  const crawls = ['/api/admin/start-crawl', '/api/admin/taxonomy-crawl', '/api/admin/workflow/crawl-run', '/api/app-store/crawl/full'];
  for (const path of crawls) {
    const field = path.endsWith('full') ? 'categories' : 'category_ids';
    for (const more of [{}, { dry_run: true }]) {
      const { status, body } = await api.post(path, { platform: 'store_a', [field]: ids, ...more });
      assert.deepEqual([status, body.details?.map((problem: any) => problem.path)], [400, [`${field}[1]`]], JSON.stringify(body));
      assert.match(body.details[0].message, /no page of us that was read/u);
    }
    const german = await api.post(path, { platform: 'store_a', storefront: 'de', [field]: [HUB] });
    assert.equal(german.status, 400, 'no page of that country was read');
  }
  for (const id of ['9999', '25100#1', 'page:nothing']) {
    const { status, body } = await api.post('/api/admin/start-crawl', { platform: 'store_a', category_ids: [id] });
    assert.deepEqual([status, body.details?.[0]?.path], [400, 'category_ids[0]'], JSON.stringify(body));
  }
  assert.equal((await api.post('/api/admin/workflow/crawl-run', { job_id: 'job_none' })).status, 404);

  // A job may be made before the page is read.
  const config = { platform: 'store_a', category_ids: ids.slice(0, 2), limit: 1 };
  const job = await api.post('/api/jobs', { name: 'Rooms', type: 'admin_catalog_refresh', cron_schedule: null, config });
  assert.equal(job.status, 201, JSON.stringify(job.body));
  const { body: begun } = await api.post(`/api/jobs/${job.body.job.id}/run`, {});
  assert.ok(await app.context.workflows.waitFor(begun.run_id, PATIENCE_MS));
  const run = (await api.get(`/api/admin/crawl-runs/${begun.run_id}`)).body;
  const { categories } = run.progress as { categories: { category_id: string; status: string; error: string | null }[] };
  assert.deepEqual(
    categories.map(({ category_id: id, status }) => [id, status]),
    [
      ['1499999999', 'failed'],
      ['7019', 'completed'],
    ],
  );
  assert.match(categories[0]?.error ?? '', /no page that was read/u);
}
