import type { Sql } from '#stores/postgres/types.ts';

/** A link that came or went on a day. */
export interface DatedLink {
  /** Hexadecimal. */
  readonly id: string;
  readonly domainFrom: string;
  readonly urlFrom: string;
  readonly urlTo: string;
  readonly anchor: string | null;
  readonly isDofollow: boolean;
  /** 0 to 100; null: not known. */
  readonly domainFromRank: number | null;
  readonly changedAt: Date;
}

export interface LinksQuestion {
  readonly domainId: number;
  readonly change: 'came' | 'went';
  /** `YYYY-MM-DD` in UTC, both included. */
  readonly from: string;
  readonly to: string;
  readonly rankMin: number;
  /** Only those that pass rank on. */
  readonly isFollowed: boolean;
  readonly limit: number;
}

/** When a lost link went: of what we had seen it was not before the week ahead of the look that found it gone. */
const WENT = `case when our_lost_at is not null then case when our_first_seen < our_lost_at
    then greatest(dfs_lost_date + interval '1 day', date_trunc('week', our_lost_at at time zone 'UTC') at time zone 'UTC' - interval '7 days')
    else dfs_lost_date + interval '1 day' end end`;

/**
 * A link that is new came when the provider says so: without a date it may have been there long. One that is lost was there on the
 * day on which the provider saw it last, so it went on the next one. The strongest first.
 */
export async function listDatedLinks(sql: Sql, question: LinksQuestion): Promise<DatedLink[]> {
  const { rows } = await sql.query<DatedLink>(
    `select * from (
       select encode(link_hash, 'hex') as id, domain_from, url_from, url_to, anchor, is_dofollow, domain_from_rank,
         case $2::text when 'came' then dfs_first_seen when 'went' then ${WENT} end as changed_at
       from backlinks where domain_id = $1 and ($5::integer = 0 or domain_from_rank >= $5) and (is_dofollow or not $6::boolean)) dated
     where changed_at >= $3::date::timestamp at time zone 'UTC' and changed_at < ($4::date + 1)::timestamp at time zone 'UTC'
     order by domain_from_rank desc nulls last, id limit $7`,
    [question.domainId, question.change, question.from, question.to, question.rankMin, question.isFollowed, question.limit],
  );
  return rows;
}

/** The weeks, `YYYYWW`, whose snapshot says how many links there are. */
export async function listCountedWeeks(sql: Sql, domainId: number, weeks: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ yearWeek: string }>(
    `select year_week from domain_summaries where domain_id = $1 and year_week = any($2::text[]) and backlinks_count is not null order by year_week`,
    [domainId, weeks],
  );
  return rows.map(({ yearWeek }) => yearWeek);
}
