import { z } from 'zod';
import { appIdField, PLATFORMS } from '#areas/assets/index.ts';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { DEFAULT_STOREFRONT, storefrontField } from '../catalogue/index.ts';

export const appDetailsTrigger: WorkflowTrigger = {
  fields: '`app_id`, `platform`, `country` (`us` when left out), `force`',
  makePayload: ({ platform }) =>
    z.object({
      app_id: appIdField(platform === 'store_b' ? 'store_b' : 'store_a'),
      platform: z.enum(PLATFORMS),
      country: storefrontField().default(DEFAULT_STOREFRONT),
      force: z.boolean().optional(),
    }),
  // Of `store_a` the paid record is bought only when everything free fails.
  estimate: async ({ searchData }, payload) => {
    const {
      app_id: appId,
      platform,
      country,
    } = z.object({ app_id: z.string(), platform: z.enum(PLATFORMS), country: z.string() }).parse(payload);
    return {
      calls: 1,
      costUsd:
        platform === 'store_a' ? 0 : searchData.estimateAppDataUsd({ kind: 'app_info', store: platform, storefront: country, appId }),
    };
  },
};
