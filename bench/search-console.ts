import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { median, timeMs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';

/** What Google keeps and gives of one property at most: 16 months, 50,000 rows a day. `BENCH_GSC_DAYS` makes it smaller. */
const DAYS = Number(process.env['BENCH_GSC_DAYS'] ?? 487);
const ROWS_A_DAY = 50_000;
/** Different queries are seven times as many, one for each beginning: most come again on other days. */
const QUERIES_A_BEGINNING = 57_000;
const ROUNDS = 5;
const GROUPED_MS_MAX = 2_000;
const LAST = '2026-11-15';
const READ_AT = '2026-11-18 12:00:00.000';
const PROPERTY = 'gscp_bench';

/** The bound is the one of the plan: a project's largest property by query, over all of its days. */
export const searchConsole: Bench = {
  name: 'search-console',
  summary: `GET /api/projects/{id}/search-console/performance grouped by query over ${DAYS} days of ${ROWS_A_DAY} rows`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { postgres, clickhouse } = bench.app.context;
      const projectId = await makeProject(bench, postgres);
      await fill(postgres, clickhouse);
      await awaitMerges(clickhouse);
      const from = addDays(LAST, 1 - DAYS);
      const path = `/api/projects/${projectId}/search-console/performance?from=${from}&to=${LAST}&limit=100`;
      const measure = async (query: string): Promise<number> => {
        const rounds: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timeMs(() => bench.call('GET', `${path}${query}`)));
        return median(rounds);
      };
      return {
        rows: [
          { figure: 'rows', value: DAYS * ROWS_A_DAY, unit: 'rows' },
          { figure: 'different queries', value: await countQueries(clickhouse), unit: 'queries' },
          { figure: 'by query', value: await measure('&group_by=query'), unit: 'ms', bound: { atMost: GROUPED_MS_MAX } },
          { figure: 'by query with a text in it', value: await measure('&group_by=query&query_contains=shoes%2012'), unit: 'ms' },
          { figure: 'by day of one query', value: await measure('&group_by=date&query=buy%20shoes%2012'), unit: 'ms' },
          { figure: 'by country', value: await measure('&group_by=country'), unit: 'ms' },
        ],
        notes: ['The stores are in the same process and share its processors.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

const countDifferent = {
  name: 'bench-count-queries',
  sql: 'select uniqExact(query) as queries from gsc_queries',
  params: z.object({}),
  row: z.object({ queries: z.number() }),
};

async function countQueries(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query(countDifferent, {});
  return row?.queries ?? 0;
}

async function makeProject({ call }: BenchApp, postgres: Postgres): Promise<string> {
  const { project_id: id } = await call<{ project_id: string }>('POST', '/api/projects', { name: 'Bench', organization_id: 'org_bench' });
  await postgres.query(
    `insert into search_console_properties (id, organization_id, site_url, permission, can_read, created_at, listed_at)
     values ($1, 'org_bench', 'sc-domain:example.com', 'siteOwner', true, now(), now())`,
    [PROPERTY],
  );
  await postgres.query(
    `insert into search_console_bindings (project_id, property_id, type, made_by, created_at) values ($1, $2, 'web', 'bench', now())`,
    [id, PROPERTY],
  );
  return id;
}

/** A month at a time, as the table is cut. Each query is asked on about every eighth day. */
async function fill(postgres: Postgres, clickhouse: ClickHouse): Promise<void> {
  await postgres.query(
    `insert into search_console_days (property_id, type, day, state, is_cut, totals_clicks, totals_impressions, fetched_at)
     select $1, 'web', $2::date - at, 'final', true, 1, 1, ($3 || 'Z')::timestamptz from generate_series(0, $4 - 1) as at`,
    [PROPERTY, LAST, READ_AT, DAYS],
  );
  const columns = `'${PROPERTY}' as property_id, 'web' as type`;
  const figures = `toUInt64(intHash32(number) % 7) as clicks, toUInt64(7 + intHash32(number * 3) % 200) as impressions,
    impressions * (1 + intHash32(number * 5) % 300 / 10) as position_sum, toDateTime64('${READ_AT}', 3, 'UTC') as fetched_at`;
  for (let back = 0; back < DAYS; back += 20) {
    const days = Math.min(20, DAYS - back);
    await clickhouse.command(
      `insert into gsc_queries select ${columns}, toDate('${LAST}') - ${back} - intDiv(number, ${ROWS_A_DAY}) as day,
         concat(['buy', 'best', 'cheap', 'red', 'used', 'new', 'where to find'][1 + intHash32(number * 11 + ${back}) % 7], ' shoes ', toString(intHash32(number * 7 + ${back}) % ${QUERIES_A_BEGINNING})) as query,
         ['usa', 'gbr', 'deu'][1 + number % 3] as country, ['desktop', 'mobile'][1 + number % 2] as device, ${figures}
       from numbers(${days * ROWS_A_DAY}) settings max_partitions_per_insert_block = 0`,
    );
    await clickhouse.command(
      `insert into gsc_totals select ${columns}, toDate('${LAST}') - ${back} - intDiv(number, 6) as day,
         ['usa', 'gbr', 'deu'][1 + number % 3] as country, ['desktop', 'mobile'][1 + number % 2] as device, 60000 as clicks,
         toUInt64(900000) as impressions, impressions * 8. as position_sum, toDateTime64('${READ_AT}', 3, 'UTC') as fetched_at
       from numbers(${days * 6}) settings max_partitions_per_insert_block = 0`,
    );
  }
}
