import { OutsideError } from '#kernel/errors.ts';
import { SERVICE, UNREADABLE_SHARE_MAX } from '../errors.ts';
import { PAGE_QUESTIONS, type SerpAnswer, type SerpItem, type SerpKind, type SerpRequest } from '#providers/search-data/index.ts';
import type { OnSurprise } from '../surprises.ts';
import type { OverviewWire, SerpItemWire, SerpResultWire } from '../wire.ts';
import { OVERVIEW, toOverview } from './overview.ts';

export type SerpPage = Pick<SerpAnswer, 'items' | 'checkUrl' | 'seResultsCount' | 'itemsCount' | 'features' | 'checkedDepth'>;

const RESULTS_PER_PAGE = 10;

/**
 * Reads a result page as it came: every element, in its order, unknown types too.
 * @throws OutsideError `parse` when the page cannot be read, or holds nothing although the provider
 *   did not say that there are no results
 */
export function toSerpPage(result: unknown, request: Pick<SerpRequest, 'kind' | 'depth'>, onSurprise: OnSurprise): SerpPage {
  const page = isObject(result) ? (result as SerpResultWire) : {};
  if (!Array.isArray(page.items) || page.items.length === 0) throw unreadable('it holds no results, and no word that there are none');
  const items = toSerpItems(page.items, onSurprise);
  refuseUnreadable(items);
  const itemsCount = toCount(page.items_count);
  if (itemsCount !== null && itemsCount !== items.length) onSurprise('items_count_differs');
  return {
    items,
    checkUrl: toName(page.check_url),
    seResultsCount: toCount(page.se_results_count),
    itemsCount: itemsCount ?? items.length,
    features: toFeatures(page.item_types, items, request.kind),
    checkedDepth: toCheckedDepth(toNumber(page.pages_count), items, request.depth),
  };
}

/** "No search results": read to the end, because there is nothing to read. */
export function toEmptyPage(result: unknown, request: Pick<SerpRequest, 'depth'>): SerpPage {
  const page = isObject(result) ? (result as SerpResultWire) : {};
  return {
    items: [],
    checkUrl: toName(page.check_url),
    seResultsCount: toCount(page.se_results_count) ?? 0,
    itemsCount: 0,
    features: [],
    checkedDepth: request.depth,
  };
}

function toSerpItems(elements: readonly unknown[], onSurprise: OnSurprise): SerpItem[] {
  const countByType = new Map<string, number>();
  const items: SerpItem[] = [];
  for (const element of elements) {
    const wire = isObject(element) ? (element as SerpItemWire) : {};
    const type = toName(wire.type);
    if (type === null) onSurprise('item_without_type');
    const among = (countByType.get(type ?? UNKNOWN_TYPE) ?? 0) + 1;
    countByType.set(type ?? UNKNOWN_TYPE, among);
    const item = toSerpItem(wire, { type: type ?? UNKNOWN_TYPE, rankGroup: among, rankAbsolute: items.length + 1 });
    if (toRank(wire.rank_group) === null || toRank(wire.rank_absolute) === null) onSurprise('item_without_rank');
    if (isUnreadable(item)) onSurprise('organic_without_address');
    items.push(item);
  }
  return items;
}

const UNKNOWN_TYPE = 'unknown';

/** Missing ranks are counted from the order of the elements. */
function toSerpItem(
  wire: SerpItemWire & Pick<OverviewWire, 'items'>,
  inOrder: { type: string; rankGroup: number; rankAbsolute: number },
): SerpItem {
  const { rating } = wire;
  return {
    type: inOrder.type,
    rankGroup: toRank(wire.rank_group) ?? inOrder.rankGroup,
    rankAbsolute: toRank(wire.rank_absolute) ?? inOrder.rankAbsolute,
    page: toRank(wire.page),
    position: toText(wire.position),
    xpath: toText(wire.xpath),
    domain: toText(wire.domain),
    url: toText(wire.url),
    title: toText(wire.title),
    description: toText(wire.description),
    isPaid: inOrder.type === 'paid' || wire.is_paid === true,
    isFeaturedSnippet: inOrder.type === 'featured_snippet' || wire.is_featured_snippet === true,
    ratingValue: toNumber(rating?.value),
    ratingCount: toCount(rating?.votes_count),
    cid: toText(wire.cid),
    placeId: toText(wire.place_id),
    ...(inOrder.type === OVERVIEW ? { overview: toOverview(wire) } : {}),
    ...(inOrder.type === PAGE_QUESTIONS ? { questions: toQuestions(wire) } : {}),
  };
}

const QUESTIONS_MAX = 50;

function toQuestions({ items }: Pick<OverviewWire, 'items'>): string[] {
  const elements: readonly unknown[] = Array.isArray(items) ? items : [];
  return elements.flatMap((element) => (isObject(element) ? (toName((element as SerpItemWire).title) ?? []) : [])).slice(0, QUESTIONS_MAX);
}

function isUnreadable(item: SerpItem): boolean {
  return item.type === 'organic' && item.domain === null && item.url === null;
}

function refuseUnreadable(items: readonly SerpItem[]): void {
  const organic = items.filter((item) => item.type === 'organic' || item.type === UNKNOWN_TYPE);
  const unreadableCount = organic.filter((item) => item.domain === null && item.url === null).length;
  if (unreadableCount > organic.length * UNREADABLE_SHARE_MAX)
    throw unreadable(`${unreadableCount} of ${organic.length} results name no page`);
}

/** The results that a page is asked for. The provider lists their types among those of everything else on the page. */
const PLAIN_TYPES: Readonly<Record<SerpKind, ReadonlySet<string>>> = {
  organic: new Set(['organic']),
  local: new Set(['local_pack', 'maps_search']),
};

/** What the page has beside its plain results. */
function toFeatures(itemTypes: unknown, items: readonly SerpItem[], kind: SerpKind): string[] {
  const types = Array.isArray(itemTypes) ? itemTypes.map(toName) : items.map(({ type }) => type);
  return [...new Set(types)].filter((type) => type !== null && !PLAIN_TYPES[kind].has(type)) as string[];
}

/** How deep was really read. Lists of places and old answers have no page count: then as deep as the last result. */
function toCheckedDepth(pagesCount: number | null, items: readonly SerpItem[], depth: number): number {
  if (pagesCount !== null && pagesCount > 0) return Math.min(depth, pagesCount * RESULTS_PER_PAGE);
  let deepest = 0;
  for (const item of items) {
    const reached = item.page === null ? item.rankGroup : item.page * RESULTS_PER_PAGE;
    if (reached > deepest) deepest = reached;
  }
  return Math.min(depth, deepest);
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A text that is not shown as it came: without what no store takes. */
function toName(value: unknown): string | null {
  return typeof value === 'string' ? toText(value.replaceAll('\0', '').toWellFormed()) : null;
}

const RANK_MAX = 65_535;

function toRank(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= RANK_MAX ? (value as number) : null;
}

function toCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function unreadable(why: string): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable result page: ${why}` });
}
