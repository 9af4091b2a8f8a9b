import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.ts';

export type Platform = 'store_a' | 'store_b';

/** One app of a store in the sandbox's world, with terms that it is found by and one that it is not. */
export interface SampleApp {
  readonly platform: Platform;
  readonly appId: string;
  readonly terms: readonly string[];
  readonly otherTerm: string;
}

export interface AppTruth {
  readonly title: string;
  readonly rating: number | null;
  readonly rating_count: number;
  readonly version: string;
  readonly ranks: Readonly<Record<string, number>>;
  readonly charts: readonly { readonly category_id: string; readonly collection: string; readonly device: string; readonly rank: number }[];
  readonly reviews: readonly { readonly id: string; readonly rating: number; readonly version: string; readonly written_at: string }[];
}

const RUN_MS_MAX = 240_000;
const LOOK_MS = 50;

/** A product that is on both stores, as its two apps. */
export async function findTwins(app: TestApp): Promise<readonly [SampleApp, SampleApp]> {
  const { body } = await app.sandbox.get('/_sandbox/world');
  const found = body.apps.find((one: any) => one.platform === 'store_a' && one.other_store_app_id !== null);
  assert.ok(found, 'the world has a product on both stores');
  const terms = [found.name as string, (found.title as string).split(': ')[1] as string];
  const shared = { terms, otherTerm: 'qqxyzzy' };
  return [
    { platform: 'store_a', appId: found.app_id, ...shared },
    { platform: 'store_b', appId: found.other_store_app_id, ...shared },
  ];
}

export async function readTruth({ sandbox }: TestApp, { platform, appId }: Pick<SampleApp, 'platform' | 'appId'>): Promise<AppTruth> {
  return (await sandbox.get(`/_sandbox/truth/app?platform=${platform}&app_id=${appId}`)).body;
}

/** The place of an app in the search of its store; null: not among the first `depth`. */
export async function truePlace(app: TestApp, { platform, appId }: SampleApp, keyword: string, depth = 100): Promise<number | null> {
  const at = (await trueSearch(app, platform, keyword, depth)).indexOf(appId);
  return at === -1 ? null : at + 1;
}

export async function trueSearch({ sandbox }: TestApp, platform: Platform, keyword: string, depth = 100): Promise<string[]> {
  const query = new URLSearchParams({ platform, keyword, limit: String(depth) });
  return (await sandbox.get(`/_sandbox/truth/app-search?${query.toString()}`)).body.app_ids;
}

/** Runs the job of tracked apps now, and waits until it has ended. */
export async function runTracking(
  app: TestApp,
): Promise<{ readonly status: string; readonly error: string | null; readonly reason: string | null }> {
  const { body } = await app.api.post('/api/jobs/job_customer_app_tracking/run');
  const ended = await app.app.context.workflows.waitFor(body.run_id, RUN_MS_MAX).catch(() => undefined);
  void ended;
  return await lookUntil(async () => {
    const { runs } = (await app.api.get('/api/jobs/job_customer_app_tracking/runs')).body;
    const run = runs.find((one: { id: string }) => one.id === body.run_id);
    return ['completed', 'failed', 'skipped'].includes(run?.status) ? run : undefined;
  }, 'the run of the job to end');
}

/** Waits for a workflow of the service. */
export async function waitForEnd({ app }: TestApp, workflowId: string): Promise<unknown> {
  const ended = await app.context.workflows.waitFor<unknown>(workflowId, RUN_MS_MAX);
  assert.ok(ended, `${workflowId} has ended`);
  return ended.output;
}

/** Looks until there is something. */
export async function lookUntil<Found>(look: () => Promise<Found | undefined>, what: string): Promise<Found> {
  const end = performance.now() + RUN_MS_MAX;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    assert.ok(performance.now() < end, `waited in vain for ${what}`);
    await sleep(LOOK_MS);
  }
}
