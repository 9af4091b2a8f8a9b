import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { setScene } from './crash-run.ts';
import { assertLedgerAgrees } from './queue-run.ts';
import { killService, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';

/** A service that is killed without warning while it crawls both app stores. */
export interface AppsCrashRun {
  /** Apps of the crawled category. */
  readonly limit: number;
  /** After so many more requests of the stores and the provider the service is killed, once for each. */
  readonly killAfterCalls: readonly number[];
  readonly deadlineMs: number;
}

export interface AppsCrashCost {
  readonly kills: number;
  readonly pages: number;
  /** Pages whose answer a kill has lost, so that they were asked for again. */
  readonly repeated: number;
  readonly costUsd: number;
}

/** Answers take a while, so that a kill hits calls under way. */
const ANSWER_MS = 30;
const POLL_MS = 20;
const NO_DELAYS = { STORE_A_DELAY_SECONDS: '0', STORE_B_DELAY_SECONDS: '0', STORE_A_PAGE_DELAY_MS: '0-0', STORE_A_PAGE_JITTER_MS: '0' };
/** Pages that are read and stored together. */
const PAGES_AT_ONCE = 20;
const CRAWLS = [
  { platform: 'store_a', category: '6000', chart: 'top-free', collection: 'free' },
  { platform: 'store_b', category: 'BUSINESS', chart: 'topselling_free', collection: 'free' },
] as const;

/**
 * Crawls a category of each store with pages and similar apps, kills the service whenever so many more calls were made, and
 * waits until the last life ends the crawls. Then every place is that of the world, stored once; no page was read again but
 * those under way at a kill; and the ledger agrees with the provider.
 */
export async function runAppsCrashes(t: TestContext, run: AppsCrashRun): Promise<AppsCrashCost> {
  const { world, place: usual } = await setScene(t);
  const place = { ...usual, environment: { ...usual.environment, ...NO_DELAYS } };
  let service: ChildProcess = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  await world.post('/_sandbox/faults', { match: 'apps.apple.com', kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
  const runIds: string[] = [];
  for (const { platform, category } of CRAWLS) {
    const order = { platform, category_ids: [category], related_app_depth: 1, limit: run.limit };
    runIds.push((await place.api.post('/api/admin/start-crawl', order)).body.run_id);
  }
  let kills = 0;
  for (const calls of run.killAfterCalls) {
    const wanted = (await countCalls(world)) + calls;
    if (!(await waitUntil(async () => (await countCalls(world)) >= wanted, place.api, runIds, run.deadlineMs))) break;
    await killService(service);
    kills += 1;
    service = await startService(place, run.deadlineMs);
  }
  await waitUntil(async () => false, place.api, runIds, run.deadlineMs);
  for (const runId of runIds) {
    const { status, progress } = (await place.api.get(`/api/admin/crawl-runs/${runId}`)).body;
    assert.deepEqual([status, progress.errors, progress.apps_pending, progress.stop_reason], ['completed', 0, 0, null]);
  }
  await killService(service);
  const pages = countPages(await listPaths(world), kills);
  return await withApp(place, async (app) => {
    await app.context.outbox.flush();
    for (const crawl of CRAWLS) await assertTruePlaces(app, world, { ...crawl, limit: run.limit });
    await assertOnce(app);
    return { kills, ...pages, costUsd: await assertLedgerAgrees(app.context, world) };
  });
}

/** @returns false when the crawls have ended before */
async function waitUntil(
  isReached: () => Promise<boolean>,
  api: ApiClient,
  runIds: readonly string[],
  deadlineMs: number,
): Promise<boolean> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(POLL_MS)) {
    if (await isReached()) return true;
    const runs = await Promise.all(runIds.map(async (id) => (await api.get(`/api/admin/crawl-runs/${id}`)).body));
    if (runs.every(({ status }) => status !== 'queued' && status !== 'running')) return false;
  }
  return assert.fail(`the crawls did not come so far within ${deadlineMs} ms`);
}

async function countCalls(world: ApiClient): Promise<number> {
  return (await world.get('/_sandbox/calls?limit=0')).body.total;
}

/** Addresses of the pages of apps that were asked for. */
async function listPaths(world: ApiClient): Promise<string[]> {
  const { entries } = (await world.get('/_sandbox/calls')).body as { entries: { host: string; path: string; query: string }[] };
  return entries
    .filter(({ host, path }) => host.startsWith('apps.apple.com') && path.includes('/app/'))
    .map(({ path, query }) => path + query);
}

function countPages(paths: readonly string[], kills: number): { readonly pages: number; readonly repeated: number } {
  const repeated = paths.length - new Set(paths).size;
  assert.ok(repeated <= kills * PAGES_AT_ONCE, `${repeated} pages were read again`);
  return { pages: paths.length, repeated };
}

interface CrawledChart {
  readonly platform: string;
  readonly category: string;
  readonly chart: string;
  readonly collection: string;
  readonly limit: number;
}

async function assertTruePlaces({ context: { postgres } }: App, world: ApiClient, crawl: CrawledChart): Promise<void> {
  const { platform, category, chart, collection, limit } = crawl;
  const query = `platform=${platform}&category_id=${category}&collection=${collection}&limit=${limit}`;
  const { ranks } = (await world.get(`/_sandbox/truth/chart?${query}`)).body;
  const { rows } = await postgres.query<{ rank: number; appId: string }>(
    `select app_rank as rank, app_id from app_category_rankings
     where platform = $1 and category_id = $2 and chart = $3 and device = 'phone' order by app_rank`,
    [platform, category, chart],
  );
  assert.ok(rows.length > 0, `${platform} has places`);
  assert.deepEqual(
    rows.map(({ rank, appId }) => ({ rank, app_id: appId })),
    ranks,
  );
}

const countPlaces = {
  name: 'count-app-places',
  sql: `select toUInt32(count()) as rows, toUInt32(uniqExact(platform, app_id, category_id, chart, device)) as places
    from app_analytics where category_id != ''`,
  params: z.object({}),
  row: z.object({ rows: z.number(), places: z.number() }),
};

/** Nothing was counted twice, and every app that was met was read. */
async function assertOnce({ context: { postgres, clickhouse } }: App): Promise<void> {
  const [places] = await clickhouse.query(countPlaces, {});
  assert.ok((places?.rows ?? 0) > 0);
  assert.equal(places?.rows, places?.places, 'ClickHouse holds every place once');
  const { rows } = await postgres.query<{ twice: number; changes: number; unread: number }>(
    `select (select count(*)::integer from app_recommendations where times_seen > 1) as twice,
       (select count(*)::integer from app_changes) as changes,
       (select count(*)::integer from crawl_seen_apps where status != 'completed') as unread`,
  );
  assert.deepEqual(rows, [{ twice: 0, changes: 0, unread: 0 }]);
}
