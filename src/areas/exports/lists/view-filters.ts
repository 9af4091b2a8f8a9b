import type { FieldProblem } from '#kernel/errors.ts';
import type { ListQuery } from '../export.ts';

type ViewParams = Readonly<Record<string, string | readonly string[]>>;

/** What a screen's address says of how it looks, and not of which rows there are. */
const OF_LOOKS: ReadonlySet<string> = new Set([
  'sort',
  'columns',
  'open',
  'grouped',
  'competitors',
  'density',
  'group',
  'tab',
  'range',
  'page_size',
]);

/** Screens whose addresses have other names than the list that they show. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/rankings/grid': {
    q: 'words',
    band: 'bands',
    tag: 'tag_ids',
    intent: 'intents',
    journey: 'journeys',
    modifier: 'modifiers',
    mention: 'has_brand_mention',
    feature: 'features',
    page: 'page_contains',
    engine: 'engines',
    interval: 'check_intervals',
    vs: 'competitor_positions',
    wrongPage: 'wrong_page',
    location: 'location_code',
    language: 'language_code',
    since: 'compare',
  },
};
const RANGE = /^(?<min>-?\d*(?:\.\d+)?)\.\.(?<max>-?\d*(?:\.\d+)?)$/u;

/**
 * The filters of a saved view as those of a list.
 * @returns problems for what the list cannot filter by: without it there would be more rows than the view shows
 */
export function toViewQuery(
  list: { readonly path: string; readonly filters: readonly string[] },
  params: ViewParams,
): { readonly query: ListQuery; readonly problems: FieldProblem[] } {
  const query: Record<string, string | readonly string[]> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (OF_LOOKS.has(name) || value.length === 0) continue;
    const found = toFilters(list.path, name, value);
    const unknown = Object.keys(found).filter((filter) => !list.filters.includes(filter));
    if (unknown.length > 0 && !isOffFlag(name, value))
      problems.push({ path: 'view_id', message: `has the filter ${name}, which this list does not have` });
    else if (unknown.length === 0) Object.assign(query, found);
  }
  return { query, problems };
}

/** A text is not read as a regular expression: that is no filter. */
function isOffFlag(name: string, value: string | readonly string[]): boolean {
  return name === 'regex' && value === 'false';
}

function toFilters(path: string, name: string, value: string | readonly string[]): ListQuery {
  const filter = NAMES[path]?.[name] ?? name;
  if (filter === 'competitor_positions') return { [filter]: [value].flat().map((one) => one.replace(' ', ':')) };
  const range = typeof value === 'string' ? RANGE.exec(value)?.groups : undefined;
  if (range === undefined) return { [filter]: value };
  const { min = '', max = '' } = range;
  return { ...(min === '' ? {} : { [`${filter}_min`]: min }), ...(max === '' ? {} : { [`${filter}_max`]: max }) };
}
