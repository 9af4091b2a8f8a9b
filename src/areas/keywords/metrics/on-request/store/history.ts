import type { MetricsSource, MonthlySearches } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { fromStoredMonths, toStoredMonths, type StoredMonths } from '../../store/metrics.ts';

/** What the provider said of the months before the last twelve. */
export const HISTORY_ANSWERS = ['known', 'unknown', 'refused'] as const;
export type HistoryAnswer = (typeof HISTORY_ANSWERS)[number];

/** Metrics that are known, and how far back. */
export interface KnownMonths {
  readonly id: string;
  readonly keyword: string;
  readonly source: MetricsSource;
  readonly months: readonly MonthlySearches[];
  /** Null: not asked. */
  readonly historyStatus: HistoryAnswer | null;
}

/** Months of the keywords, among these, that have metrics. */
export async function listKnownMonths(sql: Sql, ids: readonly string[]): Promise<KnownMonths[]> {
  const { rows } = await sql.query<Omit<KnownMonths, 'months'> & { months: StoredMonths }>(
    `select id, normalized_text as keyword, source, monthly_searches as months, history_status
     from keyword_figures where id = any($1) and known_at is not null order by id`,
    [ids],
  );
  return rows.map(({ months, ...known }) => ({ ...known, months: fromStoredMonths(months) }));
}

/** The months that are stored of metrics; these are locked until the transaction ends, so that two answers do not undo each other. */
export async function lockMonths(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly MonthlySearches[]>> {
  const { rows } = await sql.query<{ id: string; months: StoredMonths }>(
    'select id, monthly_searches as months from keyword_figures where id = any($1) order by id for no key update',
    [ids],
  );
  return new Map(rows.map(({ id, months }) => [id, fromStoredMonths(months)]));
}

const HISTORY_COLUMNS = { id: 'text', history_status: 'text', monthly_searches: 'jsonb' } as const;

export interface StoredHistory {
  readonly id: string;
  readonly status: HistoryAnswer;
  readonly months: readonly MonthlySearches[];
}

/** Writes what an answer said of the past. */
export async function updateHistory(sql: Sql, histories: readonly StoredHistory[], askedAt: Date): Promise<void> {
  const rows = histories.map(({ id, status, months }) => ({ id, history_status: status, monthly_searches: toStoredMonths(months) }));
  await sql.query(
    `update keyword_figures metrics
     set history_status = answered.history_status, history_asked_at = $1, monthly_searches = answered.monthly_searches::jsonb
     from ${unnest(HISTORY_COLUMNS, { alias: 'answered', first: 2 })}
     where metrics.id = answered.id`,
    [askedAt, ...toArrays(HISTORY_COLUMNS, rows)],
  );
}
