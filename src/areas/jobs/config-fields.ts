import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { idField, integerField, listField } from '#http/fields.ts';
import { CRAWL_LIMIT_MAX } from './crawl-plan.ts';
import { CHART_TYPES, CRAWL_DEVICES } from './job.ts';

const CATEGORIES_MAX = 200;
const DEPTH_MAX = 2;
const FIELDS_MAX = 50;
const LENGTH_MAX = 10_000;

/** Fields that a crawl is described by (specification 2.11, 4.9). */
export const crawlFields = {
  related_app_depth: integerField({ min: 0, max: DEPTH_MAX })
    .nullish()
    .meta({ description: '0: category listings only; 1: product pages and similar apps too; 2: on until nothing new appears.' }),
  chart_types: listField(z.enum(CHART_TYPES), { max: CHART_TYPES.length })
    .nullish()
    .meta({ description: '`store_b` only; `topselling_free` when left out.' }),
  device: z.enum(CRAWL_DEVICES).nullish(),
  limit: integerField({ min: 1, max: CRAWL_LIMIT_MAX }).nullish().meta({ description: 'Apps per category.' }),
  category_ids: listField(z.union([idField(), z.int().min(0)]).transform(String), { min: 1, max: CATEGORIES_MAX })
    .nullish()
    .meta({ description: 'All categories of the store when left out.' }),
};

/** What a job is told. The fields named here mean the same in every type; others are kept for custom types. */
export const JobConfig = z
  .looseObject({
    platform: z.enum(PLATFORMS).nullish(),
    all_categories: z.boolean().nullish(),
    ...crawlFields,
    project_id: idField().nullish(),
  })
  .refine((config) => Object.keys(config).length <= FIELDS_MAX, `must have at most ${FIELDS_MAX} fields`)
  .refine((config) => JSON.stringify(config).length <= LENGTH_MAX, `must have at most ${LENGTH_MAX} characters`);
