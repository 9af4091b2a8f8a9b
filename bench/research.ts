import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBenchApp, type BenchApp } from './support/app.ts';
import { replayHarvest, type HarvestCall } from './support/bare-harvest.ts';
import type { Bench } from './support/bench.ts';
import { median, timeMs } from './support/measure.ts';
import { startSandboxProcess } from './support/sandbox.ts';

/** `BENCH_KEYWORDS` and `BENCH_RUNS` for a short look. */
const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 2_000);
const ROUNDS = 3;
const RATIO_MIN = 0.6;
const CALLS_MAX = 1.05;
/** Runs of a few keywords, after which nothing may have stayed in memory. */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 50);
const RUNS_WARM = 15;
const KEYWORDS_OF_SMALL = 100;
const GROWTH_MAX = 1.1;
const WAIT_MS = 300_000;
/** What one call of each kind takes at most. */
const PER_CALL = { rows: 1_000, figures: 700, intents: 1_000 } as const;

/** Harvests against the provider's answers and the database alone. */
export const research: Bench = {
  name: 'research',
  summary: `a research run of ${KEYWORDS} keywords from its confirmation on, against the bare sequence of the same calls and inserts`,
  run: async () => {
    const sandbox = await startSandboxProcess();
    // The same world, and as new to the questions.
    const bareSandbox = await startSandboxProcess();
    const bench = await startBenchApp({ sandboxUrl: sandbox.url });
    try {
      const sites = await listSites(sandbox.url);
      const rounds = [];
      // The first one warms up.
      for (const site of sites.slice(0, ROUNDS + 1))
        rounds.push(await measure(bench, { sandboxUrl: sandbox.url, bareUrl: bareSandbox.url, site }));
      const measured = rounds.slice(1);
      const growth = await measureGrowth(bench, sites);
      return {
        rows: [
          {
            figure: 'speed of the bare sequence',
            value: median(measured.map(({ oursMs, bareMs }) => bareMs / oursMs)),
            unit: 'of it',
            bound: { atLeast: RATIO_MIN },
          },
          { figure: 'a run', value: median(measured.map(({ oursMs }) => oursMs)), unit: 'ms' },
          { figure: 'bare sequence', value: median(measured.map(({ bareMs }) => bareMs)), unit: 'ms' },
          { figure: 'keywords of a run', value: median(measured.map(({ keywords }) => keywords)), unit: '' },
          {
            figure: 'calls of the provider, of the fewest that its batches allow',
            value: Math.max(...measured.map(({ calls }) => calls.length / countFewest(calls))),
            unit: 'x',
            bound: { atMost: CALLS_MAX },
          },
          { figure: `heap after ${RUNS} runs, times that after ${RUNS_WARM}`, value: growth, unit: 'x', bound: { atMost: GROWTH_MAX } },
        ],
        notes: [
          'Each round has another site. Ours also judges, scores and groups the keywords and chooses their pages. Each has a sandbox of its own, in another process of the same machine.',
        ],
      };
    } finally {
      await bench.stop();
      await sandbox.stop();
      await bareSandbox.stop();
    }
  },
};

interface Measured {
  readonly oursMs: number;
  readonly bareMs: number;
  readonly keywords: number;
  readonly calls: readonly HarvestCall[];
}

interface Begun {
  readonly run_id: string;
  readonly enrichment: { readonly high_level_categories: readonly { readonly id: number }[] };
}

interface Round {
  readonly sandboxUrl: string;
  readonly bareUrl: string;
  readonly site: string;
}

async function measure(bench: BenchApp, { sandboxUrl, bareUrl, site }: Round): Promise<Measured> {
  // Other sites ask the same of their categories; here every question is new.
  await bench.app.context.postgres.query('truncate keyword_answers, keyword_answer_readers, keyword_source_figures');
  const begun = await begin(bench, site, KEYWORDS);
  const before = (await listCalls(sandboxUrl)).length;
  const oursMs = await timeMs(() => harvest(bench, begun));
  const calls = (await listCalls(sandboxUrl)).slice(before);
  const { harvest: ended } = await bench.call<{ harvest: { total_keywords: number } }>('GET', `/run/${begun.run_id}/status`);
  const bareMs = await timeMs(() => replayHarvest(bench.app.context.postgres, { sandboxUrl: bareUrl, calls, name: begun.run_id }));
  return { oursMs, bareMs, keywords: ended.total_keywords, calls: calls.filter(({ path }) => path.startsWith('/v3/')) };
}

async function begin(bench: BenchApp, site: string, keywords: number): Promise<Begun> {
  const { project_id } = await bench.call<{ project_id: string }>('POST', '/api/projects', { name: site, organization_id: 'org_bench' });
  return await bench.call('POST', '/run', { url: site, project_id, limits: { keywords_max: keywords } });
}

async function harvest({ call, app }: BenchApp, { run_id: runId, enrichment }: Begun): Promise<void> {
  const categories = enrichment.high_level_categories.slice(0, 3).map(({ id }) => ({ id }));
  const body = { categories, locations: ['United States'], language_code: 'en' };
  const { workflow_id: id } = await call<{ workflow_id: string }>('POST', `/run/${runId}/confirm-categories`, body);
  if ((await app.context.workflows.waitFor(id, WAIT_MS)) === undefined) throw new Error(`The run ${runId} has not ended`);
}

/** The heap that is left after many runs, beside that after the first of them. */
async function measureGrowth(bench: BenchApp, sites: readonly string[]): Promise<number> {
  let warmBytes = 0;
  for (let run = 1; run <= RUNS; run += 1) {
    await harvest(bench, await begin(bench, sites[run % sites.length] ?? '', KEYWORDS_OF_SMALL));
    if (run === RUNS_WARM) warmBytes = readHeapBytes();
  }
  return readHeapBytes() / warmBytes;
}

function readHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Questions of one kind, put into as few calls as they fit. */
function countFewest(calls: readonly HarvestCall[]): number {
  const wanted = new Map<string, { items: number; perCall: number }>();
  for (const { path, body } of calls) {
    const [task = {}] = JSON.parse(body) as { keywords?: string[]; limit?: number }[];
    const perCall = path.includes('/search_intent/')
      ? PER_CALL.intents
      : path.includes('/keyword_overview/')
        ? PER_CALL.figures
        : PER_CALL.rows;
    const items = (wanted.get(path)?.items ?? 0) + (task.limit ?? task.keywords?.length ?? 1);
    wanted.set(path, { items, perCall });
  }
  return [...wanted.values()].reduce((sum, { items, perCall }) => sum + Math.ceil(items / perCall), 0);
}

async function listCalls(sandboxUrl: string): Promise<HarvestCall[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/calls`);
  const { entries } = (await answer.json()) as { entries: (HarvestCall & { cost_usd: number })[] };
  return entries.filter(({ path, cost_usd: cost }) => cost > 0 || path === '/v1/chat/completions');
}

/** Sites in English of which a run can go on without a person. */
async function listSites(sandboxUrl: string): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/world`);
  const { sites } = (await answer.json()) as { sites: { domain: string; business_type: string }[] };
  return sites.filter(({ business_type: type }) => type === 'saas' || type === 'ecommerce').map(({ domain }) => domain);
}
