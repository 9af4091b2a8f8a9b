import { loadPageJudges, readLines } from '#areas/classification/index.ts';
import type { PageFacts } from './page-facts.ts';

type Matcher = ReturnType<Awaited<ReturnType<typeof loadPageJudges>>['makePhraseMatcher']>;
type Link = PageFacts['outline']['links'][number];

/** What a link leads to by its words: `products`, `pricing`, `about`, `legal`, ... (`data/page-words.tsv`). */
export interface PageKind {
  readonly kind: string;
  /** How much such a page says of a site; below 0: nothing. */
  readonly worth: number;
  readonly text: string;
}

interface PageWords {
  readonly matcher: Matcher;
  readonly worthOf: ReadonlyMap<string, number>;
}

let words: Promise<PageWords> | undefined;

/** The kinds of pages that a site offers in its menus, each with the words of its link. */
export async function findPageKinds(links: readonly Link[]): Promise<PageKind[]> {
  const findKind = await loadPageKinds();
  return links.filter(({ place }) => place === 'menu').flatMap((link) => findKind(link) ?? []);
}

/** Says what links lead to, by their texts and paths; undefined for words in no row. */
export async function loadPageKinds(): Promise<(link: Pick<Link, 'url' | 'text'>) => PageKind | undefined> {
  words ??= load();
  const { matcher, worthOf } = await words;
  return ({ url, text }) => {
    const path = decode(new URL(url).pathname).replaceAll(/[-_/]+/gu, ' ');
    const found = [...matcher.find(text), ...matcher.find(path)].map(({ kind }) => ({ kind, worth: worthOf.get(kind) ?? 0, text }));
    return found.find(({ worth }) => worth < 0) ?? found.toSorted((one, other) => other.worth - one.worth)[0];
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function load(): Promise<PageWords> {
  const { makePhraseMatcher } = await loadPageJudges();
  const rows = readLines(new URL('data/page-words.tsv', import.meta.url)).map((line) => {
    const [kind = '', worth, phrases = ''] = line.split('\t');
    return { kind, worth: Number(worth), phrases: phrases.split('|') };
  });
  return { matcher: makePhraseMatcher(rows), worthOf: new Map(rows.map(({ kind, worth }) => [kind, worth])) };
}
