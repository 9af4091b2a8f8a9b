import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import { toCountFields, type ClassifiedLinks, type LinkedSnapshot, type Snapshot, type SnapshotCounts } from '../snapshot.ts';

/** Weekly summaries of domains. */

const COLUMNS = {
  domain_id: 'bigint',
  year_week: 'text',
  as_of: 'date',
  source: 'text',
  rank: 'smallint',
  backlinks_count: 'bigint',
  referring_domains_count: 'bigint',
  referring_main_domains_count: 'bigint',
  backlinks_nofollow_count: 'bigint',
  spam_score: 'smallint',
  count_news: 'bigint',
  count_blogs: 'bigint',
  count_ecommerce: 'bigint',
  count_forums: 'bigint',
  count_social: 'bigint',
  count_owned: 'bigint',
  count_earned: 'bigint',
  count_paid: 'bigint',
  count_shared: 'bigint',
  links_platform_types: 'jsonb',
  classified: 'jsonb',
  cost_usd: 'double precision',
  captured_at: 'timestamptz',
} as const;

/** Something is known of the week. */
const KNOWN = '(backlinks_count is not null or referring_domains_count is not null)';

/** Other writers of this domain's weeks wait until the transaction ends. @returns the domain; undefined when there is none */
export async function lockWeeks(sql: Sql, domainId: number): Promise<string | undefined> {
  const { rows } = await sql.query<{ domain: string }>('select domain from domains where id = $1 for no key update', [domainId]);
  return rows[0]?.domain;
}

/** Adds the weeks that are not there. @returns those that were added */
export async function insertWeeks(sql: Sql, domainId: number, snapshots: readonly Snapshot[]): Promise<string[]> {
  const inserted = await insertRows<object, { yearWeek: string }>(sql, {
    table: 'domain_summaries',
    columns: COLUMNS,
    rows: snapshots.map((snapshot) => toRow(domainId, snapshot)),
    suffix: 'on conflict (domain_id, year_week) do nothing returning year_week',
  });
  return inserted.map((row) => row.yearWeek);
}

/** @param isUnknownOnly a week that something is known of stays */
export async function deleteWeek(
  sql: Sql,
  domainId: number,
  { yearWeek, isUnknownOnly }: { readonly yearWeek: string; readonly isUnknownOnly: boolean },
): Promise<void> {
  await sql.query(`delete from domain_summaries where domain_id = $1 and year_week = $2 ${isUnknownOnly ? `and not ${KNOWN}` : ''}`, [
    domainId,
    yearWeek,
  ]);
}

/** Writes into every week of a domain its previous period: the newest earlier week with known metrics. */
export async function linkWeeks(sql: Sql, domainId: number): Promise<void> {
  await sql.query(
    `update domain_summaries week
     set prev_period_backlinks = found.backlinks_count, prev_period_referring_domains = found.referring_domains_count,
       prev_period_rank = found.rank, prev_period_year_week = found.year_week
     from domain_summaries own left join lateral (
       select backlinks_count, referring_domains_count, rank, year_week from domain_summaries
       where domain_id = $1 and year_week < own.year_week and ${KNOWN} order by year_week desc limit 1
     ) found on true
     where own.domain_id = $1 and week.domain_id = $1 and week.year_week = own.year_week
       and (week.prev_period_backlinks, week.prev_period_referring_domains, week.prev_period_rank, week.prev_period_year_week)
         is distinct from (found.backlinks_count, found.referring_domains_count, found.rank, found.year_week)`,
    [domainId],
  );
}

/** The weeks from the first to the last that have a row, known or not. */
export async function listWeeksWithRow(sql: Sql, domainId: number, { first, last }: { first: string; last: string }): Promise<string[]> {
  const { rows } = await sql.query<{ yearWeek: string }>(
    'select year_week from domain_summaries where domain_id = $1 and year_week between $2 and $3 order by year_week',
    [domainId, first, last],
  );
  return rows.map((row) => row.yearWeek);
}

/** What `toSnapshot` reads. */
export const SUMMARY_COLUMNS = `year_week, as_of, source, rank, backlinks_count as backlinks,
  backlinks_nofollow_count as backlinks_nofollow, referring_domains_count as referring_domains,
  referring_main_domains_count as referring_main_domains, spam_score, count_news as news, count_blogs as blogs,
  count_ecommerce as ecommerce, count_forums as forums, count_social as social, count_owned as owned, count_earned as earned,
  count_paid as paid, count_shared as shared, links_platform_types as platform_types, classified, cost_usd, captured_at,
  prev_period_year_week as previous_year_week, prev_period_rank as previous_rank,
  prev_period_backlinks as previous_backlinks, prev_period_referring_domains as previous_referring_domains`;

/** A week of a domain, whether or not anything is known of it. */
export async function findWeek(sql: Sql, domainId: number, yearWeek: string): Promise<LinkedSnapshot | undefined> {
  const { rows } = await sql.query<SummaryRow>(`select ${SUMMARY_COLUMNS} from domain_summaries where domain_id = $1 and year_week = $2`, [
    domainId,
    yearWeek,
  ]);
  return rows[0] && toSnapshot(rows[0]);
}

/** Weeks up to one, newest first, that something is known of. */
export const knownWeeks = defineList<SummaryRow, { readonly domainId: number; readonly last: string }, LinkedSnapshot>({
  columns: SUMMARY_COLUMNS,
  from: `from domain_summaries where domain_id = $1 and year_week <= $2 and ${KNOWN}`,
  order: 'year_week desc',
  values: ({ domainId, last }) => [domainId, last],
  toItem: toSnapshot,
});

/** Stored links by the class of the domains they come from; null: none is stored. What has gone does not count. */
export async function countClassifiedLinks(sql: Sql, domainId: number): Promise<ClassifiedLinks | null> {
  const { rows } = await sql.query<ClassifiedLinks>(
    `select sum(backlinks_count) filter (where is_known and domain_type = 'news')::bigint as news,
       sum(backlinks_count) filter (where is_known and domain_type = 'blog')::bigint as blogs,
       sum(backlinks_count) filter (where is_known and domain_type = 'ecommerce')::bigint as ecommerce,
       sum(backlinks_count) filter (where is_known and domain_type = 'forum')::bigint as forums,
       sum(backlinks_count) filter (where is_known and domain_type = 'social')::bigint as social,
       sum(backlinks_count) filter (where is_known and media_type = 'owned')::bigint as owned,
       sum(backlinks_count) filter (where is_known and media_type = 'earned')::bigint as earned,
       sum(backlinks_count) filter (where is_known and media_type = 'paid')::bigint as paid,
       sum(backlinks_count) filter (where is_known and media_type = 'shared')::bigint as shared,
       coalesce(sum(backlinks_count), 0)::bigint as links_read,
       coalesce(sum(backlinks_count) filter (where is_known), 0)::bigint as links_classified, count(*) as domains_read,
       count(*) filter (where is_known) as domains_classified
     from (
       select *, last_classified_at is not null as is_known from referring_domains
       where domain_id = $1 and dfs_lost_date is null and our_lost_at is null) live`,
    [domainId],
  );
  const [row] = rows;
  if (row === undefined || row.domainsRead === 0) return null;
  if (row.domainsClassified === 0) return row;
  const { linksRead, linksClassified, domainsRead, domainsClassified, ...counts } = row;
  // Some are classified: none of a kind is a count then.
  const zeros = Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, count ?? 0])) as unknown as SnapshotCounts;
  return { ...zeros, linksRead, linksClassified, domainsRead, domainsClassified };
}

/** Whether a domain that links to this one waits for its classification. */
export async function hasUnclassifiedLinks(sql: Sql, domainId: number): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    `select exists (select from referring_domains
       where domain_id = $1 and last_classified_at is null and dfs_lost_date is null and our_lost_at is null) as found`,
    [domainId],
  );
  return rows[0]?.found ?? false;
}

/** Replaces what our classifier says of the links of a week. */
export async function updateWeekClassified(sql: Sql, { domainId, yearWeek, classified, capturedAt }: WeekClassified): Promise<void> {
  await sql.query('update domain_summaries set captured_at = $3, classified = $4 where domain_id = $1 and year_week = $2', [
    domainId,
    yearWeek,
    capturedAt,
    classified,
  ]);
}

export interface WeekClassified {
  readonly domainId: number;
  /** ISO week, `YYYYWW`. */
  readonly yearWeek: string;
  readonly classified: ClassifiedLinks;
  readonly capturedAt: Date;
}

export interface SummaryRow extends Omit<Snapshot, 'counts'>, SnapshotCounts {
  readonly previousYearWeek: string | null;
  readonly previousRank: number | null;
  readonly previousBacklinks: number | null;
  readonly previousReferringDomains: number | null;
}

function toRow(domainId: number, { counts, ...snapshot }: Snapshot): object {
  return {
    domain_id: domainId,
    year_week: snapshot.yearWeek,
    as_of: snapshot.asOf,
    source: snapshot.source,
    rank: snapshot.rank,
    backlinks_count: snapshot.backlinks,
    referring_domains_count: snapshot.referringDomains,
    referring_main_domains_count: snapshot.referringMainDomains,
    backlinks_nofollow_count: snapshot.backlinksNofollow,
    spam_score: snapshot.spamScore,
    ...toCountFields(counts),
    links_platform_types: snapshot.platformTypes,
    classified: snapshot.classified,
    cost_usd: snapshot.costUsd,
    captured_at: snapshot.capturedAt,
  };
}

export function toSnapshot(row: SummaryRow): LinkedSnapshot {
  const { news, blogs, ecommerce, forums, social, owned, earned, paid, shared, ...known } = row;
  const { previousYearWeek: yearWeek, previousRank, previousBacklinks, previousReferringDomains, ...snapshot } = known;
  const counts = { news, blogs, ecommerce, forums, social, owned, earned, paid, shared };
  const previous = { rank: previousRank, backlinks: previousBacklinks, referringDomains: previousReferringDomains };
  return { ...snapshot, counts, previous: yearWeek === null ? null : { yearWeek, ...previous } };
}
