import { planDispatch } from '#areas/rankings/dispatch/dispatch-checks.ts';
import type { RequestContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { ADMIN } from '../test/support/area-context.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { loadBulkCosts, loadBulkHistory, loadBulkProject, toBulkKeywordId, type BulkProject } from './support/bulk-project.ts';
import { readCpu } from './support/cpu.ts';
import { spellFields } from './support/load.ts';
import { median, timeMs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';

const HISTORY_DAYS = 28;
const YEAR_DAYS = 365;
const DUE = 1_000;
const ADDED = 1_000;
const GROWTH_MAX = 1.5;
const BATCHES = 5;

interface World {
  readonly name: string;
  readonly projects: readonly BulkProject[];
}

const WORLDS: readonly World[] = [
  { name: '1,000', projects: makeProjects(1, 1_000) },
  { name: '10,000', projects: makeProjects(1, 10_000) },
  { name: '100,000', projects: makeProjects(1, 100_000) },
  { name: '10 x 10,000', projects: makeProjects(10, 10_000) },
];

/** What is asked of a service that holds more and more. */
interface Task {
  readonly name: string;
  /** In a batch: enough for a fifth of a second, since the system counts processor time in hundredths. */
  readonly times: number;
  /** Why it may grow; left out: it answers a page, or does work of one size, and must not. */
  readonly grows?: string;
  /** @param at another one each time: what was asked a moment ago is answered from memory, and what that costs does not grow */
  readonly run: (world: Loaded, at: number) => Promise<unknown>;
}

interface Loaded {
  readonly bench: BenchApp;
  readonly ctx: RequestContext;
  readonly projectId: string;
  readonly keywords: number;
  readonly today: string;
}

const TASKS: readonly Task[] = [
  {
    name: 'a page of rankings',
    times: 60,
    run: ({ bench, projectId }, at) =>
      bench.call('GET', `/api/rankings?project_id=${projectId}&limit=50&fields=${spellFields('rankings', at)}`),
  },
  {
    name: 'a page of one site',
    times: 60,
    run: ({ bench, projectId }, at) =>
      bench.call(
        'GET',
        `/api/rankings?project_id=${projectId}&limit=50&domain=rival.com&status=ranked&fields=${spellFields('rankings', at)}`,
      ),
  },
  {
    name: 'a page in the middle',
    times: 30,
    grows: 'passes over the keys of the pages before it',
    run: ({ bench, projectId, keywords }, at) =>
      bench.call(
        'GET',
        `/api/rankings?project_id=${projectId}&limit=50&offset=${Math.round(keywords * 1.5)}&fields=${spellFields('rankings', at)}`,
      ),
  },
  {
    name: `the summary of ${HISTORY_DAYS} days`,
    times: 20,
    run: readSummary,
  },
  {
    name: "one keyword's year",
    times: 20,
    run: ({ bench, projectId, today }, at) =>
      bench.call(
        'GET',
        `/api/rankings?project_id=${projectId}&keyword_id=${toBulkKeywordId(projectId, 1)}&domain=ours.com&limit=200&start_date=${addDays(today, -YEAR_DAYS)}&fields=${spellFields('rankings', at)}`,
      ),
  },
  { name: `planning a dispatch of ${DUE} checks`, times: 3, run: planOnce },
  { name: 'the cost summary', times: 20, run: ({ bench }) => bench.call('GET', '/api/admin/costs/summary') },
  {
    name: 'the daily ledger',
    times: 120,
    run: ({ bench, projectId }) => bench.call('GET', `/api/projects/${projectId}/costs/daily?days=28`),
  },
  { name: `tracking ${ADDED} more`, times: 2, run: trackMore },
];

/** What grows with the keywords that a project tracks, and what does not. */
export const growth: Bench = {
  name: 'growth',
  summary: `${TASKS.length} questions of a service with ${WORLDS.map(({ name }) => name).join(', ')} tracked keywords`,
  run: async () => {
    const figures: Figures[] = [];
    // Once for nothing: code that is not compiled yet would make the smallest world look slow.
    await measureWorld({ name: 'to warm up', projects: makeProjects(1, 1_000) });
    for (const world of WORLDS) figures.push(await measureWorld(world));
    return { rows: TASKS.flatMap((task) => toRows(task, figures)), notes: toTable(figures) };
  },
};

interface Times {
  readonly wallMs: number;
  /** Of the service, its stores and the caller. */
  readonly cpuMs: number;
}

type Figures = ReadonlyMap<string, Times>;

function makeProjects(count: number, keywords: number): BulkProject[] {
  return Array.from({ length: count }, (_, at) => ({ projectId: `proj_${at}`, keywords }));
}

async function measureWorld({ name, projects }: World): Promise<Figures> {
  // Nothing else is to happen meanwhile.
  const bench = await startBenchApp({ environment: { KEYWORD_ENRICHMENT: 'off' } });
  try {
    const began = performance.now();
    const { context } = bench.app;
    const ctx = { ...context, caller: ADMIN } as unknown as RequestContext;
    const today = context.clock.now().toISOString().slice(0, 10);
    for (const project of projects) {
      await loadBulkProject(context.postgres, project);
      await loadBulkHistory(context.clickhouse, project, { lastDay: addDays(today, -1), days: HISTORY_DAYS, yearDays: YEAR_DAYS });
      await loadBulkCosts(context.postgres, project, { now: context.clock.now(), days: HISTORY_DAYS });
    }
    await context.postgres.query('vacuum analyze');
    await awaitMerges(context.clickhouse);
    const [first] = projects;
    if (first === undefined) throw new Error('A world has a project');
    process.stdout.write(`  ${name}: loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
    const figures = new Map<string, Times>();
    for (const task of TASKS) figures.set(task.name, await measureTask(task, { bench, ctx, today, ...first }));
    return figures;
  } finally {
    await bench.stop();
  }
}

/** In batches, of which the median counts: stores also work on their own account. */
async function measureTask({ times, run }: Task, world: Loaded): Promise<Times> {
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    const first = await readCpu(process.pid);
    const before = await readCpu(process.pid);
    for (let at = 0; at < times; at += 1) wallMs.push(await timeMs(() => run(world, batch * times + at)));
    const after = await readCpu(process.pid);
    // Reading the time takes some itself. The first batch warms up.
    if (batch > 0) cpuMs.push((after.allMs - before.allMs - (before.allMs - first.allMs)) / times);
  }
  return { wallMs: median(wallMs.slice(times)), cpuMs: median(cpuMs) };
}

async function readSummary({ bench, projectId, today }: Loaded, at: number): Promise<void> {
  const range = `start_date=${addDays(today, -HISTORY_DAYS)}&end_date=${addDays(today, -1)}`;
  const { days } = await bench.call<{ days: { keywords: number }[] }>(
    'GET',
    `/api/rankings/summary?project_id=${projectId}&channel=seo&${range}&fields=${spellFields('days', at)}`,
  );
  if (days.filter(({ keywords }) => keywords > 0).length !== HISTORY_DAYS) throw new Error('Days are missing');
}

/** Plans checks of keywords that fall due, and forgets the plan. */
async function planOnce({ ctx, projectId }: Loaded, at: number): Promise<void> {
  await ctx.postgres.query(
    `update tracked_keywords set next_check = now() - interval '1 hour'
     where project_id = $1 and keyword_id in (select keyword_id from tracked_keywords where project_id = $1 order by keyword_id limit $2)`,
    [projectId, DUE],
  );
  const batches = await planDispatch(ctx, { projectId, limit: DUE, dispatchId: `wf_growth_${at}` });
  const planned = batches.reduce((sum, { size }) => sum + size, 0);
  if (planned !== DUE) throw new Error(`${planned} checks were planned`);
  await ctx.postgres.query('delete from queued_checks');
}

async function trackMore({ bench, projectId }: Loaded, at: number): Promise<void> {
  const keywords = Array.from({ length: ADDED }, (_, number) => ({
    project_id: projectId,
    keyword_text: `one more ${at} ${number}`,
    check_interval: 'manual',
  }));
  await bench.call('POST', '/api/keywords/track', { keywords });
}

function toRows({ name, grows }: Task, figures: readonly Figures[]): BenchRow[] {
  const cpuMs = figures.map((one) => one.get(name)?.cpuMs ?? Number.NaN);
  const [small = Number.NaN] = cpuMs;
  const toRow = (at: number): BenchRow => ({
    figure: `${name}: processor time at ${WORLDS[at]?.name}, times that at ${WORLDS[0]?.name}${grows === undefined ? '' : ` (${grows})`}`,
    value: (cpuMs[at] ?? Number.NaN) / small,
    unit: 'times',
    ...(grows === undefined ? { bound: { atMost: GROWTH_MAX } } : {}),
  });
  return [toRow(2), toRow(3)];
}

/** As docs/deploy.md has it: milliseconds of wall time / processor time. */
function toTable(figures: readonly Figures[]): string[] {
  const toCell = (times: Times | undefined): string => `${times?.wallMs.toFixed(1)} / ${times?.cpuMs.toFixed(1)}`;
  return [
    `| ms, wall time / processor time | ${WORLDS.map(({ name }) => name).join(' | ')} |`,
    `|---|${WORLDS.map(() => '---|').join('')}`,
    ...TASKS.map(({ name }) => `| ${name} | ${figures.map((one) => toCell(one.get(name))).join(' | ')} |`),
  ];
}
