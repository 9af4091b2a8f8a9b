import type { PostSharesData } from '#client';

/** What a share is to be. */
export type Order = PostSharesData['body'];
export type SectionName = Order['sections'][number];
export type Filter = NonNullable<Order['filter']>;

export const PASSWORD_LENGTH_MIN = 8;
const OF_KEYWORDS = ['language_code', 'tag'] as const;
/** Parts of a filter that cannot narrow a section: what counts all keywords, and what is of no keyword. */
const UNKNOWN_PARTS: { readonly [Name in SectionName]?: readonly FilterPart[] } = {
  overview: OF_KEYWORDS,
  competitors: OF_KEYWORDS,
  search_console: [...OF_KEYWORDS, 'engine', 'channel'],
  answers: ['device', 'engine', 'channel', 'tag'],
};
/** Fields of a filter, beside the place, which narrows all sections. */
const PART_WORDS = {
  device: 'device',
  engine: 'search engine',
  channel: 'kind of results',
  language_code: 'language',
  tag: 'tag',
} as const;
type FilterPart = keyof typeof PART_WORDS;
const LAST_SECOND = 'T23:59:59Z';

/** Nothing typed is no password, or the one that the share has. */
export function isTooShort({ password }: Order): boolean {
  return typeof password === 'string' && password !== '' && password.length < PASSWORD_LENGTH_MIN;
}

/** Sections that the filter cannot narrow: a share may not have both. */
export function listUnfiltered({ sections, filter = {} }: Order): readonly SectionName[] {
  return sections.filter((section) => UNKNOWN_PARTS[section]?.some((part) => filter[part] !== undefined));
}

/** The parts of the filter that they know nothing of, in words. */
export function listUnknownParts({ filter = {}, ...order }: Order): readonly string[] {
  const unfiltered = listUnfiltered({ ...order, filter });
  return (Object.keys(PART_WORDS) as FilterPart[])
    .filter((part) => filter[part] !== undefined && unfiltered.some((section) => UNKNOWN_PARTS[section]?.includes(part)))
    .map((part) => PART_WORDS[part]);
}

/** Whether the first day lies after the last one. */
export function isBackwards({ from, to }: Order): boolean {
  return Boolean(from && to && from > to);
}

/** Whether nothing is missing that the service asks for. */
export function isWhole(order: Order): boolean {
  return (
    order.name.trim() !== '' && order.sections.length > 0 && !isTooShort(order) && !isBackwards(order) && listUnfiltered(order).length === 0
  );
}

/** The end of a day in UTC; null for no day: the link does not end. */
export function toExpiry(day: string): string | null {
  return day === '' ? null : `${day}${LAST_SECOND}`;
}

/** Hosts as people write them, between spaces or commas. */
export function toHosts(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,]+/u))].filter((host) => host !== '');
}

/** A filter with one part changed; undefined takes it away. */
export function changeFilter(filter: Filter | undefined, change: { readonly [Name in keyof Filter]?: Filter[Name] | undefined }): Filter {
  return Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined));
}
