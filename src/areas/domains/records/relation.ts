import type { Sql } from '#stores/postgres/types.ts';
import { toQualityTier } from '../links/quality-tier.ts';
import type { DataTier, DomainClassification, DomainDetails } from './store/details.ts';
import { listDataTiers } from './store/domains.ts';

/** What a site of others is as a source of links: it follows from the kind of site, when nothing more is known of it. */
export interface LinkLabels {
  readonly channel: string | null;
  readonly channelBucket: string | null;
  readonly mediaType: string | null;
}

/** A site that only might work with partners: by its kind alone, which says nothing of an own site or a competitor's. */
const MAYBE_PARTNER = 'affiliate_partner';

/**
 * The same of a site that a project has. Its own is `owned`. Of a competitor's site the kind does not say how it would link to
 * whom it competes with, so it has no tactic and no media type, and is no partner.
 */
export function relateLabels(tier: DataTier, labels: LinkLabels): LinkLabels {
  if (!isOfProject(tier)) return labels;
  const channel = labels.channel === MAYBE_PARTNER ? null : labels.channel;
  return tier === 'customer' ? { channel, channelBucket: 'owned', mediaType: 'owned' } : { channel, channelBucket: null, mediaType: null };
}

/** What a domain's record says it is: whose it is included, and its quality by its rank. What a person said stays. */
export function toRelatedClassification(
  { classification, dataTier }: Pick<DomainDetails, 'classification' | 'dataTier'>,
  rank: number | null,
): DomainClassification {
  const related = classification.source === 'human_feedback' ? {} : relateLabels(dataTier, classification);
  return { ...classification, ...related, qualityTier: classification.qualityTier ?? toQualityTier(rank) };
}

/** The data tier of a host: of its own record, or of the nearest domain above it that a project has. */
export async function findDataTier(sql: Sql, host: string): Promise<DataTier> {
  const labels = host.split('.');
  const names = labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'));
  const tiers = new Map((await listDataTiers(sql, names)).map(({ domain, dataTier }) => [domain, dataTier]));
  return names.flatMap((name) => tiers.get(name) ?? []).find(isOfProject) ?? 'prospect';
}

function isOfProject(tier: DataTier): boolean {
  return tier === 'customer' || tier === 'competitor';
}
