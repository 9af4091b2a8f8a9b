import { deriveDomain } from '../vocabulary/derive-domain.ts';
import { toUrlItem } from '../pipelines/items.ts';
import { findLabel, toSubjectHash, type Classification } from './classification.ts';
import type { DomainLabels, ReferringLabels, UrlLabels } from './store/entities.ts';

/** What columns are made of. */
export type Judged = Pick<Classification, 'subject' | 'verdicts' | 'source' | 'confidence' | 'classifiedAt'>;

/** The columns of a domain's record. */
export function toDomainLabels(classification: Judged): DomainLabels {
  const { subject, verdicts } = classification;
  const derived = derive(classification, false);
  return {
    domain: subject,
    tier1_type: findLabel(classification, 'tier1_type') ?? null,
    domain_type: findLabel(classification, 'domain_type') ?? null,
    property_type: findLabel(classification, 'property_type') ?? null,
    channel: derived?.channel ?? null,
    subchannel: derived?.subchannel ?? null,
    channel_bucket: derived?.channelBucket ?? null,
    media_type: derived?.mediaType ?? null,
    domain_tech_type: findLabel(classification, 'domain_tech_type') ?? null,
    context: {
      stages: [...new Set(verdicts.map(({ stage }) => stage))],
      evidence: [...new Set(verdicts.flatMap(({ evidence }) => evidence))],
    },
    ...toJudged(classification),
  };
}

/** The columns of a domain that links to another. @param isOwned it belongs to the one it links to */
export function toReferringLabels(classification: Classification, isOwned: boolean): ReferringLabels {
  const derived = derive(classification, isOwned);
  return {
    referring_domain: classification.subject,
    domain_type: findLabel(classification, 'domain_type') ?? null,
    media_type: derived?.mediaType ?? null,
    channel_bucket: derived?.channelBucket ?? null,
    ...toJudged(classification),
  };
}

/** The columns of a page's record. @param domainTypes of the hosts that were judged with it */
export function toUrlLabels(classification: Judged, domainTypes: ReadonlyMap<string, string | undefined>): UrlLabels {
  return {
    url_hash: toSubjectHash(classification.subject),
    page_type: findLabel(classification, 'page_type') ?? null,
    domain_type: domainTypes.get(toUrlItem(classification.subject)?.host ?? '') ?? null,
    spam_tier: findLabel(classification, 'spam_tier') ?? null,
    structural_type: findLabel(classification, 'structural_type') ?? null,
    ...toJudged(classification),
  };
}

function derive(classification: Pick<Classification, 'verdicts'>, isOwned: boolean) {
  const domainType = findLabel(classification, 'domain_type');
  return domainType === undefined ? undefined : deriveDomain(domainType, findLabel(classification, 'property_type'), isOwned);
}

function toJudged({ source, confidence, classifiedAt }: Judged) {
  return { source, confidence: Math.round(confidence), classified_at: classifiedAt };
}
