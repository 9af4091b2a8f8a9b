import { z } from 'zod';
import { instantParam, limitField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { hostField } from '../fields.ts';
import type { ChangesBasis, LinkChanges } from '../links/list-link-changes.ts';
import { shareOfFetch } from '../records/metric-reading.ts';
import { FETCH_STATUSES } from '../onboarding/store/fetches.ts';
import { LOOK_STATUSES, type LookedChanges } from '../links/looked-changes.ts';
import type { LinkRecord } from '../links/store/link-changes.ts';
import { LOOK_OUTCOMES } from '../links/store/looks.ts';
import type { ReferringRecord } from '../links/store/referring-domains.ts';
import { ReferringBody, toReferringBody } from './referring-domains.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

export const LinkChangesQuery = z.object({
  target: hostField(),
  since: instantParam().optional().meta({ description: 'A day or time; 30 days back unless given.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX).meta({ description: 'Of each list.' }),
  offset: offsetField().meta({ description: 'Of each list.' }),
});

/** When it happened, and by whose word. */
const Happened = {
  date: z.string(),
  date_source: z.enum(['provider', 'ours']).meta({ description: '`ours`: when a fetch of ours brought it, or came without it' }),
};

const ChangedDomain = z.object({ ...Happened, domain: z.string(), ...ReferringBody.shape });
const LinkBody = z.object({
  status: z.enum(['live', 'lost']),
  domain_from: z.string(),
  url_from: z.string(),
  url_to: z.string(),
  anchor: z.string().nullable(),
  item_type: z.string(),
  dofollow: z.boolean(),
  domain_from_rank: z.int().nullable().meta({ description: '0 to 100' }),
  dfs_first_seen: z.string().nullable(),
  dfs_last_seen: z.string().nullable(),
  dfs_lost_date: z.string().nullable(),
  our_first_seen: z.string(),
  our_last_seen: z.string(),
  our_lost_at: z.string().nullable(),
  cost_usd: ReferringBody.shape.cost_usd,
});
const ChangedLink = z.object({ ...Happened, ...LinkBody.shape });

export const Basis = z.object({
  stored: z.int().meta({ description: 'Rows that are stored and not lost' }),
  last_seen_at: z.string().nullable().meta({ description: 'When any of them last came with a fetch; null: nothing is stored' }),
  status: z.enum(FETCH_STATUSES).nullable().meta({ description: 'Of the newest fetch of an onboarding; null: there was none' }),
  fetched_at: z.string().nullable().meta({ description: 'When it ended; null: it did not' }),
  is_whole: z
    .boolean()
    .meta({ description: 'It brought everything there was. Without that, what is not listed may have changed all the same' }),
  rows_fetched: z.int().nullable(),
  rows_total: z.int().nullable().meta({ description: 'By the word of the provider' }),
  cost_usd: z.number().nullable().meta({ description: 'What it cost' }),
});

const Count = z.int().nullable();

const Look = z
  .object({
    status: z.enum(LOOK_STATUSES).meta({
      description: '`partly_looked`: not from `since` on, not within the last week, or the newest look did not come to an end',
    }),
    from: z.string().nullable().meta({ description: 'The first day that `counts` are of' }),
    until: z.string().nullable().meta({ description: 'When the provider was asked: nothing is known of later' }),
    cost_usd: z.number().nullable().meta({ description: 'What the look that came to an end cost' }),
    last_attempt_at: z.string().nullable().meta({ description: 'Of the newest look, however it ended; null: there was none' }),
    last_outcome: z.enum(LOOK_OUTCOMES).nullable(),
    last_message: z.string().nullable().meta({ description: 'Why it did not come to an end' }),
  })
  .meta({ description: 'When new and lost links were looked for: the weekly job does' });

export const LinkChangesResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  domain_id: z.int(),
  since: z.string(),
  until: z.string(),
  counts: z.object({ new_domains: Count, lost_domains: Count, new_backlinks: Count, lost_backlinks: Count }).meta({
    description: 'Of the whole profile by the provider, in the time of `look.from` to `look.until`. Null: nothing was looked for',
  }),
  look: Look,
  listed: z
    .object({ new_domains: z.int(), lost_domains: z.int(), new_backlinks: z.int(), lost_backlinks: z.int() })
    .meta({ description: 'How many the lists below have in all, of what is stored' }),
  new_domains: z.array(ChangedDomain),
  lost_domains: z.array(ChangedDomain),
  new_backlinks: z.array(ChangedLink),
  lost_backlinks: z.array(ChangedLink),
  knowledge: z.object({ referring_domains: Basis, backlinks: Basis }).meta({ description: 'What the lists rest on' }),
  pagination: Pagination.meta({ description: 'Of the longest list' }),
});

export function toLinkChangesBody(page: Page, changes: LinkChanges): z.input<typeof LinkChangesResponse> {
  const { domain, domains, backlinks } = changes;
  const listed = {
    new_domains: domains.came,
    lost_domains: domains.went,
    new_backlinks: backlinks.came,
    lost_backlinks: backlinks.went,
  };
  const toDomain = (happened: typeof toCame) => (record: ReferringRecord) => ({
    ...happened(record),
    domain: record.referringDomain,
    ...toReferringBody(domain.domain, record, domains.fetch),
  });
  return {
    success: true,
    target: domain.domain,
    domain_id: domain.id,
    since: changes.since.toISOString(),
    until: changes.until.toISOString(),
    counts: toCountsBody(changes.looked),
    look: toLookBody(changes.looked),
    listed,
    new_domains: changes.newDomains.map(toDomain(toCame)),
    lost_domains: changes.lostDomains.map(toDomain(toWent)),
    new_backlinks: changes.newBacklinks.map((link) => ({ ...toCame(link), ...toLinkBody(link, backlinks) })),
    lost_backlinks: changes.lostBacklinks.map((link) => ({ ...toWent(link), ...toLinkBody(link, backlinks) })),
    knowledge: { referring_domains: toBasisBody(domains), backlinks: toBasisBody(backlinks) },
    pagination: toPagination(page, Math.max(...Object.values(listed))),
  };
}

function toCountsBody({ counts }: LookedChanges) {
  return {
    new_domains: counts?.newReferringDomains ?? null,
    lost_domains: counts?.lostReferringDomains ?? null,
    new_backlinks: counts?.newBacklinks ?? null,
    lost_backlinks: counts?.lostBacklinks ?? null,
  };
}

function toLookBody({ status, counted, look }: LookedChanges): z.input<typeof Look> {
  return {
    status,
    from: counted?.from ?? null,
    until: counted?.until.toISOString() ?? null,
    cost_usd: look?.costUsd ?? null,
    last_attempt_at: look?.attemptedAt.toISOString() ?? null,
    last_outcome: look?.outcome ?? null,
    last_message: look?.message ?? null,
  };
}

type Dates = Pick<LinkRecord, 'dfsFirstSeen' | 'dfsLostDate' | 'ourFirstSeen' | 'ourLastSeen' | 'ourLostAt'>;

function toCame({ dfsFirstSeen, ourFirstSeen }: Dates): { date: string; date_source: 'provider' | 'ours' } {
  return { date: (dfsFirstSeen ?? ourFirstSeen).toISOString(), date_source: dfsFirstSeen === null ? 'ours' : 'provider' };
}

function toWent({ dfsLostDate, ourLostAt, ourLastSeen }: Dates): { date: string; date_source: 'provider' | 'ours' } {
  return { date: (dfsLostDate ?? ourLostAt ?? ourLastSeen).toISOString(), date_source: dfsLostDate === null ? 'ours' : 'provider' };
}

function toLinkBody(link: LinkRecord, { fetch }: ChangesBasis): z.input<typeof LinkBody> {
  return toBody(LinkBody, {
    ...link,
    status: link.ourLostAt === null ? 'live' : 'lost',
    dofollow: link.isDofollow,
    costUsd: shareOfFetch(fetch, link.ourLastSeen),
  });
}

function toBasisBody({ stored, lastSeenAt, fetch }: ChangesBasis): z.input<typeof Basis> {
  return {
    stored,
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    status: fetch?.status ?? null,
    fetched_at: fetch?.completedAt?.toISOString() ?? null,
    is_whole: fetch?.isWhole ?? false,
    rows_fetched: fetch?.rowsFetched ?? null,
    rows_total: fetch?.rowsTotal ?? null,
    cost_usd: fetch?.costUsd ?? null,
  };
}
