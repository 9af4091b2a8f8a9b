import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { hostField, relateLabels, type DataTier } from '#areas/domains/index.ts';
import { listField } from '#http/fields.ts';
import type { Described } from '../records/describe.ts';
import { deriveDomain } from '../vocabulary/derive-domain.ts';
import { whyMissing } from './why-missing.ts';
import { FlagFields, HowFields, JudgedFields, toJudgedBody } from './classification.ts';

const DOMAINS_MAX = 1_000;

export const DomainBody = z.object({ domain: hostField(), ...HowFields, ...FlagFields, dry_run: dryRunField() });
export const DomainsBody = z.object({
  domains: listField(hostField(), { min: 1, max: DOMAINS_MAX }),
  ...FlagFields,
  dry_run: dryRunField(),
});
export const DomainQuery = z.object({ domain: hostField() });

const label = () => z.string().nullable();

export const DomainLabels = {
  tier1_type: label(),
  domain_type: label(),
  property_type: label(),
  channel: label(),
  subchannel: label(),
  channel_bucket: label(),
  media_type: label(),
  domain_tech_type: label(),
  domain_tech_type_reason: label().meta({ description: 'Why `domain_tech_type` is null; null: it is not' }),
};

export const DomainResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  classification: z.object({ ...DomainLabels, confidence: z.number() }),
  ...JudgedFields,
  workflow_id: z.string().optional(),
});

export const DomainsResponse = z.object({
  success: z.boolean(),
  queued: z.int(),
  messages: z.int(),
  queue: z.string(),
  workflow_ids: z.array(z.string()),
  status_urls: z.array(z.string()),
});

/** @param tier whose the domain is */
export function toDomainBody(described: Described, tier: DataTier): z.input<typeof DomainResponse> {
  return {
    success: true,
    domain: described.subject,
    classification: { ...toDomainLabelsBody(described, tier), confidence: described.confidence },
    ...toJudgedBody(described),
  };
}

const NO_TECH = {
  read: 'its page shows no product that is known, or several that exclude each other',
  unread: 'no platform is known by its name, and no page of it was read',
};

export function toDomainLabelsBody(described: Described, tier: DataTier): Record<keyof typeof DomainLabels, string | null> {
  const { verdicts } = described;
  const domainType = verdicts['domain_type']?.label;
  const derived = domainType === undefined ? undefined : deriveDomain(domainType, verdicts['property_type']?.label);
  const { channel = null, channelBucket = null, mediaType = null } = derived ?? {};
  const related = relateLabels(tier, { channel, channelBucket, mediaType });
  return {
    tier1_type: verdicts['tier1_type']?.label ?? null,
    domain_type: domainType ?? null,
    property_type: verdicts['property_type']?.label ?? null,
    channel: related.channel,
    subchannel: derived?.subchannel ?? null,
    channel_bucket: related.channelBucket,
    media_type: related.mediaType,
    domain_tech_type: verdicts['domain_tech_type']?.label ?? null,
    domain_tech_type_reason: whyMissing(described, 'domain_tech_type', NO_TECH),
  };
}
