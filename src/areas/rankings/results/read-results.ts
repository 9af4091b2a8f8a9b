import { AppError } from '#kernel/errors.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { fromStoredResults } from '../runs/serp-run.ts';
import { listStoredDetails, listStoredRows } from './analytics.ts';
import type { ResultDetails } from './result-details.ts';
import { toItems, type ResultRow } from './result-row.ts';
import { listWaitingResults, type ResultPlace } from './store/results.ts';

/** Where results lie: on their way in PostgreSQL, then in ClickHouse. */
export interface ResultStores {
  readonly postgres: Sql;
  readonly clickhouse: ClickHouse;
}

export interface ReadOptions {
  /** False: without page, side and xpath, and with the host as the domain. */
  readonly withDetails?: boolean;
}

const RETRY_AFTER_MS = 30_000;

/**
 * All results of runs, by run, in the order of their pages, from the moment on at which the run is stored: what is not shipped is read
 * out of the outbox, the rest out of ClickHouse. A run without results has an empty list.
 * @throws StoreError while ClickHouse is away and has some of them; AppError 503 when it lacks some that it should have
 */
export async function readResults(
  { postgres, clickhouse }: ResultStores,
  runs: readonly ResultPlace[],
  { withDetails = true }: ReadOptions = {},
): Promise<ReadonlyMap<string, SerpItem[]>> {
  const found = new Map<string, SerpItem[]>();
  const left: ResultPlace[] = [];
  for (const run of runs) {
    if (run.results !== null) found.set(run.id, fromStoredResults(run.results));
    else if ((run.resultsCount ?? 0) === 0) found.set(run.id, []);
    else left.push(run);
  }
  const waiting = await listWaitingResults(postgres, left);
  const [rows, details] = await Promise.all([
    listStoredRows(
      clickhouse,
      left.filter(({ id }) => !waiting.rows.has(id)),
    ),
    withDetails
      ? listStoredDetails(
          clickhouse,
          left.filter(({ id }) => !waiting.details.has(id)),
        )
      : new Map<string, ResultDetails[]>(),
  ]);
  for (const run of left) {
    const own = waiting.rows.get(run.id) ?? rows.get(run.id) ?? [];
    const ownDetails = waiting.details.get(run.id) ?? details.get(run.id);
    found.set(run.id, toPage(run, own, withDetails ? (ownDetails ?? []) : undefined));
  }
  return found;
}

function toPage({ id, resultsCount }: ResultPlace, rows: readonly ResultRow[], details: readonly ResultDetails[] | undefined): SerpItem[] {
  const count = resultsCount ?? 0;
  const items = toItems(rows.length > count ? withoutRepeated(rows) : rows, details);
  if (items.length >= count) return items;
  throw new AppError('unavailable', 'Results not available', {
    message: `The analytics store has ${items.length} of the ${count} results of the run ${id}.`,
    hint: 'A store that is being restored or is behind has them later; POST /api/admin/migrate-to-clickhouse says what it lacks.',
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** A store that was restored may have rows twice. */
function withoutRepeated(rows: readonly ResultRow[]): ResultRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
