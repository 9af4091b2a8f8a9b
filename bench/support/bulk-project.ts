import type { Sql } from '#stores/postgres/types.ts';

/** The sites that a loaded project watches; the first is its own. */
export const BULK_SITES = ['ours.com', 'rival.com', 'other.com'] as const;

export interface BulkProject {
  readonly projectId: string;
  readonly keywords: number;
}

/** The id of a keyword of a loaded project, from 1. */
export const toBulkKeywordId = (projectId: string, at: number): string => `kw_${projectId}_${at}`;

/**
 * Puts a project straight into PostgreSQL: its sites, its keywords, and the outcome of today's check of each, half of
 * them on mobile devices, one of seven not found.
 */
export async function loadBulkProject(sql: Sql, { projectId, keywords }: BulkProject): Promise<void> {
  await sql.query(`insert into organizations (id, name, created_at) values ('org_bench', 'Bench', now()) on conflict do nothing`);
  await sql.query(
    `insert into projects (id, organization_id, name, created_at, updated_at) values ($1, 'org_bench', 'Bench', now(), now())`,
    [projectId],
  );
  await sql.query(
    `insert into assets (id, project_id, type, value, name, role, created_at, updated_at)
     select 'ast_' || $1 || place, $1, 'website', site, site, case place when 1 then 'primary' else 'competitor' end, now(), now()
     from unnest($2::text[]) with ordinality as s (site, place)`,
    [projectId, [...BULK_SITES]],
  );
  await sql.query(
    `insert into keywords (id, keyword_text, normalized_text, location_code, language_code, device, created_at)
     select 'kw_' || $1 || '_' || n, 'keyword ' || n, 'keyword ' || n, 2840, 'en', case n % 2 when 0 then 'desktop' else 'mobile' end, now()
     from generate_series(1, $2::integer) n`,
    [projectId, keywords],
  );
  await sql.query(
    `insert into tracked_keywords (project_id, keyword_id, normalized_text, tracking_since, next_check, checked_at, updated_at)
     select $1, id, normalized_text, now(), now() + interval '1 day', now(), now() from keywords where id like 'kw_' || $1 || '_%'`,
    [projectId],
  );
  await sql.query(
    `insert into current_rankings (project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code,
       asset_id, asset_name, relationship, status, position, rank_group, previous_position, url, title, checked_depth, check_ts, check_date, run_id, provider, cost_usd, serp_features, updated_at)
     select $1, k.id, 'engine_a', 'seo', a.value, k.keyword_text, k.normalized_text, k.device, 2840, 'en', a.id, a.name,
       case a.role when 'primary' then 'MINE' else 'COMPETITOR' end, case when n % 7 = 0 then 'not_found' else 'ranked' end,
       case when n % 7 = 0 then null else 1 + n % 90 end, case when n % 7 = 0 then null else 1 + n % 80 end, 1 + n % 95,
       'https://www.' || a.value || '/a/rather/usual/page-' || n, 'A title of the usual length about keyword ' || n, 100, now(), current_date,
       'run_' || k.id, 'dataforseo', 0.0155, '{organic,people_also_ask,related_searches}', now()
     from (select k.*, row_number() over (order by id) as n from keywords k where id like 'kw_' || $1 || '_%') k
     join assets a on a.project_id = $1`,
    [projectId],
  );
}
