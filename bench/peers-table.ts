import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { askLive, listOutcomes, makeLiveProject, measureRun, setFaults, toTexts, type Measured } from './support/live.ts';
import { startService, type RunningService } from './support/process.ts';
import { dispatchDue, listTrackedOutcomes, makeKeywordsDue, startBenchSandbox, type TrackedOutcome } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 1_000);
const SLOW_KEYWORDS = 200;
const SLOW_MS = 2_000;
const FAULTY_SHARE = 0.3;
const SITE = 'ledgerwise.app';

/**
 * What was measured of others on 2 cores with this sandbox on 2026-11-22, by their own code with the provider's
 * address changed; their storage is theirs. OpenSEO keeps no limit to the provider's rate.
 */
const PEERS = [
  '| | keywords/s | CPU ms a keyword | 30 % of the calls fail | provider takes 2 s | keeps |',
  '|---|---|---|---|---|---|',
  '| OpenSEO 0.0.20, live | 200 | 4.3 | 17/s, 20 without a value, 10 shown as not ranking | 4.8/s | position and features |',
  '| SerpBear 3.1.0, live | 82 | 11.5 | 92/s, 313 without a value, 177 shown as not ranking | | newest 100 |',
];

/** Our side of the comparison, each part on a service of its own that has just started. */
export const peersTable: Bench = {
  name: 'peers-table',
  summary: `${KEYWORDS} keywords on demand and through the queue, beside what others do with the same sandbox`,
  run: async () => {
    const live = await runLive(KEYWORDS);
    const faulty = await runLive(KEYWORDS, { match: '/live/', kind: 'http_500', rate: FAULTY_SHARE });
    const slow = await runLive(SLOW_KEYWORDS, { match: '/live/', kind: 'slow', rate: 1, delay_ms: SLOW_MS });
    const queue = await runQueue();
    const faultyQueue = await runQueue({ match: '/task', kind: 'http_500', rate: FAULTY_SHARE });
    return {
      rows: [
        { figure: 'live, keywords a second', value: live.perSecond, unit: '/s' },
        { figure: 'live, processor time a keyword', value: live.cpuMs, unit: 'ms', bound: { atMost: 10 } },
        { figure: 'live, 30 % of the calls fail, keywords a second', value: faulty.perSecond, unit: '/s' },
        { figure: 'live, 30 %, keywords without a value', value: faulty.missing, unit: '' },
        { figure: 'live, 30 %, shown as not ranking although they rank', value: faulty.wrong, unit: '', bound: { atMost: 0 } },
        { figure: 'live, provider takes 2 s, keywords a second', value: slow.perSecond, unit: '/s' },
        { figure: 'queue, keywords a second', value: queue.perSecond, unit: '/s', bound: { atLeast: 200 } },
        { figure: 'queue, processor time a keyword', value: queue.cpuMs, unit: 'ms', bound: { atMost: 6 } },
        { figure: 'queue, 30 % of the calls fail, keywords a second', value: faultyQueue.perSecond, unit: '/s' },
        { figure: 'queue, 30 %, keywords without a value', value: faultyQueue.missing, unit: '', bound: { atMost: 0 } },
        { figure: 'queue, 30 %, shown as not ranking although they rank', value: faultyQueue.wrong, unit: '', bound: { atMost: 0 } },
      ],
      notes: [
        '',
        ...PEERS,
        toRow('Sightline, queue', queue, faultyQueue, ''),
        toRow('Sightline, on demand, within the rates of the provider', live, faulty, `${slow.perSecond.toFixed(1)}/s`),
      ],
    };
  },
};

interface Run extends Measured {
  readonly missing: number;
  readonly wrong: number;
}

function toRow(name: string, calm: Measured, faulty: Run, slow: string): string {
  const faults = `${faulty.perSecond.toFixed(0)}/s, ${faulty.missing} without a value, ${faulty.wrong} shown as not ranking`;
  return `| ${name} | ${calm.perSecond.toFixed(0)} | ${calm.cpuMs.toFixed(1)} | ${faults} | ${slow} | every result, answers, history, ledger |`;
}

async function runLive(keywords: number, fault: object = {}): Promise<Run> {
  return await withService(async (service, sandboxUrl) => {
    const run = { project: await makeLiveProject(service), texts: toTexts('peer', keywords) };
    await setFaults(sandboxUrl, fault);
    const measured = await measureRun(service, keywords, () => askLive(service, run));
    await setFaults(sandboxUrl, {});
    return { ...measured, ...(await compare(sandboxUrl, await listOutcomes(service, run))) };
  });
}

async function runQueue(fault: object = {}): Promise<Run> {
  return await withService(async (service, sandboxUrl) => {
    await makeKeywordsDue(service.url, KEYWORDS);
    await setFaults(sandboxUrl, fault);
    const measured = await measureRun(service, KEYWORDS, () => dispatchDue(service.url, KEYWORDS));
    await setFaults(sandboxUrl, {});
    return { ...measured, ...(await compare(sandboxUrl, await listTrackedOutcomes(service.url, SITE))) };
  });
}

async function withService(run: (service: RunningService, sandboxUrl: string) => Promise<Run>): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const sandbox = await startBenchSandbox();
  try {
    const service = await startService(dataDir, { SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' });
    return await run(service, sandbox.url).finally(() => service.stop());
  } finally {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Keywords without a value, and those that are said not to rank although the world says that they do. */
async function compare(sandboxUrl: string, outcomes: readonly TrackedOutcome[]): Promise<{ missing: number; wrong: number }> {
  let wrong = 0;
  for (const { keyword, isRead, position } of outcomes) {
    if (isRead && position === null && (await isRanking(sandboxUrl, keyword))) wrong += 1;
  }
  return { missing: outcomes.filter(({ isRead }) => !isRead).length, wrong };
}

async function isRanking(sandboxUrl: string, keyword: string): Promise<boolean> {
  const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device: 'desktop' });
  const { items } = (await (await fetch(`${sandboxUrl}/_sandbox/truth/serp?${query.toString()}`)).json()) as {
    items: { type: string; domain: string | null }[];
  };
  return items.some(({ type, domain }) => type === 'organic' && (domain === SITE || domain?.endsWith(`.${SITE}`) === true));
}
