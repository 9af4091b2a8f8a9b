import type { CopyUnit, UnitPage } from '#stores/copy-types.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { fromStoredResults, type RunPage, type SerpRun } from '../runs/serp-run.ts';
import type { SerpCheck } from '../check.ts';

/** What ClickHouse is to have of runs and newest positions, read for the copy of what it lacks. */

/** `$1` is a day in UTC, whatever the time zone of the server. */
const DAY_START = `($1::date::timestamp at time zone 'UTC')`;

interface DayRow extends Record<string, unknown> {
  day: string;
}

/** The runs of a day lie between its moments: the table has an index and partitions by them. */
const RUNS_OF_DAY = `from serp_runs run
  where run.created_at >= ${DAY_START} and run.created_at < ${DAY_START} + interval '1 day' and run.check_date = $1::date
    and run.status = 'completed' and run.applied_at is not null`;

export async function listRunDays(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<DayRow>(
    `select distinct check_date as day from serp_runs where status = 'completed' and applied_at is not null order by day`,
  );
  return rows.map(({ day }) => day);
}

/** One unit a run: its row of `serp_checks`. */
export async function listCheckUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select run.id as key, run.keyword_id as place, 1 as rows, run.depth || ' ' || run.checked_depth || ' ' || run.items_count as content
     ${RUNS_OF_DAY} and run.id > $2 order by run.id limit $3`,
    [day, after, limit],
  );
  return rows;
}

/** One unit a run: its results. */
export async function listResultUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select run.id as key, run.keyword_id as place, coalesce(json_array_length(run.results), 0) as rows, '' as content
     ${RUNS_OF_DAY} and run.id > $2 order by run.id limit $3`,
    [day, after, limit],
  );
  return rows;
}

/** A run with the project and organization that its rows in ClickHouse name. */
export interface CopiedPage extends RunPage {
  readonly check: SerpCheck;
  readonly organizationId: string | undefined;
}

type PageRow = Omit<SerpRun, 'checkTs'> &
  Pick<SerpCheck, 'keywordId' | 'keyword' | 'engine' | 'locationCode' | 'languageCode' | 'device'> & {
    readonly checkTs: Date;
    readonly kind: string;
    readonly organizationId: string | null;
    readonly results: unknown;
  };

export async function listCopiedPages(sql: Sql, runIds: readonly string[]): Promise<CopiedPage[]> {
  const { rows } = await sql.query<PageRow & Record<string, unknown>>(
    `select run.id, run.query_id as "queryId", run.project_id as "projectId", run.workflow_id as "workflowId", run.check_url as "checkUrl",
       run.items_count as "itemsCount", run.se_results_count as "seResultsCount", run.depth, run.checked_depth as "checkedDepth",
       run.serp_features as features, run.provider, run.cost_usd as "costUsd", run.task_id as "taskId", run.created_at as "checkTs",
       run.fetched_at as "fetchedAt", run.keyword_id as "keywordId", query.keyword, run.engine, run.kind,
       query.location_code as "locationCode", query.language_code as "languageCode", query.device,
       project.organization_id as "organizationId", run.results
     from serp_runs run
     join queries query on query.id = run.query_id
     left join projects project on project.id = run.project_id
     where run.id = any($1::text[]) and run.status = 'completed'
     order by run.id`,
    [runIds],
  );
  return rows.map(toCopiedPage);
}

function toCopiedPage({ results, kind, organizationId, keyword, locationCode, languageCode, device, ...run }: PageRow): CopiedPage {
  const { keywordId, engine, depth } = run;
  return {
    run,
    items: fromStoredResults(results ?? []),
    organizationId: organizationId ?? undefined,
    check: {
      keywordId,
      keyword,
      engine,
      channel: kind === 'organic' ? 'seo' : 'local',
      locationCode,
      languageCode,
      device,
      depth,
      depthStrategy: 'full',
      lookFor: [],
      lastPosition: null,
    },
  };
}

const POSITION_KEY = `concat_ws('|', r.project_id, r.keyword_id, r.engine, r.channel, r.run_id, r.domain)`;

export async function listPositionDays(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<DayRow>(
    'select distinct check_date as day from current_rankings where check_date is not null and run_id is not null order by day',
  );
  return rows.map(({ day }) => day);
}

/** One unit a newest good outcome: its row of `ranking_history`. */
export async function listPositionUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select ${POSITION_KEY} as key, r.keyword_id as place, 1 as rows, coalesce(r.position::text, '') as content
     from current_rankings r
     where r.check_date = $1::date and r.run_id is not null and ${POSITION_KEY} > $2
     order by ${POSITION_KEY} limit $3`,
    [day, after, limit],
  );
  return rows;
}

export interface CopiedPosition extends Record<string, unknown> {
  readonly key: string;
  readonly isRecomputed: boolean;
  readonly updatedAt: Date;
  readonly checkTs: Date;
  readonly checkInterval: 'daily' | 'weekly' | 'monthly' | 'manual';
  /** The columns that both tables have under one name. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Newest good outcomes as rows of the history. */
export async function listCopiedPositions(sql: Sql, keys: readonly string[]): Promise<CopiedPosition[]> {
  const { rows } = await sql.query<CopiedPosition>(
    `select ${POSITION_KEY} as key, r.is_recomputed as "isRecomputed", r.updated_at as "updatedAt", r.check_ts as "checkTs",
       coalesce(tracked.check_interval, 'daily') as "checkInterval",
       json_build_object(
         'project_id', r.project_id, 'keyword_id', r.keyword_id, 'keyword', r.keyword_text, 'engine', r.engine, 'channel', r.channel,
         'device', r.device, 'location_code', r.location_code, 'language_code', r.language_code, 'domain', r.domain,
         'asset_id', coalesce(r.asset_id, ''), 'relationship', r.relationship,
         'status', case when r.position is null then 'not_found' else 'ranked' end, 'position', r.position, 'rank_group', r.rank_group,
         'previous_position', r.previous_position, 'url', coalesce(r.url, ''), 'title', coalesce(r.title, ''),
         'is_featured_snippet', r.is_featured_snippet::integer, 'checked_depth', coalesce(r.checked_depth, 0), 'run_id', r.run_id,
         'check_date', r.check_date, 'provider', coalesce(r.provider, ''), 'cost_usd', coalesce(r.cost_usd, 0), 'error', '',
         'serp_features', r.serp_features) as columns
     from current_rankings r
     left join lateral (
       select check_interval from tracked_keywords t
       where t.project_id = r.project_id and t.keyword_id = r.keyword_id and t.engine = r.engine
       order by (t.channel = r.channel) desc, t.channel limit 1
     ) tracked on true
     where r.project_id = any(select split_part(key, '|', 1) from unnest($1::text[]) as key)
       and r.keyword_id = any(select split_part(key, '|', 2) from unnest($1::text[]) as key)
       and ${POSITION_KEY} = any($1::text[])
     order by key`,
    [keys],
  );
  return rows;
}

/**
 * One unit a project and a run of a keyword that it tracked then, where it had something to look for:
 * at least one row of `ranking_history`.
 */
export async function listOutcomeUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select distinct t.project_id || '|' || run.id as key, run.keyword_id as place, 1 as rows, '' as content
     from serp_runs run
     join tracked_keywords t on t.keyword_id = run.keyword_id and t.engine = run.engine
       and t.channel = case run.kind when 'organic' then 'seo' else 'local' end
       and t.status in ('tracking', 'active') and t.tracking_since <= run.created_at
     where run.created_at >= ${DAY_START} and run.created_at < ${DAY_START} + interval '1 day' and run.check_date = $1::date
       and run.status = 'completed' and run.applied_at is not null
       and (t.target_domain is not null
            or exists (select from assets a where a.project_id = t.project_id
                       and (a.type = 'website' or (a.type = 'local' and t.channel = 'local'))))
       and t.project_id || '|' || run.id > $2
     order by key limit $3`,
    [day, after, limit],
  );
  return rows;
}
