import { z } from 'zod';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { Failures, FailuresInput } from '../failures/list-failures.ts';
import { CHANNELS } from '../vocabulary.ts';
import { SPAN, SPAN_HEAD, SPAN_ORDER } from './grid.ts';
import { toProviderName } from './provider-name.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const FailuresQuery = z
  .object({
    project_id: idField(),
    keyword_id: idField().optional(),
    ...SPAN,
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  })
  .refine(...SPAN_ORDER);

const FailedTryBody = z
  .object({
    run_id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    device: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    day: z.string().meta({ description: "In the project's time zone." }),
    failed_at: z.string(),
    error: z.string().nullable().meta({ description: 'Null: not recorded.' }),
    provider: z.string().nullable(),
  })
  .meta({ id: 'FailedTry' });

export const FailuresResponse = z.object({
  ...SPAN_HEAD,
  count: z.int(),
  failures: z.array(FailedTryBody),
  pagination: Pagination,
});

export function toFailuresInput(query: z.output<typeof FailuresQuery>): FailuresInput {
  const { project_id: projectId, keyword_id: keywordId, ...rest } = query;
  return { ...rest, projectId, keywordId };
}

export function toFailuresBody(
  { projectId, limit, offset }: FailuresInput,
  { timeZone, span, tries, total }: Failures,
): z.input<typeof FailuresResponse> {
  return {
    success: true,
    project_id: projectId,
    time_zone: timeZone,
    from: span.from,
    to: span.to,
    count: tries.length,
    failures: tries.map(({ engine, error, provider, failed_at: failedAt, total: _total, ...one }) => ({
      ...one,
      platform: engine,
      failed_at: failedAt.toISOString(),
      error: error || null,
      provider: toProviderName(provider || null),
    })),
    pagination: { limit, offset, has_more: offset + tries.length < total, total },
  };
}
