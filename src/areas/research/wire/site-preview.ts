import { z } from 'zod';
import { EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import type { SitePreview } from '../site/preview-site.ts';
import { siteField } from './fields.ts';

export const SitePreviewQuery = z.object({ url: siteField() });

export const SitePreviewResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  name: z.string().meta({ description: 'What a project about it may be called' }),
  location_code: z.int().meta({ description: 'Of the country that the ending of its name stands for; 2840 unless it stands for one' }),
  language_code: z.string(),
  estimate: EstimateBody.meta({ description: 'What fetching all that the provider knows of it costs at most' }),
  simulated: z
    .object({
      is_known: z.boolean().meta({ description: 'False: the simulated world has no such website, and nothing will be found' }),
      offer: z
        .object({ domain: z.string(), about: z.string(), competitors: z.array(z.string()) })
        .meta({ description: 'A website of that world to try it with' }),
    })
    .nullable()
    .meta({ description: 'Null: the service asks the real world' }),
});

export function toSitePreviewBody({ host, name, market, estimate, simulated }: SitePreview): z.input<typeof SitePreviewResponse> {
  return {
    success: true,
    domain: host,
    name,
    location_code: market.locationCode,
    language_code: market.languageCode,
    estimate: toEstimateFields(estimate),
    simulated:
      simulated === undefined
        ? null
        : { is_known: simulated.isKnown, offer: { ...simulated.offer, competitors: [...simulated.offer.competitors] } },
  };
}
