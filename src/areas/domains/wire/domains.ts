import { z } from 'zod';
import { hasNoControl, idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import { toBody } from '#http/to-body.ts';
import { hostField } from '../fields.ts';
import type { DomainSummary } from '../records/get-domain-summary.ts';
import { toRelatedClassification } from '../records/relation.ts';
import { METRIC_SOURCES, type KnownMetrics } from '../records/known-metrics.ts';
import type { StoredProperty } from '../properties/property.ts';
import { MetricReadingBody, toMetricReading, toSnapshotReading } from './metric-reading.ts';
import { BrandProperty, presentProperties } from './properties.ts';
import { DATA_TIERS } from '../records/store/details.ts';
import { FETCH_PARTS, type FetchPart } from '../onboarding/store/fetches.ts';
import { ONBOARD_STATUSES } from '../records/store/domains.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const SEARCH_MAX = 253;

export const DomainsQuery = z.object({
  domain: hostField().optional().meta({ description: 'This domain alone; without it a list by name.' }),
  onboard_status: z.enum(ONBOARD_STATUSES).optional(),
  data_tier: z.enum(DATA_TIERS).optional(),
  search: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(SEARCH_MAX)
    .refine(hasNoControl, 'must not contain control characters')
    .optional()
    .meta({ description: 'Part of the name.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const OrganizationParams = z.object({ organization_id: idField() });
export const OrganizationDomainsQuery = DomainsQuery.omit({ domain: true });

const Source = z.enum(METRIC_SOURCES).nullable();
const Counts = z.object({
  backlinks_count: z.int().nullable().meta({ description: 'Null: not known' }),
  referring_domains_count: z.int().nullable(),
  ranked_keywords_count: z.int().nullable(),
  rank: z.int().nullable().meta({ description: '0 to 100, of the newest weekly snapshot' }),
  spam_score: z.int().nullable().meta({ description: '0 to 100' }),
  year_week: z.string().nullable().meta({ description: 'ISO week of that snapshot, `YYYYWW`' }),
  sources: z
    .object({ backlinks: Source, referring_domains: Source, ranked_keywords: Source })
    .meta({ description: 'Where each count comes from: the newest weekly snapshot, what the provider said there is, or what is stored' }),
  readings: z
    .object({
      backlinks: MetricReadingBody,
      referring_domains: MetricReadingBody,
      ranked_keywords: MetricReadingBody,
      rank: MetricReadingBody.meta({ description: 'That of `spam_score` too' }),
    })
    .meta({ description: 'How each figure was read, and what that cost' }),
  missing: z.array(z.enum(FETCH_PARTS)).meta({ description: 'Parts that were not fetched to their end' }),
  last_updated: z.string().nullable(),
});

export const DomainSummaryResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  domain_id: z.int(),
  data_tier: z.enum(DATA_TIERS),
  onboard_status: z.enum(ONBOARD_STATUSES),
  onboard_error: z.string().nullable(),
  ...Counts.shape,
  properties: z.array(BrandProperty).meta({ description: 'Other places of the brand, as its home page names them' }),
});

const Classification = z.object({
  tier1_type: z.string().nullable(),
  domain_type: z.string().nullable(),
  property_type: z.string().nullable(),
  channel: z.string().nullable().meta({ description: 'Of a competitor never `affiliate_partner` by the kind of site alone' }),
  subchannel: z.string().nullable(),
  channel_bucket: z.string().nullable(),
  media_type: z
    .string()
    .nullable()
    .meta({ description: '`owned`: a project has it as its own. Null for a competitor, of whom the kind of site says nothing' }),
  domain_tech_type: z.string().nullable(),
  quality_tier: z.string().nullable().meta({ description: 'By `rank`; null when that is not known' }),
  classification_source: z.string().nullable(),
  classification_confidence: z.int().nullable().meta({ description: '0 to 100' }),
  classification_context: z.unknown().meta({ description: 'What the classification went by' }),
  last_classified_at: z.string().nullable(),
});

const OwnDomainBody = DomainSummaryResponse.omit({ success: true, properties: true }).meta({ id: 'OwnDomain' });
export const OwnDomainsResponse = z.object({ success: z.boolean(), domains: z.array(OwnDomainBody), ...ListFields });

/** Without what was found out on behalf of others: when it was onboarded, and by which workflow. */
export function toOwnDomainsBody(page: Page, { domains, total }: { domains: readonly DomainSummary[]; total: number }) {
  const rows = domains.map(toOwnDomain);
  return { success: true, domains: rows, ...toListFields(rows, page, total) };
}

function toOwnDomain({ record, metrics }: DomainSummary): z.input<typeof OwnDomainBody> {
  return {
    domain: record.domain,
    domain_id: record.id,
    data_tier: record.dataTier,
    onboard_status: record.onboardStatus,
    onboard_error: record.onboardError,
    ...toCounts(metrics),
  };
}

/** Times of the onboarding are epoch milliseconds. */
const DomainBody = z
  .object({
    id: z.int(),
    domain_id: z.int(),
    domain: z.string(),
    data_tier: z.enum(DATA_TIERS),
    onboard_status: z.enum(ONBOARD_STATUSES),
    onboard_started_at: z.int().nullable(),
    onboard_completed_at: z.int().nullable(),
    onboard_error: z.string().nullable(),
    workflow_id: z.string().nullable().meta({ description: 'The workflow that onboards it, or did' }),
    status_url: z.string().nullable(),
    backlinks_fetched_at: z.string().nullable(),
    referring_domains_fetched_at: z.string().nullable(),
    keywords_fetched_at: z.string().nullable(),
    summary_fetched_at: z.string().nullable(),
    ...Classification.shape,
    ...Counts.shape,
    created_at: z.string(),
  })
  .meta({ id: 'Domain' });

export const DomainsResponse = z.object({
  success: z.boolean(),
  ...DomainBody.partial().shape,
  domains: z.array(DomainBody),
  ...ListFields,
});

export function toDomainSummaryBody({
  record,
  metrics,
  properties,
}: DomainSummary & { readonly properties: readonly StoredProperty[] }): z.input<typeof DomainSummaryResponse> {
  return { success: true, ...toOwnDomain({ record, metrics }), properties: presentProperties(properties) };
}

/** The fields of a single domain stand at the top as well. */
export function toDomainsBody(
  page: Page,
  { domains, total }: { readonly domains: readonly DomainSummary[]; readonly total: number },
  isOne: boolean,
): z.input<typeof DomainsResponse> {
  const bodies = domains.map(toDomainBody);
  return {
    success: true,
    ...(isOne ? bodies[0] : {}),
    domains: bodies,
    ...toListFields(bodies, page, total),
  };
}

function toDomainBody({ record, metrics }: DomainSummary): z.input<typeof DomainBody> {
  return {
    id: record.id,
    domain_id: record.id,
    domain: record.domain,
    data_tier: record.dataTier,
    onboard_status: record.onboardStatus,
    onboard_started_at: record.onboardStartedAt?.getTime() ?? null,
    onboard_completed_at: record.onboardCompletedAt?.getTime() ?? null,
    onboard_error: record.onboardError,
    workflow_id: record.onboardWorkflowId,
    status_url: record.onboardWorkflowId === null ? null : toOnboardUrl(record.onboardWorkflowId),
    backlinks_fetched_at: fetchedAt(metrics, 'backlinks'),
    referring_domains_fetched_at: fetchedAt(metrics, 'referring_domains'),
    keywords_fetched_at: fetchedAt(metrics, 'keywords'),
    summary_fetched_at: fetchedAt(metrics, 'summary'),
    ...toClassificationBody({ record, metrics }),
    ...toCounts(metrics),
    created_at: record.createdAt.toISOString(),
  };
}

/** When a part was last fetched to its end; of several markets the newest. */
export function fetchedAt({ parts }: KnownMetrics, wanted: FetchPart): string | null {
  const times = parts.flatMap(({ part, status, completedAt }) => (part === wanted && status === 'complete' ? (completedAt ?? []) : []));
  return times.reduce<Date | null>((newest, time) => (newest === null || time > newest ? time : newest), null)?.toISOString() ?? null;
}

export function toOnboardUrl(workflowId: string): string {
  return `/api/admin/workflow/domain-onboard/${encodeURIComponent(workflowId)}`;
}

function toCounts(metrics: KnownMetrics): z.input<typeof Counts> {
  const { snapshot } = metrics;
  return {
    backlinks_count: metrics.backlinks.count,
    referring_domains_count: metrics.referringDomains.count,
    ranked_keywords_count: metrics.rankedKeywords.count,
    rank: snapshot?.rank ?? null,
    spam_score: snapshot?.spamScore ?? null,
    year_week: snapshot?.yearWeek ?? null,
    sources: {
      backlinks: metrics.backlinks.source,
      referring_domains: metrics.referringDomains.source,
      ranked_keywords: metrics.rankedKeywords.source,
    },
    readings: {
      backlinks: toMetricReading(metrics.backlinks.reading),
      referring_domains: toMetricReading(metrics.referringDomains.reading),
      ranked_keywords: toMetricReading(metrics.rankedKeywords.reading),
      rank: toSnapshotReading(snapshot),
    },
    missing: [...metrics.missing],
    last_updated: metrics.updatedAt?.toISOString() ?? null,
  };
}

function toClassificationBody({ record, metrics }: DomainSummary): z.input<typeof Classification> {
  const classification = toRelatedClassification(record, metrics.snapshot?.rank ?? null);
  return toBody(Classification, {
    ...classification,
    classificationSource: classification.source,
    classificationConfidence: classification.confidencePct,
    classificationContext: classification.context,
  });
}
