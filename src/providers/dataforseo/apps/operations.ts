import { invalid, type AppError } from '#kernel/errors.ts';
import { roundUsd } from '#kernel/money.ts';
import type { AppDataKind, AppDataRequest, AppStore } from '#providers/search-data/app-data.ts';
import type { ProviderTask } from '../client.ts';
import type { SearchService } from '../services.ts';
import { findStoreLocation } from './store-locations.ts';

/** One function of the provider for one store, at normal priority. */
export interface AppFunction {
  readonly path: string;
  readonly service: SearchService;
  /** What a block of results costs in USD, and how many make one. */
  readonly blockUsd: number;
  readonly blockSize: number;
  readonly depthMax: number;
}

const ENGINES: Readonly<Record<AppStore, string>> = { store_a: 'apple', store_b: 'google' };

type FunctionRow = Omit<AppFunction, 'path'>;
const INFO: FunctionRow = { service: 'provider_app_info', blockUsd: 0.0006, blockSize: 1, depthMax: 1 };
const LIST: FunctionRow = { service: 'provider_app_list', blockUsd: 0.0012, blockSize: 100, depthMax: 200 };
const REVIEWS: FunctionRow = { service: 'provider_app_list', blockUsd: 0.000_75, blockSize: 150, depthMax: 500 };

/** The vendor names the prices of `store_b`; those of `store_a` and of its lists are taken to be the same. */
const FUNCTIONS: Readonly<Record<AppStore, Readonly<Record<AppDataKind, FunctionRow>>>> = {
  store_b: { app_info: INFO, app_list: LIST, app_searches: { ...LIST, blockSize: 30 }, app_reviews: REVIEWS },
  store_a: {
    app_info: INFO,
    app_list: { ...LIST, depthMax: 1_000 },
    app_searches: { ...LIST, depthMax: 700 },
    // Charged by 25 or by 50: the dearer way is reserved.
    app_reviews: { ...REVIEWS, blockSize: 25 },
  },
};

/** Charts of `store_a` by the names of its own pages; those of `store_b` have the same name everywhere. */
const CHARTS: Readonly<Record<string, string>> = {
  'top-free': 'top_free_ios',
  'top-paid': 'top_paid_ios',
  'top-grossing': 'top_grossing_ios',
};
/** Ids that mean the whole store. */
const ROOTS: ReadonlySet<string> = new Set(['36', 'APPLICATION']);

export function findAppFunction({ store, kind }: Pick<AppDataRequest, 'store' | 'kind'>): AppFunction {
  return { ...FUNCTIONS[store][kind], path: `/v3/app_data/${ENGINES[store]}/${kind}` };
}

/** The most that a question costs, at normal priority. */
export function estimateAppDataUsd(request: AppDataRequest): number {
  const { blockUsd, blockSize, depthMax } = findAppFunction(request);
  return roundUsd(blockUsd * Math.ceil(toDepth(request, depthMax) / blockSize));
}

function toDepth(request: AppDataRequest, depthMax: number): number {
  return 'depth' in request ? Math.min(Math.max(1, request.depth), depthMax) : 1;
}

/** Why the provider cannot be asked; `undefined`: it can. */
export function findAppProblem(request: AppDataRequest): AppError | undefined {
  if (findStoreLocation(request.storefront) === undefined)
    return invalid([{ path: 'storefront', message: 'must be a country with a store' }]);
  if (request.kind !== 'app_list') return undefined;
  const isKnown = toCategory(request) !== undefined;
  return isKnown ? undefined : invalid([{ path: 'categoryId', message: 'must be a category of the store' }]);
}

/** The task as the provider wants it. */
export function toAppTask(request: AppDataRequest, tag: string): ProviderTask {
  const { depthMax } = findAppFunction(request);
  const common = { location_code: findStoreLocation(request.storefront), language_code: request.languageCode ?? 'en', tag };
  const depth = toDepth(request, depthMax);
  switch (request.kind) {
    case 'app_info':
      return { app_id: request.appId, ...common };
    case 'app_reviews':
      return { app_id: request.appId, depth, sort_by: request.store === 'store_b' ? 'newest' : 'most_recent', ...common };
    case 'app_searches':
      return { keyword: request.keyword, depth, ...common };
    case 'app_list':
      return { app_collection: CHARTS[request.chart] ?? request.chart, ...toCategory(request), depth, ...common };
  }
}

/** The provider's words for the categories of `store_a`, as its own names suggest. */
const WORDS_A: ReadonlyMap<string, string> = new Map(
  `6000 business;6001 weather;6002 utilities;6003 travel;6004 sports;6005 social_networking;6006 reference;6007 productivity
6008 photo_and_video;6009 news;6010 navigation;6011 music;6012 lifestyle;6013 health_and_fitness;6014 games;6015 finance
6016 entertainment;6017 education;6018 books;6020 medical;6021 magazines_and_newspapers;6023 food_and_drink;6024 shopping
6026 developer_tools;6027 graphics_and_design;7001 games_action;7002 games_adventure;7003 games_casual;7004 games_board
7005 games_card;7006 games_casino;7009 games_family;7011 games_music;7012 games_puzzle;7013 games_racing
7014 games_role_playing;7015 games_simulation;7016 games_sports;7017 games_strategy;7018 games_trivia;7019 games_word`
    .split(/[\n;]/u)
    .map((row) => [row.slice(0, 4), row.slice(5)]),
);

/**
 * The category as the provider wants it: of `store_b` the store's own id in lower case. Empty for the whole store;
 * `undefined`: the provider has no word for it.
 */
function toCategory({ store, categoryId }: Extract<AppDataRequest, { kind: 'app_list' }>): ProviderTask | undefined {
  if (categoryId === null || ROOTS.has(categoryId)) return {};
  const word = store === 'store_b' ? categoryId.toLowerCase() : WORDS_A.get(categoryId);
  return word === undefined ? undefined : { app_category: word };
}
