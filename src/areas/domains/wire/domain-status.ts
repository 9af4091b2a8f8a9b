import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { hostField } from '../fields.ts';
import type { DomainSummary } from '../records/get-domain-summary.ts';
import { toRelatedClassification } from '../records/relation.ts';
import type { StoredCounts } from '../records/store/metrics.ts';
import { DATA_TIERS } from '../records/store/details.ts';
import { FETCH_PARTS, FETCH_STATUSES, type DomainFetch } from '../onboarding/store/fetches.ts';
import { fetchedAt, toOnboardUrl } from './domains.ts';

export const DomainStatusQuery = z.object({ domain: hostField() });

/** Section 4.6 writes `completed` for what is stored as `complete`. */
const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

const Progress = z.object({
  part: z.enum(FETCH_PARTS),
  status: z.enum(FETCH_STATUSES),
  rows_fetched: z.int(),
  rows_wanted: z.int().nullable(),
  rows_total: z.int().nullable().meta({ description: 'Rows that there are, by the word of the source' }),
  is_whole: z.boolean().meta({ description: 'Everything there was has come.' }),
  location_code: z.int().nullable(),
  language_code: z.string().nullable(),
  cost_usd: z.number(),
  error: z.string().nullable(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
});

const FetchTimestamps = z.object({
  backlinks: z.string().nullable(),
  keywords: z.string().nullable(),
  summary: z.string().nullable(),
  referring_domains: z.string().nullable(),
});

export const DomainStatusResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  domain_id: z.int(),
  data_tier: z.enum(DATA_TIERS),
  onboard_status: z.enum(STATUSES),
  onboard_started_at: z.int().nullable().meta({ description: 'Epoch milliseconds' }),
  onboard_completed_at: z.int().nullable().meta({ description: 'Epoch milliseconds' }),
  onboard_error: z.string().nullable(),
  workflow_id: z.string().nullable(),
  status_url: z.string().nullable(),
  fetch_timestamps: FetchTimestamps,
  stats: z.object({
    backlinks: z.int().meta({ description: 'Links that are stored and were not lost' }),
    urls_total: z.int().meta({ description: 'Pages that link to the domain, and known pages of it' }),
    urls_classified: z.int(),
    keywords: z.int(),
    has_summary: z.boolean(),
  }),
  classification: z.object({
    domain_type: z.string().nullable(),
    channel_bucket: z.string().nullable(),
    classification_source: z.string().nullable(),
    classification_confidence: z.int().nullable(),
  }),
  progress: z.array(Progress).meta({ description: 'How far each part has come; keywords by market.' }),
  missing: z.array(z.enum(FETCH_PARTS)).meta({ description: 'Parts that were not fetched to their end' }),
});

export function toDomainStatusBody({
  record,
  metrics,
  stored,
}: DomainSummary & { readonly stored: StoredCounts }): z.input<typeof DomainStatusResponse> {
  const { onboardWorkflowId: workflowId } = record;
  const classification = toRelatedClassification(record, metrics.snapshot?.rank ?? null);
  return {
    success: true,
    domain: record.domain,
    domain_id: record.id,
    data_tier: record.dataTier,
    onboard_status: record.onboardStatus === 'complete' ? 'completed' : record.onboardStatus,
    onboard_started_at: record.onboardStartedAt?.getTime() ?? null,
    onboard_completed_at: record.onboardCompletedAt?.getTime() ?? null,
    onboard_error: record.onboardError,
    workflow_id: workflowId,
    status_url: workflowId === null ? null : toOnboardUrl(workflowId),
    fetch_timestamps: {
      backlinks: fetchedAt(metrics, 'backlinks'),
      keywords: fetchedAt(metrics, 'keywords'),
      summary: fetchedAt(metrics, 'summary'),
      referring_domains: fetchedAt(metrics, 'referring_domains'),
    },
    stats: {
      backlinks: stored.backlinks,
      urls_total: stored.urls,
      urls_classified: stored.urlsClassified,
      keywords: stored.keywords,
      has_summary: metrics.snapshot !== null,
    },
    classification: {
      domain_type: classification.domainType,
      channel_bucket: classification.channelBucket,
      classification_source: classification.source,
      classification_confidence: classification.confidencePct,
    },
    progress: metrics.parts.map(toProgress),
    missing: [...metrics.missing],
  };
}

function toProgress(part: DomainFetch): z.input<typeof Progress> {
  return toBody(Progress, {
    ...part,
    locationCode: part.locationCode === 0 ? null : part.locationCode,
    languageCode: part.languageCode === '' ? null : part.languageCode,
  });
}
