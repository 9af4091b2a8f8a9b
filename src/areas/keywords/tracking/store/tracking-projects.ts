import type { Sql } from '#stores/postgres/types.ts';
import { SerpCheck, toQueryId, type CheckSubject } from '../check.ts';
import type { TrackingProject, WatchedAsset } from '../tracking-project.ts';
import { CHECKED_KEYWORDS, TRACKED_KEYWORDS } from './tracked.ts';

/** Projects per check: a bound, far more than share one keyword. */
const PROJECTS_MAX = 10_000;
const ASSETS_MAX = 1_000;

/** Whether a project `p` is subscribed to paid positions. */
export const TRACKS_ADS = `coalesce(p.settings ->> 'paid_positions' = 'true', false)`;

/** Whether a project `p` wants AI overviews that arrive after their page. */
export const LOADS_OVERVIEWS = `coalesce(p.settings ->> 'load_ai_overviews' = 'true', false)`;

/** How a website is recognised, out of `assets.meta`. */
const ALIASES = `case jsonb_typeof(meta -> 'aliases') when 'array' then meta -> 'aliases' else '[]' end`;
const HAS_SUBDOMAINS = `meta ->> 'subdomains' is distinct from 'false'`;

/**
 * The projects that track the check's keyword, each with what it looks for and what it knew. Only
 * `projectId` when given.
 */
export async function listTrackingProjects(sql: Sql, subject: CheckSubject, projectId?: string): Promise<readonly TrackingProject[]> {
  return (await listTrackingProjectsOf(sql, [subject], projectId)).get(toQueryId(subject)) ?? [];
}

/** The same for many checks in one round trip, by the id of their page (`toQueryId`); pages without any are left out. */
export async function listTrackingProjectsOf(
  sql: Sql,
  subjects: readonly CheckSubject[],
  projectId?: string,
): Promise<ReadonlyMap<string, readonly TrackingProject[]>> {
  const pages = [...new Map(subjects.map((subject) => [toQueryId(subject), subject]))];
  const { rows } = await sql.query<TrackingProject & { readonly index: number }>(
    `select
       subject.at::integer - 1 as index,
       t.project_id, p.organization_id, p.time_zone, t.check_interval, t.depth, t.depth_strategy, t.target_domain,
       (select coalesce(json_agg(json_build_object(
            'id', a.id, 'type', a.type, 'value', a.value, 'name', a.name, 'role', a.role,
            'placeIds', array_remove(array[a.value, a.meta ->> 'cid', a.meta ->> 'place_id'], null),
            'aliases', ${ALIASES}, 'hasSubdomains', ${HAS_SUBDOMAINS})), '[]')
        from (select * from assets
              where assets.project_id = t.project_id and type in ('website', 'local')
              order by created_at, id limit ${ASSETS_MAX}) a) as assets,
       (select coalesce(json_agg(json_build_object(
            'channel', c.channel, 'domain', c.domain, 'checkDate', c.check_date, 'position', c.position,
            'rankGroup', c.rank_group, 'previousPosition', c.previous_position, 'previousRankGroup', c.previous_rank_group,
            'checkedDepth', c.checked_depth)), '[]')
        from current_rankings c
        where c.project_id = t.project_id and c.keyword_id = t.keyword_id and c.engine = t.engine) as known,
       exists (select from ${TRACKED_KEYWORDS} places
               where places.project_id = t.project_id and places.keyword_id = t.keyword_id
                 and places.engine = t.engine and places.channel = 'local') as tracks_places,
       ${TRACKS_ADS} as tracks_ads
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as subject (keyword_id, engine, channel, at)
     cross join lateral (
       select * from ${CHECKED_KEYWORDS} checked
       where keyword_id = subject.keyword_id and engine = subject.engine and channel = subject.channel
         and ($4::text is null or project_id = $4)
       order by project_id
       limit ${PROJECTS_MAX}
     ) t
     join projects p on p.id = t.project_id and p.status <> 'archived'
     order by subject.at, t.project_id`,
    [...toColumns(pages.map(([, subject]) => subject)), projectId ?? null],
    'rankings-list-tracking-projects',
  );
  const byIndex = Map.groupBy(rows, ({ index }) => index);
  return new Map([...byIndex].map(([index, some]) => [pages[index]?.[0] ?? '', some.map(({ index: _index, ...project }) => project)]));
}

function toColumns(subjects: readonly CheckSubject[]): string[][] {
  return [subjects.map(({ keywordId }) => keywordId), subjects.map(({ engine }) => engine), subjects.map(({ channel }) => channel)];
}

interface AssetRow extends WatchedAsset {
  projectId: string;
}

/** The websites and places of projects, by project, oldest first. */
export async function listWatchedAssets(sql: Sql, projectIds: readonly string[]): Promise<ReadonlyMap<string, WatchedAsset[]>> {
  const { rows } = await sql.query<AssetRow>(
    `select project.id as project_id, a.*
     from unnest($1::text[]) as project (id)
     cross join lateral (
       select id, type, value, name, role, array_remove(array[value, meta ->> 'cid', meta ->> 'place_id'], null) as place_ids,
         ${ALIASES} as aliases, ${HAS_SUBDOMAINS} as has_subdomains
       from assets
       where project_id = project.id and type in ('website', 'local')
       order by created_at, id limit ${ASSETS_MAX}
     ) a`,
    [projectIds],
  );
  return Map.groupBy(rows, (asset) => asset.projectId);
}

interface CheckRow {
  index: number;
  keywordId: string;
  engine: string;
  channel: string;
  keyword: string;
  locationCode: number;
  languageCode: string;
  device: string;
  depth: number;
  depthStrategy: string;
  lookFor: string[];
  lastPosition: number | null;
  loadsOverview: boolean;
}

/**
 * The check that serves every project which tracks the subject: the greatest depth, read in full as soon as
 * one wants that, and with late AI overviews as soon as one wants them. `undefined` when no project tracks it; paused and archived projects do not count.
 */
export async function findTrackedCheck(sql: Sql, subject: CheckSubject): Promise<SerpCheck | undefined> {
  const [check] = await listTrackedChecks(sql, [subject]);
  return check;
}

/** The same for many subjects in one round trip, in their order. */
export async function listTrackedChecks(sql: Sql, subjects: readonly CheckSubject[]): Promise<(SerpCheck | undefined)[]> {
  const { rows } = await sql.query<CheckRow>(
    `select
       subject.at::integer - 1 as index, subject.keyword_id, subject.engine, subject.channel,
       k.keyword_text as keyword, k.location_code, k.language_code, k.device, wanted.*
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as subject (keyword_id, engine, channel, at)
     join keywords k on k.id = subject.keyword_id
     cross join lateral (
       select
         max(t.depth) as depth,
         case when bool_and(t.depth_strategy = 'until_found') then 'until_found'
              when bool_and(t.depth_strategy <> 'full') then 'adaptive'
              else 'full' end as depth_strategy,
         array_remove(array_agg(distinct coalesce(t.target_domain, a.value)), null) as look_for,
         max(c.rank_group) as last_position,
         bool_or(${LOADS_OVERVIEWS}) as loads_overview
       from ${CHECKED_KEYWORDS} t
       join projects p on p.id = t.project_id and p.status = 'active'
       left join assets a on a.project_id = t.project_id and a.type = 'website' and a.role = 'primary' and t.depth_strategy <> 'full'
       left join current_rankings c on c.project_id = t.project_id and c.keyword_id = t.keyword_id and c.engine = t.engine
         and c.channel = t.channel and c.domain = coalesce(t.target_domain, a.value)
       where t.keyword_id = subject.keyword_id and t.engine = subject.engine and t.channel = subject.channel
       having count(*) > 0
     ) wanted`,
    toColumns(subjects),
    'rankings-list-tracked-checks',
  );
  const checks: (SerpCheck | undefined)[] = subjects.map(() => undefined);
  for (const row of rows) checks[row.index] = SerpCheck.parse(row);
  return checks;
}

export interface SubjectFilter {
  readonly projectId: string | undefined;
  readonly keywordIds: readonly string[] | undefined;
  readonly locationCode: number | undefined;
  readonly limit: number;
}

/** What is tracked and fits the filter, each page once however many projects share it. Archived and paused projects rest. */
export async function listTrackedSubjects(sql: Sql, filter: SubjectFilter): Promise<CheckSubject[]> {
  const { rows } = await sql.query<CheckSubject>(
    `select distinct t.keyword_id, t.engine, t.channel
     from ${CHECKED_KEYWORDS} t
     join projects p on p.id = t.project_id and p.status = 'active'
     join keywords k on k.id = t.keyword_id
     where ($1::text is null or t.project_id = $1)
       and ($2::text[] is null or t.keyword_id = any ($2))
       and ($3::integer is null or k.location_code = $3)
     order by t.keyword_id, t.engine, t.channel
     limit $4`,
    [filter.projectId ?? null, filter.keywordIds ?? null, filter.locationCode ?? null, filter.limit],
  );
  return rows;
}

/** Which of the subjects (by their index in the list) the project tracks and has no check of yet. */
export async function listUncheckedSubjects(sql: Sql, projectId: string, subjects: readonly CheckSubject[]): Promise<number[]> {
  const { rows } = await sql.query<{ index: number }>(
    `select subject.at::integer - 1 as index
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as subject (keyword_id, engine, channel, at)
     join ${CHECKED_KEYWORDS} t on t.project_id = $1 and t.keyword_id = subject.keyword_id
       and t.engine = subject.engine and t.channel = subject.channel
     where t.checked_at is null
     order by subject.at`,
    [projectId, ...toColumns(subjects)],
  );
  return rows.map((row) => row.index);
}
