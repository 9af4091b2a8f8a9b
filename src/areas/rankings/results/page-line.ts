import type { SerpItem } from '#providers/search-data/index.ts';
import { hostOf } from '../ingest/match-results.ts';
import { toPositionChange } from '../ingest/position-change.ts';
import { toStorable } from '../runs/serp-run.ts';
import { toOverviewText } from './overview-text.ts';
import { toResultRow, type ResultColumns, type ResultRow } from './result-row.ts';

type Value = string | number | null;

/**
 * Columns of the analytics table `serp_pages` that have a list with a value of each result, and the value that stands where there is
 * none. Those without such a value are in every line: the table knows the length of the others by them.
 */
const LISTS: readonly (readonly [column: string, none: Value | undefined, read: (item: SerpItem) => Value | undefined])[] = [
  ['type', undefined, ({ type }) => type],
  ['rank_absolute', undefined, ({ rankAbsolute }) => rankAbsolute],
  ['rank_group', undefined, ({ rankGroup }) => rankGroup],
  ['domain', '', hostOf],
  ['url', '', ({ url }) => toStorable(url)],
  ['title', '', ({ title }) => toStorable(title)],
  ['snippet', '', ({ description }) => toStorable(description)],
  ['is_paid', 0, ({ isPaid }) => (isPaid ? 1 : 0)],
  ['is_featured_snippet', 0, ({ isFeaturedSnippet }) => (isFeaturedSnippet ? 1 : 0)],
  ['rating_value', null, ({ ratingValue }) => ratingValue],
  ['rating_count', null, ({ ratingCount }) => ratingCount],
  ['cid', '', ({ cid }) => cid],
  ['place_id', '', ({ placeId }) => placeId],
  ['overview', '', ({ overview }) => toOverviewText(overview)],
];

const PREVIOUS = 'previous_position';
const LIST_NAMES: ReadonlySet<string> = new Set([PREVIOUS, ...LISTS.map(([column]) => column)]);

export interface PageLineInput {
  /** Columns that all results of the page share; begins with `run_id`. */
  readonly shared: object;
  readonly items: readonly SerpItem[];
  /** Where watched results were before. */
  readonly previousByItem?: ReadonlyMap<SerpItem, number> | undefined;
}

/**
 * The results of a page as one JSON line of `serp_pages`, of which ClickHouse makes a row of `serp_runs` for each
 * (migration 0026). A list of which no result has a value is left out.
 */
export function toPageLine({ shared, items, previousByItem }: PageLineInput): string {
  const lists: Record<string, readonly (Value | undefined)[]> = {};
  for (const [column, none, read] of LISTS) {
    const values = items.map((item) => read(item) ?? none);
    if (values.some((value) => value !== none)) lists[column] = values;
  }
  if (previousByItem && previousByItem.size > 0) lists[PREVIOUS] = items.map((item) => previousByItem.get(item) ?? null);
  return JSON.stringify({ ...shared, ...lists });
}

/** The rows of `serp_runs` that ClickHouse makes of a line. */
export function toRowsOfPage(line: string): ResultColumns[] {
  const page = Object.entries(JSON.parse(line) as Record<string, unknown>);
  const isList = (entry: [string, unknown]): entry is [string, readonly Value[]] => LIST_NAMES.has(entry[0]);
  const lists = page.filter(isList);
  const shared = Object.fromEntries(page.filter((entry) => !isList(entry)));
  const count = lists[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_none, at) => {
    const own = Object.fromEntries(lists.map(([column, values]) => [column, values[at]])) as unknown as ResultColumns;
    const { rank_absolute: position, previous_position: previous = null } = own;
    return { ...shared, ...own, position, position_change: toPositionChange(position, previous) };
  });
}

/** The results of a line that waits in the outbox. */
export function fromPageLine(line: string): ResultRow[] {
  return toRowsOfPage(line).map(toResultRow);
}
