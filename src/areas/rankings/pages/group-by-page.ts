import type { TrackedKeyword } from '../grid/store.ts';
import type { Voice } from '../reports/own-weights.ts';
import { toShareOfVoice } from '../reports/share-of-voice.ts';
import type { PageDays } from './analytics.ts';

/** A tracked keyword with the pages that were its best ones, that of the newest good check first. */
export interface RankedKeyword extends TrackedKeyword {
  readonly pages: readonly PageDays[];
}

export interface LandingPage {
  readonly page: string;
  /** That rank with it by their newest good check, best first. */
  readonly keywords: readonly RankedKeyword[];
  readonly best: number;
  readonly average: number;
  /** Sum of the known volumes, a keyword with several devices or engines once; null: none is known. */
  readonly volume: number | null;
  /** Share among all keywords with a good check; null: no volume is known. */
  readonly shareOfVoice: number | null;
  /** Keywords of the page that had other pages in the span too. */
  readonly contested: number;
  /** Keywords of the page that should rank with another one. */
  readonly wrong: number;
}

/** Pages by the keywords that rank with them, those with the most first. */
export function groupByPage(keywords: readonly RankedKeyword[], voice: Voice): LandingPage[] {
  const volumeSum = sum(keywords, ({ volume }) => volume ?? 0);
  const ranking = keywords.filter(({ pages: [newest] }) => newest !== undefined && newest.page !== '');
  return [...Map.groupBy(ranking, ({ pages: [newest] }) => newest?.page ?? '')]
    .map(([page, some]) => toLandingPage(page, some, { volumeSum, voice }))
    .toSorted((one, other) => other.keywords.length - one.keywords.length || (one.page < other.page ? -1 : 1));
}

function toLandingPage(
  page: string,
  keywords: readonly RankedKeyword[],
  { volumeSum, voice }: { readonly volumeSum: number; readonly voice: Voice },
): LandingPage {
  const sorted = keywords.toSorted((one, other) => toPosition(one) - toPosition(other));
  return {
    page,
    keywords: sorted,
    best: toPosition(sorted[0]),
    average: sum(keywords, toPosition) / keywords.length,
    volume: keywords.every(({ volume }) => volume === null) ? null : sum(listSearched(keywords), ({ volume }) => volume ?? 0),
    shareOfVoice: toShareOfVoice({ voiceSum: sum(keywords, (one) => (one.volume ?? 0) * voice(one, toPosition(one))), volumeSum }),
    contested: keywords.filter(({ pages }) => pages.some((one) => one.page !== '' && one.page !== page)).length,
    wrong: keywords.filter(({ targetPage }) => targetPage !== null && !isSamePage(targetPage, page)).length,
  };
}

/** A keyword for each text and market: its metrics are the same on all devices and engines. */
export function listSearched<Keyword extends Pick<RankedKeyword, 'keyword' | 'locationCode' | 'languageCode'>>(
  keywords: readonly Keyword[],
): Keyword[] {
  return [...new Map(keywords.map((one) => [`${one.locationCode} ${one.languageCode} ${one.keyword}`, one])).values()];
}

function toPosition(keyword: RankedKeyword | undefined): number {
  return keyword?.pages[0]?.position ?? 0;
}

/** Whether two addresses are one page for a person: scheme, `www.`, a fragment and a slash at the end make no difference. */
export function isSamePage(one: string, other: string): boolean {
  return toPageText(one) === toPageText(other);
}

function toPageText(address: string): string {
  return address
    .replace(/^https?:\/\/(?:www\.)?/iu, '')
    .replace(/#.*$/u, '')
    .replace(/\/$/u, '');
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}
