import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { CopyRow, CopyUnit, StoredUnit } from '#stores/copy-types.ts';

/** What ClickHouse has of runs and positions, for the copy of what it lacks. */

const ROWS_MAX = 1_000_000;

const Params = z.object({ day: z.string(), run_ids: z.array(z.string()), keyword_ids: z.array(z.string()) });
const Unit = z.object({ key: z.string(), rows: z.number(), content: z.string() });

const OF_DAY = (column: string): string =>
  `where keyword_id in {keyword_ids:Array(String)} and ${column} = toDate({day:String}) and run_id in {run_ids:Array(String)}`;

const storedChecks = {
  name: 'copy-stored-checks',
  sql: `select run_id as key, count() as rows, concat(toString(any(depth)), ' ', toString(any(checked_depth)), ' ', toString(any(items_count))) as content
        from serp_checks ${OF_DAY('check_date')} group by run_id order by key`,
  params: Params,
  row: Unit,
};

const storedResults = {
  name: 'copy-stored-results',
  sql: `select run_id as key, count() as rows, '' as content from serp_runs ${OF_DAY('run_date')} group by run_id order by key`,
  params: Params,
  row: Unit,
};

/** Of several rows for one outcome the newest holds; a failure is none. */
const storedPositions = {
  name: 'copy-stored-positions',
  sql: `select concat(project_id, '|', keyword_id, '|', engine, '|', channel, '|', run_id, '|', domain) as key, toUInt64(1) as rows,
          ifNull(toString(argMax(tuple(position), recomputed_at).1), '') as content
        from ranking_history ${OF_DAY('check_date')} and status != 'failed'
        group by project_id, keyword_id, engine, channel, run_id, domain order by key limit ${ROWS_MAX}`,
  params: Params,
  row: Unit,
};

const storedOutcomes = {
  name: 'copy-stored-outcomes',
  sql: `select concat(project_id, '|', run_id) as key, count() as rows, '' as content
        from ranking_history ${OF_DAY('check_date')} and status != 'failed' group by project_id, run_id order by key limit ${ROWS_MAX}`,
  params: Params,
  row: Unit,
};

const storedResultIds = {
  name: 'copy-stored-result-ids',
  sql: `select run_id as key, concat(type, '|', toString(rank_absolute), '|', toString(rank_group), '|', url) as id
        from serp_runs ${OF_DAY('run_date')} order by key, id limit ${ROWS_MAX}`,
  params: Params,
  row: z.object({ key: z.string(), id: z.string() }),
};

const QUESTIONS = { checks: storedChecks, results: storedResults, positions: storedPositions, outcomes: storedOutcomes };

/**
 * What is there of these units.
 * @param runOf the id of the run that a unit belongs to
 */
export async function listStoredUnits(
  clickhouse: ClickHouse,
  what: keyof typeof QUESTIONS,
  { day, units, runOf }: { readonly day: string; readonly units: readonly CopyUnit[]; readonly runOf: (unit: CopyUnit) => string },
): Promise<StoredUnit[]> {
  return await clickhouse.query(QUESTIONS[what], toParams(day, units, runOf));
}

/** The results of these runs that are there. */
export async function listStoredResultIds(
  clickhouse: ClickHouse,
  day: string,
  units: readonly CopyUnit[],
): Promise<Omit<CopyRow, 'row'>[]> {
  return await clickhouse.query(
    storedResultIds,
    toParams(day, units, ({ key }) => key),
  );
}

function toParams(day: string, units: readonly CopyUnit[], runOf: (unit: CopyUnit) => string): z.infer<typeof Params> {
  return { day, run_ids: [...new Set(units.map(runOf))], keyword_ids: [...new Set(units.map(({ place }) => place))] };
}
