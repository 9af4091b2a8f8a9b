import type { PageContent } from './editorial-pages.ts';
import { makeIntent, makeLockup } from './lockup.ts';
import { makeShelf } from './shelf.ts';
import type { StoreView } from './view.ts';

const SHOWN = 40;

/** The web search of `store_a`; the first result carries its id as a number, as the store does. */
export function makeSearchPage(view: StoreView, term: string): PageContent {
  const { apps, day, storefront } = view;
  const found = apps.search('store_a', { term, country: storefront.country, day }).slice(0, SHOWN);
  const items = found.map((app, at) => {
    const lockup = makeLockup(view, app, { at });
    return { $kind: 'AppSearchResult', lockup: at === 0 ? { ...lockup, adamId: Number(app.appId) } : lockup };
  });
  return {
    intent: makeIntent(view, 'SearchResultsPageIntent', { term }),
    data: {
      title: 'Search',
      shelves: [makeShelf('0', 'searchResult', items)],
    },
  };
}
