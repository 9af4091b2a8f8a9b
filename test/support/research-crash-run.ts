import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { setScene } from './crash-run.ts';
import { assertLedgerAgrees } from './queue-run.ts';
import { killService, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';

/** A service that is killed without warning while it works on a research run. */
export interface ResearchCrashRun {
  readonly keywords: number;
  /** After so many finished steps of the run the service is killed, once for each. */
  readonly killAfterSteps: readonly number[];
  readonly deadlineMs: number;
}

export interface ResearchCrashCost {
  readonly kills: number;
  readonly calls: number;
  /** Calls whose answer a kill has lost, so that they were made again. */
  readonly repeated: number;
  readonly costUsd: number;
}

/** Answers take a while, so that a kill hits calls under way. */
const ANSWER_MS = 60;
/** Lists of a market that are asked for at once. */
const CALLS_UNDER_WAY = 4;
const POLL_MS = 20;
/** Of a question to the model that a kill cut off: it may have been paid for, and is not asked again. */
const LOST = 'the answer of the language model was lost';
/** What is asked of keywords that come without figures or intents: the ideas of the model. */
const FACT_PATHS = ['/keyword_overview/', '/search_intent/'];
const CHAT_PATH = '/v1/chat/completions';
const AWAITING = 'awaiting_category_confirmation';

/**
 * Begins a run, kills the service whenever so many steps are done, confirms in between, and waits until the last life
 * completes it. Then the same research again finds the same keywords and pays nothing, no question was asked twice but
 * those under way at a kill, and the ledger agrees with the provider.
 */
export async function runResearchCrashes(t: TestContext, run: ResearchCrashRun): Promise<ResearchCrashCost> {
  const { world, place } = await setScene(t);
  const { api } = place;
  let service: ChildProcess = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  await world.post('/_sandbox/faults', { match: '/v3/', kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
  const host = await findSite(world);
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Run', organization_id: 'org_run' })).body;
  const order = { url: host, project_id: projectId, limits: { keywords_max: run.keywords } };
  const { run_id: runId } = (await api.post('/run', { ...order, async: true })).body;
  const confirm = async (): Promise<void> => {
    if ((await readStatus(api, runId)).status !== AWAITING) return;
    const { status, body } = await api.post(`/run/${runId}/confirm-categories`, CONFIRMATION);
    assert.equal(status, 202, JSON.stringify(body));
  };
  for (const steps of run.killAfterSteps) {
    const isAlive = await waitForSteps(api, { runId, steps, deadlineMs: run.deadlineMs, confirm });
    if (!isAlive) break;
    await killService(service);
    service = await startService(place, run.deadlineMs);
  }
  await waitForSteps(api, { runId, steps: Number.POSITIVE_INFINITY, deadlineMs: run.deadlineMs, confirm });
  const record = await readStatus(api, runId);
  assert.deepEqual([record.status, record.error], ['complete', null]);
  const lost = record.errors.filter(({ message }: { message: string }) => message === LOST);
  assert.deepEqual(record.errors, lost);
  const paid = await listCalls(world);
  const again = (await api.post('/run', order)).body;
  const { body: confirmed } = await api.post(`/run/${again.run_id}/confirm-categories`, CONFIRMATION);
  await waitForSteps(api, { runId: again.run_id, steps: Number.POSITIVE_INFINITY, deadlineMs: run.deadlineMs, confirm: async () => {} });
  assert.equal(confirmed.harvest_queued, true);
  await killService(service);
  return await withApp(place, async (app) => {
    await assertSameKeywords(app, { runId, againId: again.run_id, isWhole: lost.length === 0 });
    const costUsd = await assertLedgerAgrees(app.context, world);
    const after = (await listCalls(world)).slice(paid.length).filter(({ path }) => path !== CHAT_PATH);
    const open = after.filter(({ path }) => lost.length === 0 || !FACT_PATHS.some((facts) => path.includes(facts)));
    assert.deepEqual(open, [], 'the same research within a day asks the provider for nothing but what is known of ideas that were lost');
    return { kills: run.killAfterSteps.length, costUsd, ...countRepeated(paid, run.killAfterSteps.length) };
  });
}

const CONFIRMATION = { confirmed_categories: ['invoicing software', 'billing'], locations: ['United States'], app_names: [] };

async function findSite(world: ApiClient): Promise<string> {
  const { sites } = (await world.get('/_sandbox/world')).body;
  return sites.find((site: { business_type: string }) => site.business_type === 'saas').domain;
}

async function readStatus(api: ApiClient, runId: string): Promise<any> {
  return (await api.get(`/run/${runId}/status`)).body;
}

interface Wait {
  readonly runId: string;
  readonly steps: number;
  readonly deadlineMs: number;
  readonly confirm: () => Promise<void>;
}

/** @returns false when the run has ended before */
async function waitForSteps(api: ApiClient, { runId, steps, deadlineMs, confirm }: Wait): Promise<boolean> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(POLL_MS)) {
    const { status, progress } = await readStatus(api, runId);
    if (progress.steps.filter((step: { status: string }) => step.status === 'completed').length >= steps) return true;
    if (status === AWAITING) await confirm();
    if (status === 'complete' || status === 'failed') return false;
  }
  return assert.fail(`the run did not come so far within ${deadlineMs} ms`);
}

interface PaidCall {
  readonly path: string;
  readonly question: string;
}

/** What was asked of the provider and of the language model, without the tags of calls. */
async function listCalls(world: ApiClient): Promise<PaidCall[]> {
  const { entries } = (await world.get('/_sandbox/calls')).body as { entries: { path: string; body: string; cost_usd: number }[] };
  return entries
    .filter(({ path, cost_usd: cost }) => cost > 0 || path === CHAT_PATH)
    .map(({ path, body }) => ({ path, question: body.replaceAll(/"tag":"[^"]*"/gu, '') }));
}

function countRepeated(calls: readonly PaidCall[], kills: number): { readonly calls: number; readonly repeated: number } {
  const different = new Set(calls.map(({ path, question }) => `${path} ${question}`));
  const repeated = calls.length - different.size;
  assert.ok(repeated <= kills * CALLS_UNDER_WAY, `${repeated} calls were made again`);
  const chats = calls.filter(({ path }) => path === CHAT_PATH);
  assert.equal(new Set(chats.map(({ question }) => question)).size, chats.length, 'the language model is asked no question twice');
  return { calls: calls.length, repeated };
}

interface Compared {
  readonly runId: string;
  /** The same research, not interrupted. */
  readonly againId: string;
  /** Every answer of the model came. Those that were lost leave out ideas, and so other groups. */
  readonly isWhole: boolean;
}

interface FoundRow {
  readonly keyword: string;
  readonly locationCode: number;
  readonly status: string;
}

/** Everything that was found and judged, however often the work was interrupted. */
async function assertSameKeywords({ context: { postgres } }: App, { runId, againId, isWhole }: Compared): Promise<void> {
  const read = async (id: string) =>
    (
      await postgres.query<FoundRow>(
        `select keyword, location_code, status, search_volume, primary_intent
         ${isWhole ? ', sources, score, category_id, cluster_id' : ''}
         from research_keywords where run_id = $1 order by keyword, location_code`,
        [id],
      )
    ).rows;
  const [found, again] = [await read(runId), await read(againId)];
  assert.ok(found.length > 20, `${found.length} keywords`);
  const known = new Set(found.map(({ keyword, locationCode: place }) => `${place} ${keyword}`));
  assert.deepEqual(found, isWhole ? again : again.filter(({ keyword, locationCode: place }) => known.has(`${place} ${keyword}`)));
  const { rows } = await postgres.query<{ project: number; canonical: number }>(
    `select (select count(*)::integer from project_keywords) as project, (select count(*)::integer from canonical_keywords) as canonical`,
  );
  const kept = new Set([...found, ...again].filter(({ status }) => status === 'kept').map(({ keyword }) => keyword)).size;
  assert.deepEqual(rows, [{ project: kept, canonical: kept }], 'each kept keyword is known once');
}
