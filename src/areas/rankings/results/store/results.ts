import { listWaitingParcels } from '#stores/outbox-lines.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { StoredRun } from '../analytics.ts';
import type { ResultDetails } from '../result-details.ts';
import { fromPageLine } from '../page-line.ts';
import { fromResultLine, type ResultRow } from '../result-row.ts';

/** Where the results of a run lie. */
export interface ResultPlace extends StoredRun {
  /** As earlier releases and archives keep them; null: they left with the parcel. */
  readonly results: unknown;
  /** Null: they are in `results`, or there are none. */
  readonly resultsCount: number | null;
  readonly parcel: number | null;
}

/** The fields of a `ResultPlace` beside its id, of `serp_runs run`. */
export const PLACE_FIELDS = 'run.keyword_id, run.check_date, run.results, run.results_count, run.parcel';

/** What waits of the results of runs in the outbox. */
export interface WaitingResults {
  readonly rows: ReadonlyMap<string, ResultRow[]>;
  readonly details: ReadonlyMap<string, ResultDetails[]>;
}

const RUN_ID = /^\{"run_id":"([^"]+)"/u;

/** What ClickHouse does not have yet of the results of runs, by run. */
export async function listWaitingResults(sql: Sql, runs: readonly ResultPlace[]): Promise<WaitingResults> {
  const wanted = new Set(runs.map(({ id }) => id));
  const rows = new Map<string, ResultRow[]>();
  const details = new Map<string, ResultDetails[]>();
  const parcels = await listWaitingParcels(sql, [...new Set(runs.flatMap(({ parcel }) => parcel ?? []))]);
  for (const { table, lines } of parcels) {
    for (const line of lines.split('\n')) {
      const runId = RUN_ID.exec(line)?.[1] ?? '';
      if (!wanted.has(runId)) continue;
      if (table === 'serp_pages') rows.set(runId, fromPageLine(line));
      // A parcel of an earlier release.
      else if (table === 'serp_runs') addTo(rows, runId, fromResultLine(line));
      else details.set(runId, JSON.parse((JSON.parse(line) as { details: string }).details) as ResultDetails[]);
    }
  }
  return { rows, details };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
