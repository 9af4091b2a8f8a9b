import { z } from 'zod';
import { appIdField, PLATFORMS } from '#areas/assets/index.ts';
import { chooseFields, type NotBuiltTrigger } from '#area/trigger.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';
import { CRAWL_DEVICES } from './crawl-config.ts';
import { CRAWL_LIMIT_MAX } from './crawl-plan.ts';

const RELATED_DEPTH_MAX = 2;
const CATEGORIES_MAX = 500;
const MISSING = 'App data is not part of this version.';

const Country = z.string().regex(/^[A-Za-z]{2}$/u, 'must be a country code of two letters');
const CategoryId = z.union([idField(), integerField()]);

export const notBuiltTriggers: readonly NotBuiltTrigger[] = [
  {
    type: 'app-details',
    fields: '`app_id`, `platform`, `country`',
    makePayload: ({ platform }) =>
      z.object({
        app_id: appIdField(platform === 'store_b' ? 'store_b' : 'store_a'),
        platform: z.enum(PLATFORMS),
        country: Country.optional(),
      }),
    missing: MISSING,
  },
  {
    type: 'crawl-run',
    fields: '`job_id` or `platform`; `category_ids[]`, `related_app_depth`, `chart_types[]` (`store_b` only), `device`, `limit`',
    makePayload: (raw) =>
      z.object(chooseFields(raw, { platform: z.enum(PLATFORMS), job_id: idField() })).extend({
        category_ids: listField(CategoryId, { max: CATEGORIES_MAX }).optional(),
        related_app_depth: integerField({ min: 0, max: RELATED_DEPTH_MAX }).optional(),
        chart_types: listField(nameField(), { max: CATEGORIES_MAX })
          .refine(() => raw['platform'] !== 'store_a', 'are of store_b only')
          .optional(),
        device: z.enum(CRAWL_DEVICES).optional(),
        limit: integerField({ min: 1, max: CRAWL_LIMIT_MAX }).optional(),
      }),
    missing: MISSING,
  },
];
