import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import { toCountFields, type LinkedSnapshot, type Snapshot, type SnapshotCounts, type SnapshotSource } from '../snapshot.ts';

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
  cost_usd: 'double precision',
  captured_at: 'timestamptz',
} as const;

/** Something is known of the week. */
const KNOWN = '(backlinks_count is not null or referring_domains_count is not null)';

/** Other writers of this domain's weeks wait until the transaction ends. */
export async function lockWeeks(sql: Sql, domainId: number): Promise<void> {
  await sql.query('select id from domains where id = $1 for no key update', [domainId]);
}

/** Adds the weeks that are not there. @returns those that were added */
export async function insertWeeks(sql: Sql, domainId: number, snapshots: readonly Snapshot[]): Promise<string[]> {
  const inserted = await insertRows<object, { year_week: string }>(sql, {
    table: 'domain_summaries',
    columns: COLUMNS,
    rows: snapshots.map((snapshot) => toRow(domainId, snapshot)),
    suffix: 'on conflict (domain_id, year_week) do nothing returning year_week',
  });
  return inserted.map((row) => row.year_week);
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
  const { rows } = await sql.query<{ year_week: string }>(
    'select year_week from domain_summaries where domain_id = $1 and year_week between $2 and $3 order by year_week',
    [domainId, first, last],
  );
  return rows.map((row) => row.year_week);
}

/** What `toSnapshot` reads. */
export const SUMMARY_COLUMNS = `year_week, as_of, source, rank, backlinks_count, referring_domains_count, referring_main_domains_count,
  backlinks_nofollow_count, spam_score, count_news, count_blogs, count_ecommerce, count_forums, count_social, count_owned, count_earned,
  count_paid, count_shared, links_platform_types, prev_period_backlinks, prev_period_referring_domains, prev_period_rank,
  prev_period_year_week, cost_usd, captured_at`;

/** A week of a domain, whether or not anything is known of it. */
export async function findWeek(sql: Sql, domainId: number, yearWeek: string): Promise<LinkedSnapshot | undefined> {
  const { rows } = await sql.query<SummaryRow>(`select ${SUMMARY_COLUMNS} from domain_summaries where domain_id = $1 and year_week = $2`, [
    domainId,
    yearWeek,
  ]);
  return rows[0] && toSnapshot(rows[0]);
}

/** Weeks up to one, newest first, that something is known of. */
export async function listWeeksUntil(
  sql: Sql,
  domainId: number,
  { last, limit, offset }: { readonly last: string; readonly limit: number; readonly offset: number },
): Promise<LinkedSnapshot[]> {
  const { rows } = await sql.query<SummaryRow>(
    `select ${SUMMARY_COLUMNS} from domain_summaries where domain_id = $1 and year_week <= $2 and ${KNOWN}
     order by year_week desc limit $3 offset $4`,
    [domainId, last, limit, offset],
  );
  return rows.map(toSnapshot);
}

export async function countWeeksUntil(sql: Sql, domainId: number, last: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from domain_summaries where domain_id = $1 and year_week <= $2 and ${KNOWN}`,
    [domainId, last],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Links from domains that are classified, by what they are; null as long as none of them is. What has
 * gone does not count.
 */
export async function countClassifiedLinks(
  sql: Sql,
  domainId: number,
): Promise<Pick<SnapshotCounts, 'social' | 'owned' | 'earned' | 'paid' | 'shared'>> {
  const ofMedia = (type: string): string =>
    `sum(case when media_type = '${type}' then backlinks_count else 0 end) filter (where media_type is not null)`;
  const { rows } = await sql.query<Record<'social' | 'owned' | 'earned' | 'paid' | 'shared', number | null>>(
    `select sum(case when domain_type = 'social' then backlinks_count else 0 end) filter (where domain_type is not null)::bigint as social,
       ${ofMedia('owned')}::bigint as owned, ${ofMedia('earned')}::bigint as earned, ${ofMedia('paid')}::bigint as paid,
       ${ofMedia('shared')}::bigint as shared
     from referring_domains where domain_id = $1 and dfs_lost_date is null and our_lost_at is null`,
    [domainId],
  );
  return rows[0] ?? { social: null, owned: null, earned: null, paid: null, shared: null };
}

export interface SummaryRow {
  [column: string]: unknown;
  year_week: string;
  as_of: string;
  source: SnapshotSource;
  rank: number | null;
  backlinks_count: number | null;
  referring_domains_count: number | null;
  referring_main_domains_count: number | null;
  backlinks_nofollow_count: number | null;
  spam_score: number | null;
  count_news: number | null;
  count_blogs: number | null;
  count_ecommerce: number | null;
  count_forums: number | null;
  count_social: number | null;
  count_owned: number | null;
  count_earned: number | null;
  count_paid: number | null;
  count_shared: number | null;
  links_platform_types: Record<string, number> | null;
  prev_period_backlinks: number | null;
  prev_period_referring_domains: number | null;
  prev_period_rank: number | null;
  prev_period_year_week: string | null;
  cost_usd: number;
  captured_at: Date;
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
    cost_usd: snapshot.costUsd,
    captured_at: snapshot.capturedAt,
  };
}

export function toSnapshot(row: SummaryRow): LinkedSnapshot {
  return {
    yearWeek: row.year_week,
    asOf: row.as_of,
    source: row.source,
    rank: row.rank,
    backlinks: row.backlinks_count,
    backlinksNofollow: row.backlinks_nofollow_count,
    referringDomains: row.referring_domains_count,
    referringMainDomains: row.referring_main_domains_count,
    spamScore: row.spam_score,
    counts: toCounts(row),
    platformTypes: row.links_platform_types,
    costUsd: row.cost_usd,
    capturedAt: row.captured_at,
    previous:
      row.prev_period_year_week === null
        ? null
        : {
            yearWeek: row.prev_period_year_week,
            rank: row.prev_period_rank,
            backlinks: row.prev_period_backlinks,
            referringDomains: row.prev_period_referring_domains,
          },
  };
}

function toCounts(row: SummaryRow): SnapshotCounts {
  return {
    news: row.count_news,
    blogs: row.count_blogs,
    ecommerce: row.count_ecommerce,
    forums: row.count_forums,
    social: row.count_social,
    owned: row.count_owned,
    earned: row.count_earned,
    paid: row.count_paid,
    shared: row.count_shared,
  };
}
