import type { SerpItem } from '#providers/search-data/index.ts';
import { OVERVIEW } from '../ai-overview.ts';
import { matchResults, type Target } from './match-results.ts';

/** The overview of a page that was loaded; `undefined`: there is none, or none was loaded. */
export function findOverview(items: readonly SerpItem[]) {
  return items.find(({ type, overview }) => type === OVERVIEW && (overview ?? null) !== null)?.overview ?? undefined;
}

/** Whether a page had an overview that came after it and is not there. */
export function isOverviewMissing(items: readonly SerpItem[]): boolean {
  return items.some(({ type }) => type === OVERVIEW) && findOverview(items) === undefined;
}

/** A reference as a result of its own, so that one rule says whose a page is. */
const BLANK = {
  type: 'organic',
  page: null,
  position: null,
  xpath: null,
  domain: null,
  title: null,
  description: null,
  isPaid: false,
  isFeaturedSnippet: false,
  ratingValue: null,
  ratingCount: null,
  cid: null,
} satisfies Partial<SerpItem>;

/** The references of the overview of a page as results, their place from 1; `undefined`: no overview was loaded. */
export function toReferenceItems(items: readonly SerpItem[]): SerpItem[] | undefined {
  return findOverview(items)?.references.map(({ url, title }, index) => ({
    ...BLANK,
    url,
    title,
    rankGroup: index + 1,
    rankAbsolute: index + 1,
  }));
}

/**
 * The place of each target's first page among the references of the overview, by the target's key; who is not cited is missing.
 * @returns undefined: no overview was loaded, so that it is not known who is cited
 */
export function toCitedPlaces(items: readonly SerpItem[], targets: readonly Target[]): ReadonlyMap<string, number> | undefined {
  const references = toReferenceItems(items);
  if (references === undefined) return undefined;
  return new Map([...matchResults(references, targets, 'seo')].map(([key, { best }]) => [key, best.rankAbsolute]));
}
