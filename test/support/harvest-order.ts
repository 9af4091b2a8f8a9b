import type { HarvestOrder } from '../../src/areas/research/harvest/harvest-order.ts';
import type { Confirmation, ConfirmedCategory, Enrichment, ResearchMarket } from '../../src/areas/research/runs/research-run.ts';

export const UNITED_STATES: ResearchMarket = { locationCode: 2840, locationName: 'United States', languageCode: 'en' };

export function makeCategory(id: number | null, path: string): ConfirmedCategory {
  return { id, name: path.split('/').at(-1) ?? path, path, confidence: 0.9, assignedBy: 'ai' };
}

/** A confirmed run of a shop for running shoes. */
export function makeOrder(
  given: {
    readonly id?: string;
    readonly host?: string;
    readonly projectId?: string | null;
    readonly enrichment?: Partial<Enrichment>;
    readonly confirmation?: Partial<Confirmation>;
  } = {},
): HarvestOrder {
  const categories = given.confirmation?.categories ?? [makeCategory(10_123, '/Sports & Fitness/Running Shoes')];
  return {
    id: given.id ?? 'run_1',
    projectId: given.projectId ?? null,
    organizationId: null,
    host: given.host ?? 'stridehub.com',
    enrichment: {
      businessType: 'ecommerce',
      businessTypeConfidence: 0.9,
      businessFocus: 'running shoes and socks',
      categories: [],
      seedKeywords: ['running shoes', 'trail running shoes', 'running socks'],
      brandNames: ['Stride Hub'],
      languageCode: 'en',
      by: ['rules'],
      notes: [],
      ...given.enrichment,
    },
    confirmation: {
      businessFocus: 'running shoes and socks',
      markets: [UNITED_STATES],
      appNames: [],
      limits: { keywordsMax: 2_000, costUsdMax: null },
      ...given.confirmation,
      categories,
    },
  };
}
