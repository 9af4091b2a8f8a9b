import type { ClickHouse } from '#stores/clickhouse/types.ts';
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
    `insert into projects (id, organization_id, name, position_scale, created_at, updated_at)
     values ($1, 'org_bench', 'Bench', 'organic', now(), now())`,
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
       asset_id, asset_name, relationship, status, position, rank_group, previous_position, previous_rank_group, url, title, checked_depth, check_ts, check_date, run_id, provider, cost_usd, serp_features, updated_at)
     select $1, k.id, 'engine_a', 'seo', a.value, k.keyword_text, k.normalized_text, k.device, 2840, 'en', a.id, a.name,
       case a.role when 'primary' then 'MINE' else 'COMPETITOR' end, case when n % 7 = 0 then 'not_found' else 'ranked' end,
       case when n % 7 = 0 then null else 1 + n % 90 end, case when n % 7 = 0 then null else 1 + n % 80 end, 1 + n % 95, 1 + n % 85,
       case when n % 7 = 0 then null else 'https://www.' || a.value || '/a/rather/usual/page-' || n end,
       case when n % 7 = 0 then null else 'A title of the usual length about keyword ' || n end, 100, now(), current_date,
       'run_' || k.id, 'dataforseo', 0.0155, '{organic,people_also_ask,related_searches}', now()
     from (select k.*, row_number() over (order by id) as n from keywords k where id like 'kw_' || $1 || '_%') k
     join assets a on a.project_id = $1`,
    [projectId],
  );
}

export interface BulkHistory {
  readonly lastDay: string;
  /** Of every keyword. */
  readonly days: number;
  /** Of the first keyword. */
  readonly yearDays: number;
}

/** Puts the history of a loaded project straight into ClickHouse: an outcome for each keyword, site and day. */
export async function loadBulkHistory(
  clickhouse: ClickHouse,
  project: BulkProject,
  { lastDay, days, yearDays }: BulkHistory,
): Promise<void> {
  for (let age = 0; age < days; age += 1)
    await insertHistory(clickhouse, project, { first: age, count: 1, lastDay, keywords: project.keywords });
  await insertHistory(clickhouse, project, { first: days, count: yearDays - days, lastDay, keywords: 1 });
  await insertDays(clickhouse, project, { lastDay, days, yearDays });
}

/** The stored totals of each day of the history; in their texts, as many numbers as a real one has. */
async function insertDays(
  clickhouse: ClickHouse,
  { projectId, keywords }: BulkProject,
  { lastDay, days, yearDays }: BulkHistory,
): Promise<void> {
  const counts = [keywords, keywords, 0, keywords, 3, 10, keywords, keywords * 50, 1, 1, 1, 1, 1, keywords, keywords * 100, keywords];
  const toTotals = (site: string, device: string, relationship: string): (string | number)[] => [
    site,
    'seo',
    'engine_a',
    device,
    2840,
    site === '' ? '' : `ast_${projectId}`,
    relationship,
    ...counts,
  ];
  const sums = ['desktop', 'mobile'].flatMap((device) =>
    ['', ...BULK_SITES].map((site, at) => toTotals(site, device, at < 2 ? 'MINE' : 'COMPETITOR')),
  );
  await clickhouse.command(`
    insert into ranking_days (project_id, day, scale, source_rows, sums, computed_at)
    select '${projectId}', toDate('${lastDay}') - number, arrayJoin(['organic', 'page']), if(number < ${days}, ${keywords}, 1) * ${BULK_SITES.length}, '${JSON.stringify(sums)}', now64(3)
    from numbers(${yearDays})`);
}

async function insertHistory(
  clickhouse: ClickHouse,
  { projectId }: BulkProject,
  { first, count, lastDay, keywords }: { first: number; count: number; lastDay: string; keywords: number },
): Promise<void> {
  await clickhouse.command(`
    insert into ranking_history (
      project_id, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status, position,
      rank_group, previous_position, previous_rank_group, url, title, checked_depth, run_id, check_date, check_ts, provider, cost_usd, serp_features)
    with
      intDiv(number, ${BULK_SITES.length * count}) + 1 as keyword_number, intDiv(number, ${count}) % ${BULK_SITES.length} as site,
      toDate('${lastDay}') - ${first} - number % ${count} as date, cityHash64(keyword_number, site, intDiv(toUInt16(date), 4)) % 120 as place
    select
      '${projectId}', concat('kw_${projectId}_', toString(keyword_number)), concat('keyword ', toString(keyword_number)), 'engine_a', 'seo',
      if(keyword_number % 2 = 0, 'desktop', 'mobile'), 2840, 'en', [${BULK_SITES.map((site) => `'${site}'`).join(', ')}][site + 1],
      concat('ast_${projectId}', toString(site + 1)), if(site = 0, 'MINE', 'COMPETITOR'), if(place < 100, 'ranked', 'not_found'),
      if(place < 100, place + 1, null), if(place < 100, place + 1, null), place + 1, place + 1,
      if(place < 100, concat('https://www.example.com/a/rather/usual/page-', toString(keyword_number)), ''),
      if(place < 100, concat('A title of the usual length about keyword ', toString(keyword_number)), ''), 100,
      concat('run_', lower(hex(cityHash64(keyword_number, date)))), date, toDateTime64(date, 3, 'UTC') + toIntervalHour(10), 'dataforseo', 0.00465,
      ['organic', 'people_also_ask', 'related_searches']
    from numbers(${keywords * BULK_SITES.length * count})
    settings max_threads = 2, max_insert_threads = 1`);
}

/**
 * Puts the ledger of a loaded project straight into PostgreSQL: one dispatch a day, from 10:00 on, a call for each
 * keyword; its single rows of the last two days.
 */
export async function loadBulkCosts(
  sql: Sql,
  { projectId, keywords }: BulkProject,
  { now, days }: { now: Date; days: number },
): Promise<void> {
  await sql.query(
    `insert into cost_hours (hour, project_id, service, run_id, cost_usd, requests, calls)
     select date_trunc('day', $2::timestamptz, 'UTC') - make_interval(days => age) + interval '10 hours', $1, 'dataforseo',
       'wf_' || $1 || age, $3 * 0.000465, $3, $3
     from generate_series(1, $4::integer) age`,
    [projectId, now, keywords, days],
  );
  await sql.query(
    `insert into api_costs (id, run_id, project_id, service, endpoint, cost_usd, estimate_usd, task_id, tag, source, workflow_type, created_at)
     select 'cost_' || $1 || age || '_' || n, 'wf_' || $1 || age, $1, 'dataforseo', 'serp/google/organic/task_post', 0.000465, 0.000465,
       'task_' || $1 || age || '_' || n, 'spend_' || $1 || age || '_' || n, 'cron', 'subscription-dispatch',
       date_trunc('day', $2::timestamptz, 'UTC') - make_interval(days => age) + interval '10 hours' + make_interval(secs => n * 3599.0 / $3)
     from generate_series(1, 2) age, generate_series(1, $3::integer) n`,
    [projectId, now, keywords],
  );
}
