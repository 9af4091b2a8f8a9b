import { findCategory } from '../world/apps/store-categories.ts';
import type { StoreApp } from '../world/apps/store-app.ts';
import { iconUrl } from './artwork.ts';
import { productUrl, WEB } from './lockup.ts';
import { developerUrl } from './pages/product-page.ts';
import { stateOf, type StoreView } from './view.ts';

/** Structured data for search engines: a second place for rating and price. */
export function makeStructuredData(view: StoreView, app: StoreApp): Readonly<Record<string, object>> {
  const state = stateOf(view, app);
  const genre = findCategory('store_a', app.categoryId)?.name ?? '';
  const charts = `${WEB}/${view.storefront.country}/iphone/charts`;
  const crumbs = [
    ['Top Charts', charts],
    [genre, `${charts}/${app.categoryId}`],
    [state.title, productUrl(view, app)],
  ];
  return {
    'software-application': {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: state.title,
      description: state.description.slice(0, 160),
      image: iconUrl(state.iconKey, 512),
      availableOnDevice: app.runsOnTablets ? 'iPhone, iPad' : 'iPhone',
      operatingSystem: 'Requires iOS 18.0 or later.',
      offers: {
        '@type': 'Offer',
        price: state.price,
        priceCurrency: view.storefront.currency,
        category: state.price === 0 ? 'free' : 'paid',
      },
      applicationCategory: genre,
      ...(state.rating === null
        ? {}
        : {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: Math.round(10 * state.rating) / 10,
              reviewCount: state.ratingCount,
            },
          }),
      genre: [genre],
      author: { '@type': 'Organization', name: app.developer.name, url: developerUrl(view, app) },
    },
    'schema:breadcrumb-list': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
    },
  };
}
