import { z } from 'zod';
import { MetricReadingBody, toMetricReading } from '#areas/domains/index.ts';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { idField, integerParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import type { TopDomainsResult } from '../../reports/get-top-domains.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const RANK_DIGITS = 2;

export const TopDomainsQuery = z.object({
  project_id: idField().optional().meta({ description: 'Only its keywords.' }),
  location_code: integerParam({ min: 1 }).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const TopDomainBody = z
  .object({
    domain: z.string(),
    keywords_count: z.int().meta({ description: 'Keywords in whose newest organic results it stands' }),
    top_10_count: z.int(),
    avg_rank: z.number(),
    newest_date: z.string().meta({ description: 'The newest day on which one of these result pages was read' }),
    backlinks_count: z.int().nullable().meta({ description: 'Of the newest weekly snapshot; null: not known' }),
    backlinks_reading: MetricReadingBody.meta({ description: 'How the backlinks were counted, and what that cost.' }),
  })
  .meta({ id: 'TopDomain' });

export const TopDomainsResponse = z.object({
  success: z.boolean(),
  ...SCALE_FIELDS,
  domains: z.array(TopDomainBody),
  ...ListFields,
});

export function toTopDomainsBody(page: Page, { domains, total, ...scales }: TopDomainsResult): z.input<typeof TopDomainsResponse> {
  return {
    success: true,
    ...toScaleBody(scales),
    domains: domains.map(({ domain, keywords, top10, avgRank, newestDay, known }) => ({
      domain,
      keywords_count: keywords,
      top_10_count: top10,
      avg_rank: Number(avgRank.toFixed(RANK_DIGITS)),
      newest_date: newestDay,
      backlinks_count: known?.backlinks ?? null,
      backlinks_reading: toMetricReading(known?.reading ?? null),
    })),
    ...toListFields(domains, page, total),
  };
}
