import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Rows of a domain as fetches would have left them, for tests of what is read of it. */

export const FETCHED_AT = new Date('2025-11-20T10:00:00.000Z');

/** The record, `complete`; returns its id. */
export async function makeDomain(sql: Sql, domain: string, status = 'complete'): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `insert into domains (domain, onboard_status, onboard_workflow_id, onboard_started_at, onboard_completed_at, created_at)
     values ($1, $2, 'wf_made', $3, case when $2 = 'complete' then $3::timestamptz end, $3) returning id`,
    [domain, status, FETCHED_AT],
  );
  return rows[0]?.id ?? 0;
}

export interface MadeFetch {
  readonly part: string;
  readonly status?: string;
  readonly wanted?: number | null;
  readonly fetched?: number;
  readonly total?: number | null;
  readonly location?: number;
  readonly language?: string;
}

export async function makeFetches(sql: Sql, domainId: number, fetches: readonly MadeFetch[]): Promise<void> {
  for (const { part, status = 'complete', wanted = 100, fetched = 100, total = null, location = 0, language = '' } of fetches) {
    await sql.query(
      `insert into domain_fetches (domain_id, part, status, rows_wanted, rows_fetched, rows_total, location_code, language_code, started_at, completed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $3 = 'complete' then $9::timestamptz end)`,
      [domainId, part, status, wanted, fetched, total, location, language, FETCHED_AT],
    );
  }
}

export async function makeSnapshot(sql: Sql, domainId: number, yearWeek: string, backlinks: number | null): Promise<void> {
  await sql.query(
    `insert into domain_summaries (domain_id, year_week, as_of, source, rank, backlinks_count, referring_domains_count, spam_score, captured_at)
     values ($1, $2, '2025-11-20', 'summary', 42, $3::bigint, $3::bigint / 10, 7, $4)`,
    [domainId, yearWeek, backlinks, FETCHED_AT],
  );
}

export interface MadeKeyword {
  readonly keyword: string;
  readonly rank?: number | null;
  readonly previous?: number | null;
  readonly volume?: number | null;
  readonly traffic?: number | null;
  readonly type?: string;
  readonly location?: number;
  readonly language?: string;
  readonly isLost?: boolean;
}

export async function makeKeywords(sql: Sql, domainId: number, keywords: readonly MadeKeyword[]): Promise<void> {
  for (const made of keywords) {
    const { keyword, rank = 5, previous = null, volume = 10, traffic = 1, type = 'organic', location = 2840, language = 'en' } = made;
    await sql.query(
      `insert into domain_keywords (domain_id, keyword, location_code, language_code, item_type, rank_group, rank_absolute, previous_rank_absolute,
         url, search_volume, estimated_traffic, our_first_seen, our_last_seen, our_lost_at)
       values ($1, $2, $3, $4, $5, $6, $6, $7, 'https://example.com/x', $8, $9, $10, $10, $11)`,
      [domainId, keyword, location, language, type, rank, previous, volume, traffic, FETCHED_AT, made.isLost === true ? FETCHED_AT : null],
    );
  }
}

/** Pages that link to the domain, `typed` of them classified as articles. */
export async function makeReferringPages(sql: Sql, domainId: number, count: number, typed = 0): Promise<void> {
  await sql.query(
    `with pages as (
       insert into urls (url, url_hash, domain, first_seen, last_seen, source_endpoint, page_type, last_classified_at)
       select 'https://from-' || n || '.net/', decode(md5($1::text || ' ' || n), 'hex'), 'from-' || n || '.net', $4, $4, 'test',
         case when n <= $3 then 'article' end, case when n <= $3 then $4::timestamptz end
       from generate_series(1, $2::integer) as n returning url, url_hash, domain)
     insert into backlinks (domain_id, link_hash, url_hash, domain_from, url_from, url_to, item_type, is_dofollow, is_broken, our_first_seen, our_last_seen)
     select $1::bigint, url_hash, url_hash, domain, url, 'https://example.com/', 'anchor', true, false, $4, $4 from pages`,
    [domainId, count, typed, FETCHED_AT],
  );
}

/** A project that has the domain as a website; returns its id. */
export async function makeWebsite(
  sql: Sql,
  { projectId, domainId, domain }: { readonly projectId: string; readonly domainId: number; readonly domain: string },
): Promise<void> {
  await sql.query(
    `insert into assets (id, project_id, type, value, name, domain_id, created_at, updated_at)
     values ($5, $1, 'website', $3, $3, $2, $4, $4)`,
    [projectId, domainId, domain, FETCHED_AT, newId('ast_')],
  );
}
