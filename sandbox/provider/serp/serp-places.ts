import { mix } from '../../hashing.ts';
import type { Search } from '../../serp/index.ts';
import { toSlug } from '../../world/names.ts';
import type { Business } from '../../world/businesses.ts';
import { toVendorTime } from '../envelope.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { PRICES, pricePlaces, type PriceMode } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { numberOf, searchDefaults, searchRules, toSearch } from '../search-request.ts';
import { domainOf } from './serp-organic.ts';
import { queueMode, queueRoutes } from './serp-queue.ts';
import { ratingOf } from '../keywords/wire-google.ts';

interface PlaceList {
  readonly type: 'local_finder' | 'maps';
  readonly depthDefault: number;
  readonly perPage: { readonly desktop: number; readonly mobile: number };
  readonly depthMax: { readonly live: number; readonly queued: number };
  readonly pageUsd: Readonly<Record<PriceMode, number>>;
  toItem(business: Business, rank: number): Record<string, unknown>;
}

const localFinder: PlaceList = {
  type: 'local_finder',
  depthDefault: 20,
  perPage: { desktop: 20, mobile: 10 },
  depthMax: { live: 100, queued: 500 },
  pageUsd: PRICES.serpLocalFinder,
  toItem: (business, rank) => ({
    type: 'local_pack',
    rank_group: rank,
    rank_absolute: rank,
    page: Math.ceil(rank / 20),
    position: 'right',
    xpath: `/html[1]/body[1]/div[6]/div[${rank}]`,
    title: business.title,
    description: `${business.street}, ${business.city.shortName}\n${business.phone}`,
    domain: business.host,
    phone: business.phone,
    url: business.url,
    is_paid: false,
    rating: ratingOf(business.rating, business.ratingCount),
    cid: business.cid,
    booking_url: null,
    rectangle: null,
  }),
};

const maps: PlaceList = {
  type: 'maps',
  depthDefault: 100,
  perPage: { desktop: 100, mobile: 20 },
  depthMax: { live: 700, queued: 700 },
  pageUsd: PRICES.serpMaps,
  toItem: (business, rank) => ({
    type: 'maps_search',
    rank_group: rank,
    rank_absolute: rank,
    domain: business.host,
    title: business.title,
    original_title: null,
    url: business.url,
    contact_url: null,
    contributor_url: null,
    book_online_url: null,
    rating: ratingOf(business.rating, business.ratingCount),
    rating_distribution: spread(business),
    hotel_rating: null,
    price_level: null,
    snippet: addressOf(business),
    address: addressOf(business),
    address_info: {
      borough: null,
      address: business.street,
      city: business.city.shortName,
      zip: business.zip,
      region: business.city.region,
      country_code: business.city.country,
    },
    place_id: business.placeId,
    phone: business.phone,
    main_image: null,
    total_photos: mix(business.hash, 7) % 60,
    category: business.topic.subjects.en[0],
    additional_categories: null,
    category_ids: [toSlug(business.topic.subjects.en[0] ?? '').replaceAll('-', '_')],
    work_hours: { timetable: null, current_status: 'open' },
    feature_id: business.featureId,
    cid: business.cid,
    latitude: business.latitude,
    longitude: business.longitude,
    is_claimed: mix(business.hash, 9) % 5 !== 0,
    local_justifications: null,
    is_directory_item: false,
  }),
};

const localFinderFields: Readonly<Record<string, FieldRule>> = { min_rating: { type: 'number' }, time_filter: { type: 'text' } };
const mapsFields: Readonly<Record<string, FieldRule>> = {
  max_crawl_pages: { type: 'integer', min: 1, max: 100 },
  se_domain: { type: 'text' },
  search_this_area: { type: 'flag' },
  search_places: { type: 'flag' },
};

/** Lists of places on the first engine, read now or from the queue. */
export const placeRoutes: readonly ProviderRoute[] = [
  liveRoute(localFinder, { ...localFinderFields, priority: { type: 'integer', min: 1, max: 2 } }),
  ...queuedRoutes(localFinder, localFinderFields),
  liveRoute(maps, mapsFields),
  ...queuedRoutes(maps, mapsFields),
];

function rulesOf(list: PlaceList, fields: Readonly<Record<string, FieldRule>>, depthMax: number): FieldRules {
  return searchRules({ ...fields, depth: { type: 'integer', min: 1, max: depthMax } }, { takesUrl: list.type === 'maps' });
}

function liveRoute(list: PlaceList, fields: Readonly<Record<string, FieldRule>>): ProviderRoute {
  return {
    method: 'POST',
    path: `/v3/serp/google/${list.type}/live/advanced`,
    kind: 'live',
    fields: rulesOf(list, fields, list.depthMax.live),
    defaults: searchDefaults,
    failureCostUsd: list.pageUsd.live,
    answer: (tools, task) => answerPlaces(tools, task, { list, mode: 'live' }),
  };
}

function queuedRoutes(list: PlaceList, fields: Readonly<Record<string, FieldRule>>): readonly ProviderRoute[] {
  const answer = (tools: SearchTools, task: TaskRequest): TaskAnswer => answerPlaces(tools, task, { list, mode: queueMode(task) });
  const work = { path: `/v3/serp/google/${list.type}`, forms: ['advanced'] as const, answer, price: answer };
  return queueRoutes(work, rulesOf(list, fields, list.depthMax.queued));
}

interface Order {
  readonly list: PlaceList;
  readonly mode: PriceMode;
}

function answerPlaces(tools: SearchTools, task: TaskRequest, { list, mode }: Order): TaskAnswer {
  const search = toSearch(tools, task, 'google');
  if ('badField' in search) return invalidField(search.badField);
  const pageUsd = list.pageUsd[mode];
  const ratingMin = numberOf(task, 'min_rating') ?? 0;
  const found = tools.serp.searchPlaces(search).filter((business) => business.rating >= ratingMin);
  if (found.length === 0) return { code: 40_102, result: null, costUsd: pageUsd };
  const perPage = list.perPage[search.device];
  const pagesMax = numberOf(task, 'max_crawl_pages') ?? Infinity;
  const depth = Math.min(numberOf(task, 'depth') ?? list.depthDefault, pagesMax * perPage);
  const items = found.slice(0, depth).map((business, index) => list.toItem(business, index + 1));
  return ok([toResult(search, items, { list, now: tools.now() })], pricePlaces(Math.ceil(items.length / perPage), pageUsd));
}

function toResult(
  search: Search,
  items: readonly Record<string, unknown>[],
  { list, now }: { readonly list: PlaceList; readonly now: Date },
): Record<string, unknown> {
  return {
    keyword: search.keyword,
    type: list.type,
    se_domain: domainOf(search),
    location_code: search.place.code,
    language_code: search.languageCode,
    check_url: `https://www.${domainOf(search)}/${list.type === 'maps' ? 'maps/search/' : 'search?tbm=lcl&q='}${encodeURIComponent(search.keyword)}`,
    datetime: toVendorTime(now),
    spell: null,
    refinement_chips: null,
    item_types: [...new Set(items.map((item) => item['type']))],
    se_results_count: 0,
    items_count: items.length,
    items,
  };
}

function addressOf(business: Business): string {
  return `${business.street}, ${business.city.shortName}, ${business.zip}`;
}

/** How many gave one to five stars. */
function spread(business: Business): Record<string, number> {
  const share = [0.05, 0.05, 0.1, 0.25];
  const counts = share.map((part) => Math.round(part * business.ratingCount));
  return Object.fromEntries(
    [...counts, business.ratingCount - counts.reduce((sum, count) => sum + count, 0)].map((count, index) => [String(index + 1), count]),
  );
}
