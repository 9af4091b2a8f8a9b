import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.ts';
import { sweep } from './dispatch-run.ts';
import { PATIENCE_MS } from './patience.ts';

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

const LOOK_MS = 50;
const SWEEP_MS = 5_000;

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

/** A run of a job, as it is shown. */
export interface JobRun {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly reason: string | null;
  readonly total_cost_usd: number;
}

/** Runs the job of tracked apps now, and waits until it has ended. */
export async function runTracking(app: TestApp): Promise<JobRun> {
  const { body } = await app.api.post('/api/jobs/job_customer_app_tracking/run');
  await waitForEnd(app, body.run_id);
  return await lookUntil(async () => {
    const { runs } = (await app.api.get('/api/jobs/job_customer_app_tracking/runs')).body;
    const run = runs.find((one: { id: string }) => one.id === body.run_id);
    return ['completed', 'failed', 'skipped'].includes(run?.status) ? run : undefined;
  }, 'the run of the job to end');
}

/** Waits for a workflow of the service, and collects meanwhile what the provider could not deliver. */
export async function waitForEnd(app: TestApp, workflowId: string): Promise<unknown> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const ended = await app.app.context.workflows.waitFor<unknown>(workflowId, SWEEP_MS);
    if (ended) return ended.output;
    assert.ok(performance.now() < end, `${workflowId} has not ended`);
    await sweep(app);
  }
}

/** Looks until there is something. */
export async function lookUntil<Found>(look: () => Promise<Found | undefined>, what: string): Promise<Found> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    assert.ok(performance.now() < end, `waited too long for ${what}`);
    await sleep(LOOK_MS);
  }
}

/** Waits until the icons of all of these are shown from our own copies. */
export async function waitForIcons(look: () => Promise<readonly { readonly icon_url: string | null }[]>): Promise<void> {
  const isOwn = (one: { readonly icon_url: string | null }): boolean => one.icon_url?.includes('/api/public/app-icons/') === true;
  await lookUntil(async () => (await look()).every(isOwn) || undefined, 'copies of icons');
}

const PICTURES: readonly string[] = ['is1-ssl.mzstatic.com', 'play-lh.googleusercontent.com'];

/** Calls outside that ask something: no looking around in the provider's lists, and no copies of pictures, which are made when there is time. */
export async function countOutside({ sandbox }: TestApp): Promise<number> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { host: string; path: string }[] };
  const asked = entries.filter(({ host }) => !PICTURES.includes(host));
  return asked.filter(({ path }) => !/\/tasks_ready$|\/id_list|\/appendix\//u.test(path)).length;
}

/** These faults and no others. */
export async function setFaults({ sandbox }: TestApp, faults: readonly object[]): Promise<void> {
  await sandbox.post('/_sandbox/faults', {});
  for (const fault of faults) await sandbox.post('/_sandbox/faults', fault);
}

/** The terms of an app, as they are shown. */
export async function listTerms({ api }: TestApp, projectId: string, { appId }: Pick<SampleApp, 'appId'>): Promise<any[]> {
  return (await api.get(`/api/apps/keywords?project_id=${projectId}&app_id=${appId}`)).body.keywords;
}

/** The apps that a project tracks, as they are shown. */
export async function listTracked({ api }: TestApp, projectId: string): Promise<any[]> {
  const { status, body } = await api.get(`/api/apps/tracked?project_id=${projectId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.apps;
}
