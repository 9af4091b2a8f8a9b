import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallReport } from '../../sandbox/control/call-log.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { BENCH_KEY, spawnNode, stopChild } from './process.ts';

/** The parts of a tracking run: a sandbox, keywords that are due, a dispatch of them. */
const KEYWORDS_PER_CALL = 1_000;
const POLL_MS = 100;
const SITES = ['ledgerwise.app', 'invoiceindex.org'];

export const toKeyword = (at: number): string => `keyword number ${at} of the run`;

export interface BenchSandbox {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A sandbox in a process of its own. */
export async function startBenchSandbox(): Promise<BenchSandbox> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const child = spawnNode(['sandbox/main.ts'], { SANDBOX_PORT: new URL(url).port });
  await waitFor(`${url}/_sandbox/queue`);
  return { url, process: child, stop: () => stopChild(child) };
}

/**
 * What the sandbox counted of the calls.
 * @param sinceMs instant from which on they count, epoch milliseconds; its last reset when left out
 */
export async function readCalls(sandboxUrl: string, sinceMs = 0): Promise<CallReport> {
  return (await (await fetch(`${sandboxUrl}/_sandbox/calls?limit=0&since=${sinceMs}`)).json()) as CallReport;
}

/** Tracks keywords in a project of their own, and makes them due. */
export async function makeKeywordsDue(serviceUrl: string, keywords: number): Promise<void> {
  const ask = makeAsk(serviceUrl);
  await ask('PUT', '/api/admin/config', { budgets: { daily_usd: null } });
  const project = (await ask('POST', '/api/projects', { name: 'Run', organization_id: 'org_run' })).project_id as string;
  for (const value of SITES)
    await ask('POST', '/api/assets', { project_id: project, type: 'website', value, name: value, skip_onboarding: true });
  await ask('PUT', `/api/projects/${project}`, { status: 'paused' });
  for (let first = 0; first < keywords; first += KEYWORDS_PER_CALL) {
    const part = Array.from({ length: Math.min(KEYWORDS_PER_CALL, keywords - first) }, (_, at) => ({
      project_id: project,
      keyword_text: toKeyword(first + at),
    }));
    await ask('POST', '/api/keywords/track', { keywords: part });
  }
  await makeProjectDue(serviceUrl, project, keywords);
}

/** Moves the world by a day while the project rests: its schedules would check the keywords before the bench does. */
export async function makeProjectDue(serviceUrl: string, project: string, keywords: number): Promise<void> {
  const ask = makeAsk(serviceUrl);
  await ask('PUT', `/api/projects/${project}`, { status: 'paused' });
  await disableJobs(ask);
  const passing = await ask('POST', '/api/admin/sandbox/clock', { advance_days: 1 });
  await waitForWorkflow(serviceUrl, passing.status_url);
  // What a first day begins in the background, the names of all locations, is no part of a run.
  while (await isBusy(ask)) await sleep(POLL_MS);
  await ask('PUT', `/api/projects/${project}`, { status: 'active' });
  const { estimate } = await ask('POST', '/api/admin/workflow/subscription-dispatch', { dry_run: true });
  if (estimate?.calls !== keywords) throw new Error(`${estimate?.calls} keywords are due, and not ${keywords}`);
}

/**
 * Dispatches what is due and waits for its end.
 * @param look is called ten times a second meanwhile
 * @returns keywords a second
 */
export async function dispatchDue(serviceUrl: string, keywords: number, look?: () => Promise<void>): Promise<number> {
  const ask = makeAsk(serviceUrl);
  const begin = performance.now();
  const started = await ask('POST', '/api/admin/workflow/subscription-dispatch', {});
  const output = await waitForWorkflow(serviceUrl, started.status_url, look);
  if (output.checked !== keywords) throw new Error(`The run ended with ${JSON.stringify(output)}`);
  return (1_000 * keywords) / (performance.now() - begin);
}

/** Jobs crawl stores and read backlinks once a week: with them a run would measure something else on a Sunday. */
async function disableJobs(ask: ReturnType<typeof makeAsk>): Promise<void> {
  const { jobs } = await ask('GET', '/api/jobs?limit=200');
  for (const { job_id: id } of jobs) await ask('PUT', `/api/jobs/${id}`, { is_enabled: false });
}

/** A round of alerts waits for checks that come late, for as long as they may take. */
async function isBusy(ask: ReturnType<typeof makeAsk>): Promise<boolean> {
  const { workflows } = await ask('GET', '/api/admin/workflows/running');
  return workflows.some(({ type, status }: { type: string; status: string }) => type !== 'alert-round' || status === 'running');
}

/** @returns the output @throws Error when the workflow fails */
async function waitForWorkflow(serviceUrl: string, statusUrl: string, look?: () => Promise<void>): Promise<any> {
  const ask = makeAsk(serviceUrl);
  for (;;) {
    await look?.();
    const { status, output, error } = await ask('GET', statusUrl);
    if (status === 'completed') return output;
    if (status === 'failed' || status === 'cancelled') throw new Error(`${statusUrl} ended: ${JSON.stringify(error)}`);
    await sleep(POLL_MS);
  }
}

export interface TrackedOutcome {
  readonly keyword: string;
  /** Whether there is a position, or the word that there is none. */
  readonly isRead: boolean;
  readonly position: number | null;
}

const LIST_SIZE = 200;

/** The newest outcome of every tracked keyword for a site. */
export async function listTrackedOutcomes(serviceUrl: string, site: string): Promise<TrackedOutcome[]> {
  const ask = makeAsk(serviceUrl);
  const [project] = (await ask('GET', '/api/projects?organization_id=org_run')).projects;
  const outcomes: TrackedOutcome[] = [];
  for (let offset = 0; ; offset += LIST_SIZE) {
    const { rankings } = await ask(
      'GET',
      `/api/rankings?project_id=${project.project_id}&domain=${site}&limit=${LIST_SIZE}&offset=${offset}`,
    );
    for (const { keyword_text: keyword, status, position } of rankings) {
      outcomes.push({ keyword, isRead: status === 'ranked' || status === 'not_found', position });
    }
    if (rankings.length < LIST_SIZE) return outcomes;
  }
}

export function makeAsk(url: string) {
  return async function ask(method: string, path: string, body?: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${BENCH_KEY}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
    return answer;
  };
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(POLL_MS);
  }
  throw new Error(`${url} did not answer`);
}
