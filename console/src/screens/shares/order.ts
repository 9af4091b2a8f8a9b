import type { PostSharesData } from '#client';

/** What a share is to be. */
export type Order = PostSharesData['body'];
export type SectionName = Order['sections'][number];
export type Filter = NonNullable<Order['filter']>;

export const PASSWORD_LENGTH_MIN = 8;
/** They count all keywords of a project: no language and no tag narrows them. */
const COUNT_ALL: readonly SectionName[] = ['overview', 'competitors', 'search_console'];
const LAST_SECOND = 'T23:59:59Z';

/** Nothing typed is no password, or the one that the share has. */
export function isTooShort({ password }: Order): boolean {
  return typeof password === 'string' && password !== '' && password.length < PASSWORD_LENGTH_MIN;
}

/** Sections that the filter cannot narrow: a share may not have both. */
export function listUnfiltered({ sections, filter = {} }: Order): readonly SectionName[] {
  const isNarrow = filter.language_code !== undefined || filter.tag !== undefined;
  return isNarrow ? sections.filter((section) => COUNT_ALL.includes(section)) : [];
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
