import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import type { StoreDevice } from '#providers/app-store/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const PAGE = 'page:apps';
const HUB = /^\d{5}$/u;
const GENRE = '7019';
/** What the sandbox's `new_category` adds. */
const SEASONAL = '6099';
const PERIOD_DAYS = 28;

test('categories that a store does not name any more', async (t) => {
  const app = await startTestApp(t, { environment: { STORE_A_BACKOFF_SECONDS: '0' } });
  const first = await startPeriod(app);
  const before = await readNamed(app);
  await t.test('a page names what it leads to, and all of it is active', () => namesAll(app, before));
  await moveTo(app, first, 8);
  const after = await readNamed(app);
  const gone = before.filter((id) => !after.includes(id));
  assert.ok(gone.length > 0 && before.length > gone.length, 'some rooms of the page are others a week later, its hubs are not');
  await t.test('a page that cannot be read, is half or of another country takes nothing away', () => keepsOnTrouble(app, before));
  await t.test('the page of another device takes nothing away', () => keepsOtherDevice(app, before));
  await t.test('what the whole page does not name any more is marked, and kept', () => marksGone(app, { before, gone }));
  await moveTo(app, first, 14);
  await t.test('what is named again is active again, and what was named within the week stays', () => bringsBack(app, { before, after }));
  await moveTo(app, first, 3 * PERIOD_DAYS);
  await t.test('a number that the store answers for with "not found" is marked', () => marksMissing(app, gone[0] ?? ''));
  await t.test('rooms of a hub go although it leaves a shelf to be loaded later, unless that has no title', () =>
    marksOfHub(app, first + 4 * PERIOD_DAYS),
  );
  await t.test('a chart is gone when a crawl of all charts does not find it', () => marksChart(app, first + 5 * PERIOD_DAYS));
});

/** The first day of a period in which rooms keep their numbers; the service stands on it. */
async function startPeriod(app: TestApp): Promise<number> {
  const day = Math.ceil(app.app.context.clock.now().getTime() / DAY_MS / PERIOD_DAYS) * PERIOD_DAYS;
  await moveTo(app, day, 0);
  return day;
}

async function moveTo({ sandbox, app }: TestApp, first: number, days: number): Promise<void> {
  const now = (first + days) * DAY_MS + DAY_MS / 2;
  await sandbox.post('/_sandbox/clock', { now });
  while (Math.abs(app.context.clock.now().getTime() - now) > DAY_MS / 4) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Numbers of the rooms and hubs that the page leads to now. */
async function readNamed({ app }: TestApp, device: StoreDevice = 'iphone'): Promise<string[]> {
  const request = { kind: 'landing', id: 'apps', storefront: 'us', device } as const;
  const { shelves } = await app.context.appStore.fetchShelves(request, { scope: { source: 'api' } });
  const ids = shelves.flatMap(({ kind, childId, links }) => [
    ...(kind === 'room' && childId !== undefined ? [childId] : []),
    ...links.flatMap((link) => (link.kind === 'grouping' ? link.id : [])),
  ]);
  return [...new Set(ids)].toSorted();
}

async function crawl({ app, api }: TestApp, categoryIds: readonly string[] | undefined, more: object = {}): Promise<any> {
  const { status, body } = await api.post('/api/admin/start-crawl', { platform: 'store_a', category_ids: categoryIds, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(await app.context.workflows.waitFor(body.run_id, PATIENCE_MS), `${body.run_id} has ended`);
  return (await api.get(`/api/admin/crawl-runs/${body.run_id}`)).body;
}

async function listChildren({ api }: TestApp, parentId: string, isActiveOnly = true): Promise<string[]> {
  const { status, body } = await api.get(
    `/api/app-store/child-categories?platform=store_a&parent_id=${encodeURIComponent(parentId)}&limit=1000&active_only=${isActiveOnly}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return (body.categories as { id: string }[]).map(({ id }) => id).toSorted();
}

async function assertActive(app: TestApp, ids: readonly string[], because: string): Promise<void> {
  const active = await listChildren(app, PAGE);
  assert.deepEqual(
    ids.filter((id) => !active.includes(id)),
    [],
    because,
  );
}

async function namesAll(app: TestApp, named: readonly string[]): Promise<void> {
  const { status, progress } = await crawl(app, [PAGE]);
  assert.deepEqual([status, progress.categories_synced, progress.categories_retired], ['completed', 46, 0]);
  await assertActive(app, named, 'named by the page');
}

async function keepsOnTrouble(app: TestApp, before: readonly string[]): Promise<void> {
  for (const [kind, status] of [
    ['renamed_fields', 'failed'],
    ['no_data_block', 'failed'],
    ['truncated', 'failed'],
    ['wrong_storefront', 'failed'],
  ]) {
    await app.sandbox.post('/_sandbox/faults', { match: '/iphone/apps', kind });
    const run = await crawl(app, [PAGE]);
    await app.sandbox.post('/_sandbox/faults', {});
    assert.deepEqual([run.status, run.progress.categories_retired], [status, 0], `${kind}: ${JSON.stringify(run)}`);
    await assertActive(app, before, String(kind));
  }
}

async function keepsOtherDevice(app: TestApp, before: readonly string[]): Promise<void> {
  const { progress } = await crawl(app, [PAGE], { device: 'ipad' });
  assert.equal(progress.categories_retired, 0);
  await assertActive(app, before, 'a phone named it last');
}

async function marksGone(app: TestApp, { before, gone }: { readonly before: readonly string[]; readonly gone: readonly string[] }) {
  const { progress } = await crawl(app, [PAGE]);
  const active = await listChildren(app, PAGE);
  const all = await listChildren(app, PAGE, false);
  assert.deepEqual(
    before.filter((id) => !active.includes(id)),
    gone,
  );
  assert.deepEqual(
    before.filter((id) => !all.includes(id)),
    [],
    'kept',
  );
  assert.ok(progress.categories_retired >= gone.length);
  assert.equal(progress.categories_synced, 46, 'rooms and hubs are no categories of the store itself');
  assert.equal((await crawl(app, [PAGE])).progress.categories_retired, 0, 'once');
}

async function bringsBack(app: TestApp, { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) {
  assert.deepEqual(await readNamed(app), before, 'the same rooms as a fortnight ago');
  const { progress } = await crawl(app, [PAGE]);
  assert.equal(progress.categories_retired, 0);
  await assertActive(app, [...before, ...after], 'named now, or six days ago');
}

async function marksMissing(app: TestApp, id: string): Promise<void> {
  const run = await crawl(app, [id]);
  assert.deepEqual([run.status, run.progress.errors], ['failed', 1], JSON.stringify(run));
  assert.ok(!(await listChildren(app, PAGE)).includes(id) && (await listChildren(app, PAGE, false)).includes(id));
}

async function marksOfHub(app: TestApp, first: number): Promise<void> {
  await moveTo(app, first, 0);
  const hub = (await listChildren(app, PAGE)).find((id) => HUB.test(id)) ?? '';
  await crawl(app, [hub]);
  const before = await listChildren(app, hub);
  assert.ok(
    before.some((id) => /^\d+$/u.test(id)),
    before.join(' '),
  );

  await moveTo(app, first, PERIOD_DAYS);
  // The last shelf of the page has no title.
  await app.sandbox.post('/_sandbox/faults', { match: '/grouping/', kind: 'deferred_shelf' });
  const half = await crawl(app, [hub]);
  await app.sandbox.post('/_sandbox/faults', {});
  assert.deepEqual([half.status, half.progress.categories_retired], ['completed', 0]);
  const named = await listChildren(app, hub);
  assert.deepEqual(
    before.filter((id) => !named.includes(id)),
    [],
  );

  const run = await crawl(app, [hub]);
  const after = await listChildren(app, hub);
  const gone = named.filter((id) => !after.includes(id));
  assert.ok(run.progress.categories_retired > 0 && run.progress.categories_retired === gone.length, JSON.stringify(run));
  assert.ok(
    gone.every((id) => before.includes(id)),
    'what is named now stays',
  );
  assert.deepEqual((await listChildren(app, hub, false)).length, named.length, 'kept');
}

async function marksChart(app: TestApp, first: number): Promise<void> {
  const hasSeasonal = async (): Promise<boolean> => (await listChildren(app, '36')).includes(SEASONAL);
  await app.sandbox.post('/_sandbox/faults', { match: `/charts/${GENRE}`, kind: 'new_category' });
  const { progress } = await crawl(app, [GENRE]);
  await app.sandbox.post('/_sandbox/faults', {});
  assert.deepEqual([progress.categories_synced, await hasSeasonal()], [47, true]);

  await moveTo(app, first, 8);
  const some = await crawl(app, [GENRE]);
  assert.deepEqual([some.progress.categories_retired, await hasSeasonal()], [0, true], 'other pages may name it');
  const all = await crawl(app, undefined, { limit: 1 });
  assert.deepEqual([all.status, all.progress.errors], ['completed', 0], JSON.stringify(all));
  assert.deepEqual([all.progress.categories_synced, await hasSeasonal()], [46, false]);
}
