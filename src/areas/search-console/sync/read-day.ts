import type { AppContext } from '#context';
import type { Credentials, Performance, PerformanceRow, SearchConsole } from '#providers/search-console/index.ts';
import { listLacks, type SourceKey } from '../binding/binding.ts';
import type { Counted, DayKeeper, TableOfDay } from './keep-days.ts';
import type { ReadDay } from './sync.ts';

/** What Google gives of a day and kind of search, and in one answer. */
export interface RowLimits {
  readonly day: number;
  readonly page: number;
}

export const GOOGLE_LIMITS: RowLimits = { day: 50_000, page: 25_000 };

const TOTALS: Counted = { table: 'gsc_totals', dimensions: ['date', 'country', 'device'], aggregation: 'byProperty' };
const QUERIES: Counted = { table: 'gsc_queries', dimensions: ['query', 'country', 'device'], aggregation: 'byProperty' };
const PAGES: Counted = { table: 'gsc_pages', dimensions: ['page', 'query', 'country', 'device'], aggregation: 'byPage' };

interface ReadContext extends Pick<AppContext, 'clock'> {
  readonly searchConsole: Pick<SearchConsole, 'fetchPerformance'>;
  readonly keepDay: DayKeeper;
}

export interface DayToRead {
  readonly key: SourceKey;
  readonly siteUrl: string;
  readonly credentials: Credentials;
  readonly day: string;
  /** Google may not have begun to count it. */
  readonly isRecent: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a day whole, and then replaces what was kept of it: what is read in part is never kept.
 * @returns undefined for a recent day of which Google has nothing yet
 * @throws SearchConsoleFault, OutsideError
 */
export async function readDay(
  ctx: ReadContext,
  asked: DayToRead,
  limits = GOOGLE_LIMITS,
): Promise<(ReadDay & { readonly fetchedAt: Date }) | undefined> {
  const fetchedAt = ctx.clock.now();
  const read: (ReadTable & TableOfDay)[] = [];
  for (const counted of listTables(asked.key.type)) read.push({ counted, ...(await readTable(ctx, asked, counted, limits)) });
  const totals = read.find(({ counted }) => counted.table === TOTALS.table) ?? { rows: [], firstIncompleteDate: undefined };
  if (asked.isRecent && totals.rows.length === 0) return undefined;
  await ctx.keepDay({ key: asked.key, day: asked.day, fetchedAt, tables: read });
  const { firstIncompleteDate } = totals;
  return {
    day: asked.day,
    state: firstIncompleteDate !== undefined && asked.day >= firstIncompleteDate ? 'partial' : 'final',
    isCut: read.some(({ rows }) => rows.length >= limits.day),
    totalsClicks: totals.rows.reduce((sum, { clicks }) => sum + clicks, 0),
    totalsImpressions: totals.rows.reduce((sum, { impressions }) => sum + impressions, 0),
    fetchedAt,
    error: null,
  };
}

/** What is asked of a kind of search: nothing by what it has none of. Without queries Google counts by page alone. */
function listTables(type: SourceKey['type']): Counted[] {
  const lacks = new Set<string>(listLacks(type));
  if (!lacks.has('query')) return [TOTALS, QUERIES, PAGES];
  return [TOTALS, PAGES].map(({ table, dimensions }) => ({
    table,
    dimensions: dimensions.filter((name) => !lacks.has(name)),
    aggregation: 'auto',
  }));
}

type ReadTable = Pick<Performance, 'rows' | 'firstIncompleteDate'>;

/** All rows of a day that Google gives, page after page: a short page is the last one. */
async function readTable(
  { searchConsole }: ReadContext,
  { credentials, siteUrl, key, day, signal }: DayToRead,
  { dimensions, aggregation }: Counted,
  limits: RowLimits,
): Promise<ReadTable> {
  const rows: PerformanceRow[] = [];
  let firstIncompleteDate: string | undefined;
  for (;;) {
    const rowLimit = Math.min(limits.page, limits.day);
    const asked = { startDate: day, endDate: day, dimensions, type: key.type, aggregation, rowLimit, startRow: rows.length } as const;
    const page = await searchConsole.fetchPerformance(credentials, siteUrl, { ...asked, dataState: 'all' }, signal);
    firstIncompleteDate ??= page.firstIncompleteDate;
    for (const row of page.rows) rows.push(row);
    if (page.rows.length < rowLimit || rows.length >= limits.day) return { rows, firstIncompleteDate };
  }
}
