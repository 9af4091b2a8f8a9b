import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { instantParam, integerField, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { LINK_ROWS_PER_CALL, LINK_STATUSES } from '#providers/search-data/links.ts';
import { hostField } from '../fields.ts';
import { QUALITY_TIERS } from '../links/quality-tier.ts';
import { classifyReferringDomain } from '../queues.ts';
import type { FetchedReferring, ReferringOrder } from '../links/fetch-referring-domains.ts';
import type { ReferringList } from '../links/list-referring-domains.ts';
import { shareOfFetch } from '../records/metric-reading.ts';
import type { DomainFetch } from '../onboarding/store/fetches.ts';
import type { ReferringPage, ReferringRecord } from '../links/store/referring-domains.ts';

const LIMIT_DEFAULT = 100;
const LIST_MAX = 1_000;
const CLASSIFICATION_QUEUE = classifyReferringDomain.queue.name;

export const ReferringFetchBody = z
  .object({
    target: hostField(),
    limit: integerField({ min: 1, max: LINK_ROWS_PER_CALL }).default(LIMIT_DEFAULT),
    offset: integerField().default(0),
    status: z.enum(LINK_STATUSES).default('live').meta({ description: '`lost`: those whose last link went within a year.' }),
    since: instantParam().optional().meta({ description: 'Only what came or, with `lost` or `all`, went since this day or time.' }),
    dry_run: dryRunField(),
  })
  .meta({ title: 'referring_fetch' });

export const ReferringFetchResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  domain_id: z.int(),
  fetched: z.int().meta({ description: 'Rows that the provider gave' }),
  stored: z.int(),
  lost: z.int().meta({ description: 'Known ones that are gone: known only from an answer that holds all there are' }),
  total: z.int().nullable().meta({ description: 'Rows that there are by the word of the provider; null: it does not say' }),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean().nullable(),
  queued: z.int().meta({ description: 'Domains that are new and wait for their classification' }),
  classification: z.object({
    queue: z.literal(CLASSIFICATION_QUEUE),
    waiting: z.boolean().meta({ description: 'The messages wait: nothing in this service takes them yet' }),
    consumed: z.boolean(),
    message: z.string(),
  }),
  cost: z.number(),
  cost_usd: z.number(),
});

export const ReferringFetchEstimate = z.object({ success: z.boolean(), dry_run: z.boolean(), target: z.string(), estimate: EstimateBody });

export function toReferringFetchBody(order: ReferringOrder, done: FetchedReferring): z.input<typeof ReferringFetchResponse> {
  const { domain, fetched, stored, lost, total, queued, isConsumed, costUsd } = done;
  return {
    success: true,
    target: domain.domain,
    domain_id: domain.id,
    fetched,
    stored,
    lost,
    total,
    limit: order.limit,
    offset: order.offset,
    has_more: total === null ? null : order.offset + order.limit < total,
    queued,
    classification: {
      queue: CLASSIFICATION_QUEUE,
      waiting: !isConsumed,
      consumed: isConsumed,
      message: isConsumed ? 'Classification takes them in turn.' : 'They wait until classification is part of the service.',
    },
    cost: costUsd,
    cost_usd: costUsd,
  };
}

export function toReferringEstimateBody(target: string, estimate: Estimate): z.input<typeof ReferringFetchEstimate> {
  return { success: true, dry_run: true, target, estimate: toEstimateFields(estimate) };
}

export const ReferringListQuery = z.object({
  target: hostField(),
  status: z.enum(LINK_STATUSES).default('live'),
  quality_tier: z.enum(QUALITY_TIERS).optional(),
  limit: limitField(LIMIT_DEFAULT, LIST_MAX),
  offset: offsetField(),
});

/** A referring domain as it is answered. */
export const ReferringBody = z
  .object({
    target_domain: z.string(),
    referring_domain: z.string(),
    status: z.enum(['live', 'lost']),
    rank: z.int().nullable().meta({ description: '0 to 100' }),
    quality_tier: z.enum(QUALITY_TIERS).nullable().meta({ description: 'By the rank' }),
    backlinks_count: z.int().nullable(),
    spam_score: z.int().nullable().meta({ description: '0 to 100' }),
    referring_pages: z.int().nullable(),
    platform_types: z.record(z.string(), z.int()).meta({ description: 'Links by type of platform; one link may be in several' }),
    domain_type: z.string().nullable(),
    media_type: z.string().nullable(),
    channel_bucket: z.string().nullable(),
    classification_source: z.string().nullable(),
    classification_confidence: z.int().nullable().meta({ description: '0 to 100' }),
    last_classified_at: z.string().nullable(),
    dfs_first_seen: z.string().nullable().meta({ description: 'By the provider' }),
    dfs_lost_date: z.string().nullable(),
    our_first_seen: z.string().meta({ description: 'By our own fetches' }),
    our_last_seen: z.string(),
    our_lost_at: z.string().nullable(),
    cost_usd: z
      .number()
      .nullable()
      .meta({ description: 'Its share of the fetch that last brought it. Null: another call did, whose price is not kept by row' }),
  })
  .meta({ id: 'ReferringDomain' });

export const ReferringListResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  domain_id: z.int(),
  referring_domains: z.array(ReferringBody),
  count: z.int(),
  total: z.int().meta({ description: 'Of those that are stored' }),
  pagination: Pagination,
});

export function toReferringPage(query: z.output<typeof ReferringListQuery>): Omit<ReferringPage, 'domainId'> & { target: string } {
  const { target, status, quality_tier: qualityTier, limit, offset } = query;
  return { target, status, qualityTier, limit, offset };
}

export function toReferringListBody(page: Page, list: ReferringList): z.input<typeof ReferringListResponse> {
  const { domain, referring, total } = list;
  return {
    success: true,
    target: domain.domain,
    domain_id: domain.id,
    referring_domains: referring.map((record) => toReferringBody(domain.domain, record, list.fetch)),
    count: referring.length,
    total,
    pagination: toPagination(page, total),
  };
}

export function toReferringBody(target: string, record: ReferringRecord, fetch: DomainFetch | null): z.input<typeof ReferringBody> {
  return toBody(ReferringBody, {
    ...record,
    targetDomain: target,
    status: record.ourLostAt === null ? 'live' : 'lost',
    backlinksCount: record.backlinks,
    classificationConfidence: record.confidencePct,
    costUsd: shareOfFetch(fetch, record.ourLastSeen),
  });
}

const DEBUG_LIMIT_DEFAULT = 10;
const ENDPOINT_LENGTH_MAX = 300;

export const LinkRelayBody = z
  .object({
    target: hostField(),
    endpoint: nameField(ENDPOINT_LENGTH_MAX).meta({ description: '`summary`, `backlinks`, ..., or a path under `/v3/backlinks/`.' }),
    limit: integerField({ min: 1, max: LINK_ROWS_PER_CALL }).default(DEBUG_LIMIT_DEFAULT).meta({ description: 'Rows of lists.' }),
    dry_run: dryRunField(),
  })
  .meta({ title: 'referring_debug' });

export const LinkRelayResponse = z.looseObject({}).meta({ description: "The provider's answer, unchanged." });
