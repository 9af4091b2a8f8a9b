import { isNamed } from '../../world/apps/app-search.ts';
import { isInStore } from '../../world/apps/store-app.ts';
import type { StoreView } from '../../stores/view.ts';
import { findStorefront, type Storefront } from '../../world/apps/storefronts.ts';
import { toInfoItem } from './app-items.ts';
import type { Platform } from './app-request.ts';
import { roundUsd, toVendorTime } from '../envelope.ts';
import { PRICES } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { readSelection, select } from '../keywords/row-filters.ts';
import { dayOf, numberOf, textOf } from '../search-request.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const UNITED_STATES = 2840;
/** The vendor's database is some days old. */
const AGE_DAYS = 3;

/** The vendor's own database of apps, by words of title and description. */
export const appListingRoutes: readonly ProviderRoute[] = [
  listingRoute('store_a', '/v3/app_data/apple/app_listings/search/live'),
  listingRoute('store_b', '/v3/app_data/google/app_listings/search/live'),
];

function listingRoute(platform: Platform, path: string): ProviderRoute {
  return {
    method: 'POST',
    path,
    kind: 'live',
    failureCostUsd: PRICES.appListingsTask,
    fields: {
      fields: {
        categories: { type: 'texts', countMax: 10 },
        title: { type: 'text', lengthMax: 200 },
        description: { type: 'text', lengthMax: 200 },
        filters: { type: 'list' },
        order_by: { type: 'list' },
        limit: { type: 'integer', min: 1, max: LIMIT_MAX },
        offset: { type: 'integer', min: 0, max: 10_000 },
        tag: { type: 'text', lengthMax: 255 },
      },
      required: [],
      requireOneOf: [],
    },
    answer: (tools, task) => answerListings(tools, task, platform),
  };
}

function answerListings(tools: SearchTools, task: TaskRequest, platform: Platform): TaskAnswer {
  const selection = readSelection(task);
  if ('badField' in selection) return invalidField(selection.badField);
  const day = dayOf(tools.now()) - AGE_DAYS;
  const view: StoreView = { apps: tools.world.apps, day, storefront: findStorefront('us') as Storefront, device: 'iphone' };
  const words = `${textOf(task, 'title') ?? ''} ${textOf(task, 'description') ?? ''}`.trim();
  const known = words === '' ? view.apps.list(platform) : view.apps.search(platform, { term: words, country: 'us', day });
  // Who asks for a whole title gets the app that has it, and not all that share a word with it.
  const titled = known.filter((app) => isNamed(app, { term: words, day }));
  const apps = (titled.length > 0 ? titled : known).filter((app) => isInStore(app, day));
  const selected = select(apps, (app) => ({ item: toInfoItem(view, app) }), selection);
  const offset = numberOf(task, 'offset') ?? 0;
  const items = selected.slice(offset, offset + (numberOf(task, 'limit') ?? LIMIT_DEFAULT)).map((app) => ({
    app_id: app.appId,
    se_domain: platform === 'store_a' ? 'itunes.apple.com' : 'play.google.com',
    location_code: UNITED_STATES,
    language_code: 'en',
    check_url: null,
    time_update: toVendorTime(new Date(tools.now().getTime() - AGE_DAYS * 86_400_000)),
    item: toInfoItem(view, app),
  }));
  const result = { total_count: selected.length, count: items.length, offset, offset_token: null, items };
  return ok([result], roundUsd(PRICES.appListingsTask + items.length * PRICES.appListingsRow));
}
