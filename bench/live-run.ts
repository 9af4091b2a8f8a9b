import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './support/bench.ts';
import { readCpu } from './support/cpu.ts';
import { startProgram, startService, type RunningService } from './support/process.ts';
import { makeAsk, startBenchSandbox } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 1_000);
const KEYWORDS_PER_CALL = 100;
const SITES = ['ledgerwise.app', 'invoiceindex.org'];
/** As fast as the account of the provider allows at most. */
const BARE_PER_SECOND = 30;
const FAULTY_SHARE = 0.3;
const POLL_MS = 200;

/** Thousands of pages on demand, against the least that reading them takes. */
export const liveRun: Bench = {
  name: 'live-run',
  summary: `${KEYWORDS} keywords by POST /api/rankings/track, ${KEYWORDS_PER_CALL} a call; against a bare loop of the same calls, JSON.parse and two inserts`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startBenchSandbox();
    try {
      const bare = await startProgram('bench/support/bare-live.ts', { SANDBOX: sandbox.url });
      const bareMs = await measure(bare, () => runBare(bare, KEYWORDS)).finally(() => bare.stop());
      const service = await startService(dataDir, { SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' });
      try {
        const projectId = await makeProject(service);
        await runService(service, projectId, { name: 'warm', keywords: KEYWORDS_PER_CALL });
        const calm = await measure(service, () => runService(service, projectId, { name: 'calm', keywords: KEYWORDS }));
        await setFaults(sandbox.url, { match: '/live/', kind: 'http_500', rate: FAULTY_SHARE });
        const faulty = await measure(service, () => runService(service, projectId, { name: 'faulty', keywords: KEYWORDS }));
        await setFaults(sandbox.url, {});
        const missing = await countMissing(service, projectId);
        return {
          rows: [
            {
              figure: 'processor time of the bare loop, as a share of ours',
              value: bareMs.cpuMs / calm.cpuMs,
              unit: 'of it',
              bound: { atLeast: 0.5 },
            },
            { figure: 'processor time a keyword, stores included', value: calm.cpuMs, unit: 'ms', bound: { atMost: 10 } },
            { figure: 'the bare loop, a keyword', value: bareMs.cpuMs, unit: 'ms' },
            { figure: 'keywords a second', value: calm.perSecond, unit: '/s' },
            {
              figure: 'with 30 % of the calls failing, keywords a second',
              value: faulty.perSecond,
              unit: '/s',
              bound: { atLeast: calm.perSecond / 2 },
            },
            { figure: 'and processor time a keyword', value: faulty.cpuMs, unit: 'ms' },
            { figure: 'and keywords without a page in the end', value: missing, unit: '' },
          ],
        };
      } finally {
        await service.stop();
      }
    } finally {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

interface Measured {
  readonly perSecond: number;
  /** A keyword, of the process and all that it has started. */
  readonly cpuMs: number;
}

async function measure({ pid }: RunningService, run: () => Promise<void>): Promise<Measured> {
  const [before, begin] = [await readCpu(pid), performance.now()];
  await run();
  const [after, end] = [await readCpu(pid), performance.now()];
  return { perSecond: (1_000 * KEYWORDS) / (end - begin), cpuMs: (after.allMs - before.allMs) / KEYWORDS };
}

async function runBare({ url }: RunningService, keywords: number): Promise<void> {
  await fetch(`${url}/?keywords=${keywords}&first=0&per_second=${BARE_PER_SECOND}`, { method: 'POST' });
}

async function makeProject({ url }: RunningService): Promise<string> {
  const ask = makeAsk(url);
  await ask('PUT', '/api/admin/config', { budgets: { daily_usd: null } });
  const project = (await ask('POST', '/api/projects', { name: 'Live', organization_id: 'org_live' })).project_id as string;
  for (const value of SITES)
    await ask('POST', '/api/assets', { project_id: project, type: 'website', value, name: value, skip_onboarding: true });
  return project;
}

const toText = (name: string, at: number): string => `live ${name} keyword ${at}`;

/** Asks for the keywords, and waits for what is tried again later. */
async function runService(
  { url }: RunningService,
  project: string,
  run: { readonly name: string; readonly keywords: number },
): Promise<void> {
  const ask = makeAsk(url);
  const open = new Set<string>();
  for (let first = 0; first < run.keywords; first += KEYWORDS_PER_CALL) {
    const keywords = Array.from({ length: KEYWORDS_PER_CALL }, (_, at) => ({ keyword_text: toText(run.name, first + at) }));
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

/** Keywords of the faulty run whose page is not in the cache of the hour. */
async function countMissing({ url }: RunningService, project: string): Promise<number> {
  const ask = makeAsk(url);
  let missing = 0;
  for (let first = 0; first < KEYWORDS; first += KEYWORDS_PER_CALL) {
    const keywords = Array.from({ length: KEYWORDS_PER_CALL }, (_, at) => ({ keyword_text: toText('faulty', first + at) }));
    missing += (await ask('POST', '/api/rankings/track', { project_id: project, keywords, dry_run: true })).estimate.calls as number;
  }
  return missing;
}

async function setFaults(sandboxUrl: string, fault: object): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
}
