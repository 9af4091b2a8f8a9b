import { setTimeout as sleep } from 'node:timers/promises';
import { readCpu } from './cpu.ts';
import type { RunningService } from './process.ts';
import { makeAsk, type TrackedOutcome } from './tracking.ts';

/** The parts of a run of checks on demand: a project, requests for its keywords, what became of them. */
const KEYWORDS_PER_CALL = 100;
const SITES = ['ledgerwise.app', 'invoiceindex.org'];
const POLL_MS = 200;

export interface Measured {
  readonly perSecond: number;
  /** A keyword, of the process and all that it has started. */
  readonly cpuMs: number;
}

/** What a run of so many keywords takes. */
export async function measureRun({ pid }: RunningService, keywords: number, run: () => Promise<unknown>): Promise<Measured> {
  const [before, begin] = [await readCpu(pid), performance.now()];
  await run();
  const [after, end] = [await readCpu(pid), performance.now()];
  return { perSecond: (1_000 * keywords) / (end - begin), cpuMs: (after.allMs - before.allMs) / keywords };
}

/** A project whose keywords are asked for; returns its id. */
export async function makeLiveProject({ url }: RunningService): Promise<string> {
  const ask = makeAsk(url);
  await ask('PUT', '/api/admin/config', { budgets: { daily_usd: null } });
  const project = (await ask('POST', '/api/projects', { name: 'Live', organization_id: 'org_live' })).project_id as string;
  for (const value of SITES)
    await ask('POST', '/api/assets', { project_id: project, type: 'website', value, name: value, skip_onboarding: true });
  return project;
}

export interface LiveRun {
  readonly project: string;
  readonly texts: readonly string[];
}

/** Texts of keywords that no other run of this name uses. */
export function toTexts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `live ${name} keyword ${at}`);
}

/** Asks for the keywords, and waits for what is tried again later. */
export async function askLive({ url }: RunningService, { project, texts }: LiveRun): Promise<void> {
  const ask = makeAsk(url);
  const open = new Set<string>();
  for (const keywords of toCalls(texts)) {
    const { results } = await ask('POST', '/api/rankings/track', { project_id: project, keywords });
    for (const { status, status_url: statusUrl } of results) if (status === 'pending') open.add(statusUrl);
  }
  for (const statusUrl of open) {
    let ended = await ask('GET', statusUrl);
    while (ended.status !== 'completed') {
      await sleep(POLL_MS);
      ended = await ask('GET', statusUrl);
    }
    // What failed once more goes on in another workflow.
    for (const { workflow_id: id } of ended.output.pages) if (id !== null) open.add(`/api/admin/workflow/serp-pages/${id}`);
  }
}

/** What is known of the keywords now, without asking the provider: pages that were not read are not read for it. */
export async function listOutcomes({ url }: RunningService, { project, texts }: LiveRun): Promise<TrackedOutcome[]> {
  const ask = makeAsk(url);
  const outcomes: TrackedOutcome[] = [];
  for (const keywords of toCalls(texts)) {
    for (const one of keywords) {
      const asked = { project_id: project, keywords: [one] };
      const isRead = (await ask('POST', '/api/rankings/track', { ...asked, dry_run: true })).estimate.calls === 0;
      const position = isRead ? (await ask('POST', '/api/rankings/track', asked)).results[0].position : null;
      outcomes.push({ keyword: one.keyword_text, isRead, position });
    }
  }
  return outcomes;
}

export async function setFaults(sandboxUrl: string, fault: object): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
}

function toCalls(texts: readonly string[]): { keyword_text: string }[][] {
  const calls: { keyword_text: string }[][] = [];
  for (let first = 0; first < texts.length; first += KEYWORDS_PER_CALL) {
    calls.push(texts.slice(first, first + KEYWORDS_PER_CALL).map((text) => ({ keyword_text: text })));
  }
  return calls;
}
