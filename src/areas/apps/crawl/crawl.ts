import type { CrawlConfig } from '../crawl-config.ts';
import type { Market } from '../records/index.ts';
import type { RelatedDepth } from './depth.ts';

/** Apps of a category at most. */
export const CRAWL_LIMIT_MAX = 200;
/** Apps that one page of a category lists. */
const APPS_PER_LISTING = 30;

/** A crawl as it is carried out. Its id is that of its job run. */
export interface Crawl extends Market {
  readonly runId: string;
  readonly relatedDepth: RelatedDepth;
  /** Names of charts, as the store has them. */
  readonly charts: readonly string[];
  readonly device: 'phone' | 'tablet';
  /** Apps of each category whose records are kept; null: about 30 of each chart page. Positions are kept up to 200 all the same. */
  readonly appLimit: number | null;
}

export const STORE_A_CHARTS = ['top-free', 'top-paid'] as const;
const STORE_B_CHARTS = ['topselling_free'] as const;
const STOREFRONT = 'us';
const TABLETS: readonly unknown[] = ['tablet', 'ipad'];

/** The provider cannot tell phones and tablets of `store_b` apart, so its positions are those of phones. */
export function toCrawl(runId: string, config: CrawlConfig): Crawl {
  const { platform } = config;
  return {
    runId,
    platform,
    storefront: config.storefront ?? STOREFRONT,
    relatedDepth: (config.related_app_depth ?? 0) as RelatedDepth,
    charts: platform === 'store_a' ? STORE_A_CHARTS : [...new Set(config.chart_types?.length ? config.chart_types : STORE_B_CHARTS)],
    device: platform === 'store_a' && TABLETS.includes(config.device) ? 'tablet' : 'phone',
    appLimit: config.limit ?? null,
  };
}

/** A device in the words of `store_a`. */
export function toStoreADevice(device: Crawl['device']): 'iphone' | 'ipad' {
  return device === 'tablet' ? 'ipad' : 'iphone';
}

/** Positions of a chart that are kept. */
export function toRankMax({ appLimit }: Crawl): number {
  return appLimit ?? CRAWL_LIMIT_MAX;
}

/** Apps of a category that are kept: one page of `store_a` shows both of its charts. */
export function toAppMax({ platform, charts, appLimit }: Crawl): number {
  return appLimit ?? Math.min(CRAWL_LIMIT_MAX, (platform === 'store_a' ? 1 : charts.length) * APPS_PER_LISTING);
}

/** The first apps of several charts, position by position, each once. */
export function chooseApps(charts: readonly (readonly { readonly rank: number; readonly appId: string }[])[], max: number): string[] {
  const positions = charts.flat().toSorted((one, other) => one.rank - other.rank);
  return [...new Set(positions.map(({ appId }) => appId))].slice(0, max);
}
