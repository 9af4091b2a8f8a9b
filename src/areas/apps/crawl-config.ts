import { z } from 'zod';
import type { Platform } from '#areas/assets/index.ts';
import { idField, integerField, listField } from '#http/fields.ts';
import { storefrontField } from './catalogue/index.ts';
import { CRAWL_LIMIT_MAX } from './crawl/crawl.ts';

const CATEGORIES_MAX = 200;
const DEPTH_MAX = 2;

export const CHART_TYPES = ['topselling_free', 'topselling_paid', 'topgrossing'] as const;
export const CRAWL_DEVICES = ['phone', 'tablet', 'iphone', 'ipad'] as const;

/** What to crawl. */
export interface CrawlConfig {
  readonly platform: Platform;
  readonly related_app_depth?: number | null | undefined;
  /** `store_b` only. */
  readonly chart_types?: readonly (typeof CHART_TYPES)[number][] | null | undefined;
  readonly device?: (typeof CRAWL_DEVICES)[number] | null | undefined;
  /** Country of the store in lower case; `us` when left out. */
  readonly storefront?: string | null | undefined;
  /** Apps per category. */
  readonly limit?: number | null | undefined;
  readonly category_ids?: readonly string[] | null | undefined;
}

/** Fields that a crawl is described by. */
export const crawlFields = {
  related_app_depth: integerField({ min: 0, max: DEPTH_MAX })
    .nullish()
    .meta({ description: '0: category listings only; 1: product pages and similar apps too; 2: on until nothing new appears.' }),
  chart_types: listField(z.enum(CHART_TYPES), { max: CHART_TYPES.length })
    .nullish()
    .meta({ description: '`store_b` only; `topselling_free` when left out.' }),
  device: z.enum(CRAWL_DEVICES).nullish(),
  storefront: storefrontField().nullish(),
  limit: integerField({ min: 1, max: CRAWL_LIMIT_MAX }).nullish().meta({ description: 'Apps per category.' }),
  category_ids: listField(z.union([idField(), z.int().min(0)]).transform(String), { min: 1, max: CATEGORIES_MAX })
    .nullish()
    .meta({ description: 'All categories of the store when left out.' }),
};
