import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#config';
import type { AppContext } from '#context';
import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startApp, type App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { leaveEngine } from './index.ts';
import { assertLedgerAgrees } from './queue-run.ts';
import type { ServicePlace } from './service-process.ts';

/** What a run has cost, by the provider's own account. */
export interface TrackingCost {
  readonly providerCalls: number;
  readonly costUsd: number;
}

/** Calls that one process has under way at most. */
export const CONCURRENT_CALLS = 20;
const POLL_MS = 100;
/** Answers take a while, so that a kill hits calls under way. */
const ANSWER_MS = 300;

/** A project with a website whose keywords are tracked from now on; the first run begins at once. */
export async function startTracking(
  { world, api }: { world: ApiClient; api: ApiClient },
  keywords: number,
): Promise<{ projectId: string; runId: string; statusUrl: string }> {
  const story = (await world.get(`/_sandbox/world/story?keywords=${keywords}`)).body;
  const projectId: string = (await api.post('/api/projects', { name: 'Run', organization_id: 'org_run' })).body.project_id;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: story.site.domain, name: 'Ours', skip_onboarding: true });
  await world.post('/_sandbox/faults', { match: '/v3/serp', kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
  const tracked = await api.post('/api/keywords/track', {
    keywords: story.keywords.map((row: { keyword: string }) => ({ project_id: projectId, keyword_text: row.keyword })),
  });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  const { workflow_id: runId, status_url: statusUrl } = tracked.body.serp_tracking;
  return { projectId, runId, statusUrl };
}

export async function waitForEnd(api: ApiClient, statusUrl: string, deadlineMs: number): Promise<void> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(POLL_MS)) {
    const { body } = await api.get(statusUrl);
    if (body.status === 'completed') return;
    assert.notEqual(body.status, 'failed', JSON.stringify(body));
  }
  assert.fail(`the run has not ended within ${deadlineMs} ms`);
}

/** Opens the stores of a service that has ended, in this process. */
export async function withApp<Result>({ environment, overrides }: ServicePlace, work: (app: App) => Promise<Result>): Promise<Result> {
  await leaveEngine();
  const app = await startApp(readConfig({ ...environment, PORT: '0' }), { ...overrides, logger: makeLogger('fatal') });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

/** @returns the number of results that the runs hold */
export async function assertEveryKeywordOnce(postgres: Postgres, projectId: string, keywords: number): Promise<number> {
  const { rows } = await postgres.query<{ keywords: number; runs: number; results: number }>(
    `select count(distinct keyword_id)::integer as keywords, count(*)::integer as runs, coalesce(sum(results_count), 0)::integer as results
     from serp_runs where project_id = $1 and status = 'completed'`,
    [projectId],
  );
  assert.deepEqual([rows[0]?.keywords, rows[0]?.runs], [keywords, keywords], 'every keyword has one run');
  return rows[0]?.results ?? 0;
}

/** The ledger agrees with the provider, who was not asked more often than he may have been. */
export async function assertMoneyAgrees(context: AppContext, world: ApiClient, pagesMax: number): Promise<TrackingCost> {
  const costUsd = await assertLedgerAgrees(context, world);
  const { body: calls } = await world.get('/_sandbox/calls');
  const pages = calls.entries.filter((entry: { path: string }) => entry.path.endsWith('/live/advanced')).length;
  assert.ok(pages <= pagesMax, `${pages} pages were read, ${pagesMax} at most`);
  return { providerCalls: pages, costUsd };
}
