import { z } from 'zod';
import type { RequestContext } from '#context';
import { getRankingsSummary } from '#areas/rankings/reports/get-rankings-summary.ts';
import { updateDailyTotals } from '#areas/rankings/daily-totals/update.ts';
import { listRankingHistory } from '#areas/rankings/history/list-history.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { ADMIN } from '../test/support/area-context.ts';
import { makeBenchProject, startBenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { timePairs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';

const POSITIONS = 5_000_000;
const KEYWORDS = 1_000;
const DOMAINS = ['invoicenest.com', 'ledgerwise.app', 'testedjuniper.net'];
const DAYS = 365;
const DAYS_AT_ONCE = 30;
/** Rows that the engine sorts at once: few parts, and about a gigabyte. */
const INSERT_ROWS = 3_000_000;
const ROUNDS = 21;
const TIMES_MAX = 2;

/**
 * History of years. The bound is the least that the store can do for either answer: find the rows of the range by
 * an index and count them, without reading a column, shipping a row or checking that stored totals are current.
 */
export const historyRead: Bench = {
  name: 'history-read',
  summary: `one keyword's ${DAYS} days and a project's daily share of voice over ${KEYWORDS} keywords, among ${POSITIONS} positions, against SELECT count() over the same range`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { context } = bench.app;
      const ctx = { ...context, caller: ADMIN } as unknown as RequestContext;
      const projectId = await makeBenchProject(bench, DOMAINS.slice(1));
      const keywordId = await addKeyword(ctx);
      const last = addDays(context.clock.now().toISOString().slice(0, 10), -1);
      const range = { projectId, from: addDays(last, 1 - DAYS), to: last };
      await generate(context.clickhouse, { ...range, keywordId });
      await awaitMerges(context.clickhouse);
      report(`${await updateDailyTotals(ctx, projectId)} days worked out`);

      const history = { projectId, scale: 'organic' as const, keywordId, startDate: range.from, endDate: range.to, limit: DAYS, offset: 0 };
      return {
        rows: [
          ...(await compare('one keyword', {
            ours: async () => expectDays((await listRankingHistory(ctx, history)).rankings.length),
            bound: () => count(context.clickhouse, countKeyword, { project_id: projectId, keyword_id: keywordId }, DAYS * DOMAINS.length),
          })),
          ...(await compare('share of voice', {
            ours: async () =>
              expectDays(
                (await getRankingsSummary(ctx, { projectId, channel: 'seo', startDate: range.from, endDate: range.to })).days.filter(
                  hasShare,
                ).length,
              ),
            bound: () =>
              count(
                context.clickhouse,
                countProject,
                { project_id: projectId, from: range.from, to: range.to },
                DAYS * DOMAINS.length * KEYWORDS,
              ),
          })),
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

function hasShare({ own, sites }: Awaited<ReturnType<typeof getRankingsSummary>>['days'][number]): boolean {
  return own !== undefined && own.volumeSum > 0 && sites.length === DOMAINS.length;
}

function expectDays(days: number): void {
  if (days !== DAYS) throw new Error(`${days} days were read, and there are ${DAYS}`);
}

async function compare(name: string, { ours, bound }: { ours: () => Promise<void>; bound: () => Promise<void> }): Promise<BenchRow[]> {
  const times = await timePairs(ROUNDS, ours, bound);
  return [
    { figure: `${name}: times the count`, value: 1 / times.speedRatio, unit: 'x', bound: { atMost: TIMES_MAX } },
    { figure: `${name}: the answer`, value: times.oursMs, unit: 'ms' },
    { figure: `${name}: the count`, value: times.boundMs, unit: 'ms' },
  ];
}

const Rows = z.object({ rows: z.number() });

const countKeyword = {
  name: 'bench-count-keyword',
  sql: 'select count() as rows from ranking_history where project_id = {project_id:String} and keyword_id = {keyword_id:String}',
  params: z.object({ project_id: z.string(), keyword_id: z.string() }),
  row: Rows,
};
const countProject = {
  name: 'bench-count-project',
  sql: 'select count() as rows from ranking_history where project_id = {project_id:String} and check_date between {from:Date} and {to:Date}',
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string() }),
  row: Rows,
};

async function count<Params>(
  clickhouse: ClickHouse,
  question: { name: string; sql: string; params: z.ZodType<Params>; row: typeof Rows },
  params: Params,
  expected: number,
): Promise<void> {
  const [row] = await clickhouse.query(question, params);
  if (row?.rows !== expected) throw new Error(`${row?.rows} rows were counted, and there are ${expected}`);
}

/** The first of the generated keywords, for PostgreSQL to know. */
async function addKeyword({ postgres }: RequestContext): Promise<string> {
  const id = 'kw_000000';
  await postgres.query(
    `insert into keywords (id, keyword_text, normalized_text, location_code, language_code, device, created_at)
     values ($1, 'keyword 0', 'keyword 0', 2840, 'en', 'desktop', now())`,
    [id],
  );
  return id;
}

interface Range {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

/** As many projects as make the positions; the measured one lies in the middle of them. */
async function generate(clickhouse: ClickHouse, { projectId, from }: Range & { keywordId: string }): Promise<void> {
  const projects = Math.ceil(POSITIONS / (KEYWORDS * DOMAINS.length * DAYS));
  const middle = Math.floor(projects / 2);
  const began = performance.now();
  for (let done = 0; done < DAYS; done += DAYS_AT_ONCE) {
    const days = Math.min(DAYS_AT_ONCE, DAYS - done);
    await clickhouse.command(`
      insert into ranking_history (
        project_id, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status, position,
        rank_group, previous_position, previous_rank_group, url, title, checked_depth, run_id, check_date, check_ts, provider, cost_usd, serp_features)
      with
        intDiv(number, ${KEYWORDS * DOMAINS.length * days}) as project, intDiv(number, ${DOMAINS.length * days}) % ${KEYWORDS} as keyword_number,
        intDiv(number, ${days}) % ${DOMAINS.length} as site, number % ${days} as age,
        cityHash64(project, keyword_number, site, intDiv(age, 4), ${done}) % 120 as place, toDate('${from}') + ${done} + age as date
      select
        if(project = ${middle}, '${projectId}', concat(if(project < ${middle}, 'proj_00', 'proj_zz'), leftPad(toString(project), 4, '0'))),
        concat('kw_', leftPad(toString(keyword_number), 6, '0')), concat('keyword ', toString(keyword_number)), 'engine_a', 'seo', 'desktop', 2840, 'en',
        [${DOMAINS.map((domain) => `'${domain}'`).join(', ')}][site + 1], concat('ast_', toString(site)), if(site = 0, 'MINE', 'COMPETITOR'),
        if(place < 100, 'ranked', 'not_found'), if(place < 100, place + 1, null), if(place < 100, place + 1, null), place + 1, place + 1,
        concat('https://www.example.com/a/rather/usual/page-', toString(keyword_number)),
        concat('A title of the usual length about keyword ', toString(keyword_number)), 100,
        concat('run_', lower(hex(cityHash64(project, keyword_number, date)))), date, toDateTime64(date, 3, 'UTC') + toIntervalHour(10), 'dataforseo', 0.00465,
        ['organic', 'people_also_ask', 'related_searches']
      from numbers(${projects * KEYWORDS * DOMAINS.length * days})
      settings max_threads = 2, max_insert_threads = 1, max_insert_block_size = ${INSERT_ROWS}, min_insert_block_size_rows = ${INSERT_ROWS},
        min_insert_block_size_bytes = 0`);
    report(`${done + days} of ${DAYS} days generated, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await clickhouse.command(`
    insert into keyword_snapshots (keyword_id, search_volume, captured_at)
    select concat('kw_', leftPad(toString(number), 6, '0')), 10 + cityHash64(number) % 5000, toDateTime64('${from} 00:00:00', 3, 'UTC') from numbers(${KEYWORDS})`);
}

function report(text: string): void {
  process.stdout.write(`  ${text}\n`);
}
