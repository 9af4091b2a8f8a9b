import type { Sql } from '#stores/postgres/types.ts';
import { isSeen, seenBy, type Seer } from './details.ts';
import type { OnboardStatus } from './domains.ts';

/** How a weekly snapshot was read. */
export interface SnapshotReading {
  readonly capturedAt: Date;
  /** The day whose state it describes, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** What asking for it cost; of weeks that were filled in from the provider's history what all of them cost together. */
  readonly costUsd: number;
  /** How many weeks were filled in; null: it was asked for in its own week. */
  readonly weeks: number | null;
}

const FILLED = `from domain_summaries filled where filled.domain_id = s.domain_id and filled.source = 'history'`;
const SNAPSHOT_READING = `s.captured_at, s.as_of,
  case when s.source = 'history' then (select sum(filled.cost_usd) ${FILLED}) else s.cost_usd end as cost_usd,
  case when s.source = 'history' then (select count(*) ${FILLED}) end as weeks`;

/** The newest weekly snapshot of which something is known. */
export interface NewestSnapshot extends SnapshotReading {
  /** `YYYYWW` */
  readonly yearWeek: string;
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly referringDomains: number | null;
  readonly spamScore: number | null;
}

export async function listNewestSnapshots(sql: Sql, domainIds: readonly number[]): Promise<ReadonlyMap<number, NewestSnapshot>> {
  const { rows } = await sql.query<NewestSnapshot & { domainId: number }>(
    `select s.domain_id, s.year_week, s.rank, s.backlinks_count as backlinks, s.referring_domains_count as referring_domains, s.spam_score,
       ${SNAPSHOT_READING}
     from unnest($1::bigint[]) as d (id)
     cross join lateral (
       select * from domain_summaries
       where domain_id = d.id and (backlinks_count is not null or referring_domains_count is not null)
       order by year_week desc limit 1) s
     order by s.domain_id`,
    [domainIds],
  );
  return new Map(rows.map(({ domainId, ...snapshot }) => [domainId, snapshot]));
}

/** Links to each of the hosts that the caller sees, by the newest weekly snapshot that knows them. */
export async function listBacklinksCounts(
  sql: Sql,
  domains: readonly string[],
  seer: Seer,
): Promise<ReadonlyMap<string, SnapshotReading & { readonly backlinks: number }>> {
  const { rows } = await sql.query<SnapshotReading & { domain: string; backlinks: number }>(
    `select d.domain, s.backlinks_count as backlinks, ${SNAPSHOT_READING} from domains d
     cross join lateral (
       select * from domain_summaries
       where domain_id = d.id and backlinks_count is not null order by year_week desc limit 1) s
     where d.domain = any ($1) and ${isSeen(2)} order by d.domain`,
    [domains, ...seenBy(seer)],
  );
  return new Map(rows.map(({ domain, ...known }) => [domain, known]));
}

/** The links of a domain by its newest weekly snapshot that knows them, and by the one before. */
export interface LinkSummary {
  readonly domain: string;
  readonly onboardStatus: OnboardStatus;
  /** `YYYYWW`; null, and the metrics too: no snapshot knows them yet. */
  readonly yearWeek: string | null;
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly referringDomains: number | null;
  readonly previousYearWeek: string | null;
  readonly previousBacklinks: number | null;
  readonly previousReferringDomains: number | null;
  /** The reading of the newest week; null: there is none. */
  readonly capturedAt: Date | null;
  readonly asOf: string | null;
  readonly costUsd: number | null;
  readonly weeks: number | null;
}

/** Link sums of the known hosts that the caller sees, by name. */
export async function listLinkSummaryRows(sql: Sql, domains: readonly string[], seer: Seer): Promise<LinkSummary[]> {
  const { rows } = await sql.query<LinkSummary>(
    `select d.domain, d.onboard_status, s.year_week, s.rank, s.backlinks_count as backlinks, s.referring_domains_count as referring_domains,
       s.prev_period_year_week as previous_year_week, s.prev_period_backlinks as previous_backlinks,
       s.prev_period_referring_domains as previous_referring_domains, ${SNAPSHOT_READING}
     from domains d
     left join lateral (
       select * from domain_summaries
       where domain_id = d.id and (backlinks_count is not null or referring_domains_count is not null)
       order by year_week desc limit 1) s on true
     where d.domain = any ($1) and ${isSeen(2)} order by d.domain`,
    [domains, ...seenBy(seer)],
  );
  return rows;
}

/** Keywords that are stored of each domain and were not lost; domains without any are left out. */
export async function countStoredKeywords(sql: Sql, domainIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ domainId: number; total: number }>(
    `select domain_id, count(*) as total from domain_keywords
     where domain_id = any ($1) and our_lost_at is null group by domain_id order by domain_id`,
    [domainIds],
  );
  return new Map(rows.map((row) => [row.domainId, row.total]));
}

/** What the status of one domain counts. */
export interface StoredCounts {
  readonly backlinks: number;
  readonly keywords: number;
  /** Pages that link to the domain, and known pages of it. */
  readonly urls: number;
  readonly urlsClassified: number;
}

export async function countStored(sql: Sql, { id, domain }: { readonly id: number; readonly domain: string }): Promise<StoredCounts> {
  const { rows } = await sql.query<StoredCounts>(
    `with own as (
       select id, page_type from urls where domain = $2
       union
       select u.id, u.page_type from backlinks b join urls u on u.url_hash = b.url_hash where b.domain_id = $1)
     select (select count(*) from backlinks where domain_id = $1 and our_lost_at is null) as backlinks,
       (select count(*) from domain_keywords where domain_id = $1 and our_lost_at is null) as keywords,
       (select count(*) from own) as urls, (select count(page_type) from own) as urls_classified`,
    [id, domain],
  );
  return rows[0] ?? { backlinks: 0, keywords: 0, urls: 0, urlsClassified: 0 };
}
