import type { KeywordList, ListQuestion } from '#areas/keywords/index.ts';
import type { KeywordSource } from '../../runs/research-run.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import type { HarvestStep, PlannedMarket } from '../plan/plan-harvest.ts';
import { listAskedCategories, listSeeds } from '../plan/seeds.ts';
import type { RowShares } from '../plan/share-rows.ts';

type KeywordListKind = 'for_site' | 'for_categories' | 'ideas' | 'related';

/** Reads a list through the store. */
export type ReadList = <Kind extends KeywordListKind>(kind: Kind, request: ListQuestion<Kind>['request']) => Promise<KeywordList<Kind>>;

export interface ListPage {
  readonly order: HarvestOrder;
  readonly market: PlannedMarket;
  readonly limit: number;
  readonly offset: number;
}

/** A list of the provider's that gives keywords together with their metrics. */
export interface ListSource {
  readonly step: HarvestStep;
  readonly source: KeywordSource;
  readonly share: keyof RowShares;
  readonly read: (read: ReadList, page: ListPage) => Promise<KeywordList<KeywordListKind>>;
}

/** Seeds that the ads planner takes. */
const ADS_SEEDS_MAX = 20;

/** Keywords that fit the site, most searched first. */
export const DOMAIN_SOURCE: ListSource = {
  step: 'harvestDomain',
  source: 'domain_seed',
  share: 'domain',
  read: async (read, { order, market: { source, locationCode, languageCode }, limit, offset }) => {
    const target = { target: order.host, locationCode, languageCode };
    return await read('for_site', source === 'labs' ? { source, ...target, limit, offset } : { source, ...target });
  },
};

/** What people search for in the confirmed categories, and beside the seeds. */
export const IDEA_SOURCES: readonly ListSource[] = [
  {
    step: 'harvestCategories',
    source: 'harvest_ai',
    share: 'categories',
    read: async (read, { order, market: { locationCode, languageCode }, limit, offset }) => {
      const categoryIds = listAskedCategories(order).flatMap(({ id }) => id ?? []);
      return await read('for_categories', { categoryIds, locationCode, languageCode, limit, offset });
    },
  },
  {
    step: 'harvestSeeds',
    source: 'harvest_ai',
    share: 'seeds',
    read: async (read, { order, market: { source, locationCode, languageCode }, limit, offset }) => {
      const seeds = listSeeds(order);
      if (source === 'labs') return await read('ideas', { keywords: seeds, locationCode, languageCode, limit, offset });
      return await read('related', { source, keywords: seeds.slice(0, ADS_SEEDS_MAX), locationCode, languageCode });
    },
  },
];
