import type { GetProjectsByProjectIdSearchConsoleResponse as Bound } from '#client';
import { joinWords } from '#data/sentence.ts';

export type SearchType = NonNullable<Bound['type']>;
export type Lack = Bound['lacks'][number];

/** Kinds of search that Google counts apart, as people know them. */
export const TYPES: readonly { readonly value: SearchType; readonly label: string }[] = [
  { value: 'web', label: 'Web' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'news', label: 'News tab of the search' },
  { value: 'discover', label: 'Discover' },
  { value: 'googleNews', label: 'Google News' },
];
const LACKS: Readonly<Record<Lack, string>> = { query: 'queries', device: 'devices', position: 'positions' };

export function nameType(type: string): string {
  return TYPES.find(({ value }) => value === type)?.label ?? type;
}

/** What a kind of search has none of; undefined: nothing. */
export function sayLacks(type: string, lacks: readonly Lack[]): string | undefined {
  return lacks.length === 0
    ? undefined
    : `${nameType(type)} has no ${joinWords(lacks.map((lack) => LACKS[lack]))}: Google does not count by them.`;
}
