import { z } from 'zod';
import { LOOK_STATUSES, NOT_LOOKED, type WeekChanges } from '../links/looked-changes.ts';
import { toCountFields, type LinkedSnapshot } from '../snapshots/snapshot.ts';

export const Count = z.int().nullable();
const PlatformTypes = z
  .record(z.string(), z.int())
  .nullable()
  .meta({ description: 'Links by type of platform; one link may be of several, and the empty name means none. Null: not known' });

const COUNT_REASONS = ['no_such_kind', 'not_in_history', 'not_given'] as const;

const Classified = z.object({
  count_news: Count.meta({ description: 'Links. Null, as all counts here, as long as no linking domain is classified' }),
  count_blogs: Count,
  count_ecommerce: Count,
  count_forums: Count,
  count_social: Count,
  count_owned: Count,
  count_earned: Count,
  count_paid: Count,
  count_shared: Count,
  links_read: Count.meta({ description: 'Links of the domains that were read. Null, as the others: not recorded in that week' }),
  links_classified: Count,
  links_total: Count.meta({ description: 'Of the whole profile, by the provider' }),
  domains_read: Count,
  domains_classified: Count,
  domains_total: Count,
  links_share_pct: z.number().nullable().meta({ description: 'How many of all links are classified, in percent' }),
});

export const SummaryBody = z.object({
  year_week: z.string().meta({ description: 'ISO week, `YYYYWW`' }),
  as_of: z.string().meta({ description: 'The day whose state it describes; of a week that was filled in later its last one' }),
  source: z
    .enum(['summary', 'history'])
    .meta({ description: "`summary`: asked in that week; `history`: filled in from the provider's history" }),
  rank: Count.meta({ description: '0 to 100' }),
  backlinks: Count,
  backlinks_count: Count,
  backlinks_nofollow: Count,
  referring_domains: Count,
  referring_domains_count: Count,
  referring_main_domains: Count,
  spam_score: Count.meta({ description: '0 to 100' }),
  platform_types: PlatformTypes,
  links_platform_types: PlatformTypes,
  count_news: Count.meta({ description: "Links, as all counts here: the provider's for the whole profile, in every week" }),
  count_blogs: Count,
  count_ecommerce: Count,
  count_forums: Count,
  count_social: Count.meta({ description: 'Null, as the four after it: the provider does not count links by these kinds' }),
  count_owned: Count,
  count_earned: Count,
  count_paid: Count,
  count_shared: Count,
  count_reasons: z
    .record(z.string(), z.enum(COUNT_REASONS))
    .meta({ description: 'Why a count is null: the provider has no such kind, its history has no kinds, or its answer had none' }),
  classified: Classified.nullable().meta({
    description:
      'What our classifier says of the links that were read, beside the counts above. Null: no link was read, or the week was filled in',
  }),
  prev_period_year_week: z.string().nullable().meta({ description: 'The newest earlier week that something is known of' }),
  prev_period_backlinks: Count,
  prev_period_referring_domains: Count,
  prev_period_rank: Count,
  captured_at: z.string(),
  cost_usd: z
    .number()
    .nullable()
    .meta({ description: 'What asking for it cost. Null: it was filled in, and weeks that are filled in come together' }),
});

/** The week, and what came and went in it. */
export const WeekBody = SummaryBody.extend({
  changes: z
    .object({
      status: z.enum(LOOK_STATUSES),
      new_backlinks: Count,
      lost_backlinks: Count,
      new_referring_domains: Count,
      lost_referring_domains: Count,
    })
    .meta({ description: "The provider's counts of what came and went in the week; null unless the whole week was looked at" }),
});

export function toSummaryFields({ counts, previous, ...snapshot }: LinkedSnapshot): z.input<typeof SummaryBody> {
  return {
    year_week: snapshot.yearWeek,
    as_of: snapshot.asOf,
    source: snapshot.source,
    rank: snapshot.rank,
    backlinks: snapshot.backlinks,
    backlinks_count: snapshot.backlinks,
    backlinks_nofollow: snapshot.backlinksNofollow,
    referring_domains: snapshot.referringDomains,
    referring_domains_count: snapshot.referringDomains,
    referring_main_domains: snapshot.referringMainDomains,
    spam_score: snapshot.spamScore,
    platform_types: snapshot.platformTypes,
    links_platform_types: snapshot.platformTypes,
    ...toCountFields(counts),
    count_reasons: toReasons({ counts, source: snapshot.source }),
    classified: toClassifiedFields(snapshot),
    prev_period_year_week: previous?.yearWeek ?? null,
    prev_period_backlinks: previous?.backlinks ?? null,
    prev_period_referring_domains: previous?.referringDomains ?? null,
    prev_period_rank: previous?.rank ?? null,
    captured_at: snapshot.capturedAt.toISOString(),
    cost_usd: snapshot.source === 'summary' ? snapshot.costUsd : null,
  };
}

export function toWeekFields(snapshot: LinkedSnapshot, weeks: WeekChanges): z.input<typeof WeekBody> {
  const { status, counts } = weeks.get(snapshot.yearWeek) ?? NOT_LOOKED;
  const changes = {
    status,
    new_backlinks: counts.newBacklinks,
    lost_backlinks: counts.lostBacklinks,
    new_referring_domains: counts.newReferringDomains,
    lost_referring_domains: counts.lostReferringDomains,
  };
  return { ...toSummaryFields(snapshot), changes };
}

/** Kinds that the provider has no count for. */
const NO_SUCH_KIND: readonly string[] = ['count_social', 'count_owned', 'count_earned', 'count_paid', 'count_shared'];

function toReasons({ counts, source }: Pick<LinkedSnapshot, 'counts' | 'source'>): Record<string, (typeof COUNT_REASONS)[number]> {
  const unknown = Object.entries(toCountFields(counts)).filter(([, count]) => count === null);
  const otherwise = source === 'history' ? 'not_in_history' : 'not_given';
  return Object.fromEntries(unknown.map(([field]) => [field, NO_SUCH_KIND.includes(field) ? 'no_such_kind' : otherwise]));
}

function toClassifiedFields({ classified, backlinks, referringDomains }: Omit<LinkedSnapshot, 'counts' | 'previous'>) {
  if (classified === null) return null;
  const { linksRead, linksClassified, domainsRead, domainsClassified, ...counts } = classified;
  return {
    ...toCountFields(counts),
    links_read: linksRead,
    links_classified: linksClassified,
    links_total: backlinks,
    domains_read: domainsRead,
    domains_classified: domainsClassified,
    domains_total: referringDomains,
    links_share_pct: toSharePct(linksClassified, backlinks),
  };
}

function toSharePct(part: number | null, whole: number | null): number | null {
  // Both counts are the provider's, of different days: a list may be ahead of the sum.
  return part === null || whole === null || whole === 0 ? null : Math.min(100, Math.round((1_000 * part) / whole) / 10);
}
