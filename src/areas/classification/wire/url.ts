import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { urlField, type DataTier } from '#areas/domains/index.ts';
import { listField } from '#http/fields.ts';
import { toUrlItem } from '../pipelines/items.ts';
import type { Described } from '../records/describe.ts';
import { FlagFields, HowFields, JudgedFields, toJudgedBody } from './classification.ts';
import { whyMissing } from './why-missing.ts';
import { DomainLabels, toDomainLabelsBody } from './domain.ts';

const URLS_MAX = 1_000;

/** An address that can be judged. */
function pageField() {
  return urlField().min(1);
}

export const UrlBody = z.object({ url: pageField(), ...HowFields, ...FlagFields, dry_run: dryRunField() });
export const UrlLlmBody = z.object({ url: pageField(), ...FlagFields, dry_run: dryRunField() });
export const UrlRulesBody = z.object({ urls: listField(pageField(), { min: 1, max: URLS_MAX }), ...FlagFields });

const label = () => z.string().nullable();

const UrlLabels = {
  ...DomainLabels,
  page_type: label(),
  page_bucket: label(),
  content_type: label(),
  tactic_type: label(),
  structural_type: label(),
  spam_tier: label(),
  topic: label().meta({ description: 'Two levels of a public taxonomy of contents, for example `/Finance/Banking`' }),
  topic_reason: label().meta({ description: 'Why `topic` is null; null: it is not' }),
};

export const UrlResponse = z.object({
  success: z.boolean(),
  url: z.string(),
  domain: z.string(),
  classification: z.object({ ...UrlLabels, confidence: z.number() }),
  ...JudgedFields,
  domain_classification: z
    .object({ ...DomainLabels, ...JudgedFields })
    .nullable()
    .meta({ description: 'What its host is' }),
  workflow_id: z.string().optional(),
});

const NO_TOPIC = {
  read: 'neither its address nor what was read of it names one topic surely enough',
  unread: 'its address names no topic surely enough, and it was not read',
};

/** @param domain what its host is; undefined: it was not asked about. @param tier whose the host is */
export function toUrlBody(described: Described, domain: Described | undefined, tier: DataTier): z.input<typeof UrlResponse> {
  const { verdicts, subject, confidence } = described;
  const host = domain === undefined ? undefined : toDomainLabelsBody(domain, tier);
  const of = (dimension: string): string | null => verdicts[dimension]?.label ?? null;
  return {
    success: true,
    url: subject,
    domain: toUrlItem(subject)?.host ?? '',
    classification: {
      ...(host ?? NO_DOMAIN),
      page_type: of('page_type'),
      page_bucket: of('page_bucket'),
      content_type: of('content_type'),
      tactic_type: of('tactic_type'),
      structural_type: of('structural_type'),
      spam_tier: of('spam_tier'),
      topic: of('topic'),
      topic_reason: whyMissing(described, 'topic', NO_TOPIC),
      confidence,
    },
    ...toJudgedBody(described),
    domain_classification: domain === undefined || host === undefined ? null : { ...host, ...toJudgedBody(domain) },
  };
}

const NO_DOMAIN = Object.fromEntries(Object.keys(DomainLabels).map((name) => [name, null])) as Record<keyof typeof DomainLabels, null>;
