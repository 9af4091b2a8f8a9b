import { makeIntent, WEB } from '../lockup.ts';
import type { StoreView } from '../view.ts';

type Fields = Readonly<Record<string, unknown>>;

const EMPTY = {
  $kind: 'Shelf',
  impressionMetrics: null,
  contentType: 'marker',
  marker: null,
  items: [],
  url: null,
  mergeWhenFetched: false,
  fetchStrategy: 'onPageLoad',
  batchGroup: null,
  seeAllAction: null,
  footerTitle: null,
  footerAction: null,
  eyebrow: null,
  title: null,
  titleArtwork: null,
  subtitle: null,
  isHorizontal: false,
  isHidden: false,
  rowsPerColumn: null,
  background: { type: 'none' },
  contentsMetadata: { type: 'none' },
  isPersonalized: false,
  shouldFilterApps: false,
} as const;

/** A part of a page of `store_a`. */
export function makeShelf(id: string, contentType: string, items: readonly unknown[], more: Fields = {}): Fields {
  return { ...EMPTY, contentType, items, ...more, id };
}

export interface ShelfMetrics {
  readonly id: string;
  readonly name: string;
  readonly impressionType: string;
  readonly idType: string;
  readonly impressionIndex: number;
}

export function makeMetrics(fields: ShelfMetrics): object {
  return { fields };
}

/** A link to another page of the store. */
export function linkTo(
  view: StoreView,
  link: { readonly page: string; readonly path: string; readonly intent: string; readonly id: string },
): Fields {
  return {
    $kind: 'flowAction',
    actionClass: 'FlowAction',
    page: link.page,
    pageUrl: `${WEB}/${view.storefront.country}${link.path}`,
    pageData: null,
    destination: makeIntent(view, link.intent, { id: link.id }),
  };
}
