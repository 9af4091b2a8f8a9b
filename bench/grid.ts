import { gzipSync } from 'node:zlib';
import { addDays } from '#kernel/days.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { loadBulkHistory, loadBulkProject, toBulkKeywordId, type BulkProject } from './support/bulk-project.ts';
import { median, timeMs, timePairs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';
import { BENCH_KEY } from './support/process.ts';

const SMALL = { projectId: 'proj_small', keywords: 1_000 };
const LARGE = { projectId: 'proj_large', keywords: 10_000 };
const HISTORY_DAYS = 60;
const YEAR_DAYS = 365;
const ROUNDS = 15;
const UNCHANGED_ROUNDS = 200;
const GRID_MS_MAX = 250;
const UNCHANGED_MS_MAX = 10;
const KIB = 1024;

/** The bound is the least that a table needs: one statement for its rows, and JSON of them. */
export const grid: Bench = {
  name: 'grid',
  summary: `GET /api/rankings/grid of ${LARGE.keywords} keywords on three sites with ${HISTORY_DAYS} days of history, against one statement and JSON.stringify of its rows; and of ${SMALL.keywords}`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { postgres, clickhouse, clock } = bench.app.context;
      const lastDay = addDays(clock.now().toISOString().slice(0, 10), -1);
      for (const project of [SMALL, LARGE]) {
        await loadBulkProject(postgres, project);
        await loadBulkHistory(clickhouse, project, { lastDay, days: HISTORY_DAYS, yearDays: YEAR_DAYS });
      }
      await postgres.query('vacuum analyze');
      await awaitMerges(clickhouse);
      const small = await compare(bench, SMALL);
      const large = await compare(bench, LARGE);
      return {
        rows: [
          { figure: 'the grid', value: large.oursMs, unit: 'ms', bound: { atMost: GRID_MS_MAX } },
          { figure: 'the statement and JSON of its rows', value: large.boundMs, unit: 'ms' },
          { figure: 'share of the bound', value: large.speedRatio, unit: 'of it' },
          {
            figure: `times that of ${SMALL.keywords} keywords`,
            value: large.oursMs / small.oursMs,
            unit: 'times',
            bound: { atMost: LARGE.keywords / SMALL.keywords },
          },
          ...(await measureSize(bench)),
          await measureUnchanged(bench),
          await measureSeries(bench),
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

async function compare(bench: BenchApp, project: BulkProject) {
  const { postgres } = bench.app.context;
  return await timePairs(
    ROUNDS,
    async () => {
      const { n } = JSON.parse(await readText(bench, toPath(project))) as { n: number };
      if (n !== project.keywords) throw new Error(`${n} rows were answered, and there are ${project.keywords}`);
    },
    async () => void JSON.stringify(await listBare(postgres, project.projectId)),
  );
}

const toPath = ({ projectId }: BulkProject): string => `/api/rankings/grid?project_id=${projectId}`;

async function listBare(postgres: Postgres, projectId: string): Promise<unknown[]> {
  const { rows } = await postgres.query(
    `select t.keyword_id, k.keyword_text, t.engine, t.channel, k.device, k.location_code, k.language_code, t.status, t.target_domain, t.depth,
       t.depth_strategy, t.check_interval, t.next_check, k.search_volume, k.cpc, k.competition, k.keyword_difficulty, r.domain, r.status as outcome,
       r.position, r.previous_position, r.url, r.checked_depth, r.check_ts, r.failed_at, r.error, r.provider, r.cost_usd, r.serp_features
     from tracked_keywords t
     join keywords k on k.id = t.keyword_id
     join current_rankings r on r.project_id = t.project_id and r.keyword_id = t.keyword_id and r.engine = t.engine and r.channel = t.channel
     where t.project_id = $1 and r.relationship = 'MINE'`,
    [projectId],
  );
  return rows;
}

async function readText({ app }: BenchApp, path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${BENCH_KEY}`, ...headers } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return await response.text();
}

async function measureSize(bench: BenchApp): Promise<BenchRow[]> {
  const text = await readText(bench, toPath(LARGE));
  return [
    { figure: 'size of the answer', value: text.length / KIB, unit: 'KiB' },
    { figure: 'packed with gzip', value: gzipSync(text).length / KIB, unit: 'KiB' },
  ];
}

async function measureUnchanged({ app }: BenchApp): Promise<BenchRow> {
  const url = app.url + toPath(LARGE);
  const authorization = `Bearer ${BENCH_KEY}`;
  const first = await fetch(url, { headers: { authorization } });
  await first.text();
  const etag = first.headers.get('etag') ?? '';
  const times: number[] = [];
  for (let round = 0; round < UNCHANGED_ROUNDS; round += 1) {
    times.push(
      await timeMs(async () => {
        const { status } = await fetch(url, { headers: { authorization, 'if-none-match': etag } });
        if (status !== 304) throw new Error(`an unchanged grid was answered ${status}`);
      }),
    );
  }
  return { figure: 'unchanged: 304', value: median(times), unit: 'ms', bound: { atMost: UNCHANGED_MS_MAX } };
}

/** What a heat map reads: a thousand keywords, a year. */
async function measureSeries(bench: BenchApp): Promise<BenchRow> {
  const from = addDays(bench.app.context.clock.now().toISOString().slice(0, 10), -YEAR_DAYS);
  const path = `/api/rankings/series?project_id=${SMALL.projectId}&from=${from}`;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeMs(() => readText(bench, path)));
  if (!(await readText(bench, path)).includes(toBulkKeywordId(SMALL.projectId, 1))) throw new Error('the series have no keyword');
  return { figure: `series of ${SMALL.keywords} keywords over ${YEAR_DAYS} days`, value: median(times), unit: 'ms' };
}
