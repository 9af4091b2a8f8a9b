import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { Kind } from '../../similarity/example.ts';

/** Something that items of one kind can share, from which a rule can be made. */
export interface Feature {
  readonly name: string;
  readonly value: string;
}

/** How a person reads each of them. */
const TEXTS: Readonly<Record<string, (value: string) => string>> = {
  suffix: (value) => `suffix .${value}`,
  site: (value) => `host below ${value}`,
  first_label: (value) => `host begins with ${value}.`,
  host: (value) => `host ${value}`,
  segment: (value) => `path /${value}/`,
  extension: (value) => `file .${value}`,
  parameter: (value) => `parameter ${value}`,
  word: (value) => `word "${value}"`,
  first_word: (value) => `begins with "${value}"`,
};

export function describeFeature({ name, value }: Feature): string {
  return TEXTS[name]?.(value) ?? `${name} ${value}`;
}

/** What an item offers for rules, the most specific first. An item that cannot be read offers nothing. */
export function listCorrectionFeatures(kind: Kind, item: string): readonly Feature[] {
  return LISTS[kind](item);
}

const LISTS: Readonly<Record<Kind, (item: string) => readonly Feature[]>> = {
  domain: listOfHost,
  url: listOfUrl,
  keyword: listOfKeyword,
};

function listOfHost(host: string): Feature[] {
  const labels = host.split('.');
  const suffixes = labels.slice(1).map((_label, at) => ({ name: 'suffix', value: labels.slice(at + 1).join('.') }));
  const site = toRegistrableDomain(host);
  if (site === host) return suffixes;
  return [{ name: 'site', value: site }, { name: 'first_label', value: labels[0] ?? '' }, ...suffixes];
}

/** Numbers in a path name one page each. */
const NUMBER_LIKE = /^[\d-]+$/u;
const SEGMENTS_MAX = 20;

function listOfUrl(text: string): Feature[] {
  const url = URL.parse(text);
  if (url === null) return [];
  const segments = url.pathname.toLowerCase().split('/').slice(1, SEGMENTS_MAX);
  // What stands before the last slash is shared by several pages; the rest is the page itself.
  const folders = segments.slice(0, -1).filter((segment) => segment !== '' && !NUMBER_LIKE.test(segment));
  const extension = /\.([a-z\d]{2,5})$/u.exec(segments.at(-1) ?? '')?.[1];
  const parameters = [...new Set(url.searchParams.keys())].slice(0, SEGMENTS_MAX);
  return [
    ...[...new Set(folders.toReversed())].map((value) => ({ name: 'segment', value })),
    ...(extension === undefined ? [] : [{ name: 'extension', value: extension }]),
    ...parameters.map((value) => ({ name: 'parameter', value: value.toLowerCase() })),
    { name: 'host', value: url.hostname },
  ];
}

const WORD_LENGTH_MIN = 2;

function listOfKeyword(text: string): Feature[] {
  const words = text.split(' ').filter((word) => word.length >= WORD_LENGTH_MIN);
  const first = words[0];
  return [
    ...(first === undefined ? [] : [{ name: 'first_word', value: first }]),
    ...[...new Set(words)].slice(0, SEGMENTS_MAX).map((value) => ({ name: 'word', value })),
  ];
}
