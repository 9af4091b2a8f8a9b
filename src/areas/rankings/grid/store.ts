import { SELECTED, toSelectionValues } from '#areas/keywords/index.ts';
import type { PositionScale } from '#areas/projects/index.ts';
import type { Engine, MetricsSource } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { TrackedChannel, Device } from '../vocabulary.ts';
import type { TrackedFilter } from './grid.ts';
import { STORED_SQL, toMs, type StoredColumns } from './grid-columns.ts';

/** Tracked keywords in the order of their texts: one array for each column, all of one length. */
export interface TrackedColumns extends StoredColumns {
  /** Separated by commas. */
  readonly modifiers: readonly (string | null)[];
  /** Where volume, CPC, competition, difficulty and intent were asked for. */
  readonly metricsSource: readonly (MetricsSource | null)[];
  readonly note: readonly (string | null)[];
  readonly targetPage: readonly (string | null)[];
}

/** What columns of the grid are worked out from, by name. */
const BESIDE: readonly (readonly [keyof TrackedColumns, string])[] = [
  ['modifiers', `array_to_string(modifiers, ',')`],
  ['metricsSource', 'metrics_source'],
  ['note', 'note'],
  ['targetPage', 'target_url'],
];

/** The newest outcomes of these keywords for the project's own sites and places, in no order. */
export interface OutcomeColumns {
  /** The index of its keyword in the columns above. */
  readonly row: readonly number[];
  readonly domain: readonly string[];
  readonly isFailed: readonly boolean[];
  /** Of a failed check, the last good ones: among the results of the channel, and among everything on the page. */
  readonly rankGroup: readonly (number | null)[];
  readonly rankAbsolute: readonly (number | null)[];
  /** In the scale that was asked for. */
  readonly previous: readonly (number | null)[];
  readonly url: readonly (string | null)[];
  readonly isFeatured: readonly boolean[];
  readonly checkedDepth: readonly (number | null)[];
  /** Epoch milliseconds of the check that gave the position, and its day in the project's time zone. */
  readonly checkedAt: readonly (number | null)[];
  readonly checkedDay: readonly (string | null)[];
  readonly failedAt: readonly (number | null)[];
  readonly failedDay: readonly (string | null)[];
  readonly error: readonly (string | null)[];
  readonly provider: readonly (string | null)[];
  readonly costUsd: readonly (number | null)[];
  /** Among the references of the AI overview; 0: not cited; null: there is none, or it was not loaded. */
  readonly citedPlace: readonly (number | null)[];
  /** Separated by commas. */
  readonly features: readonly string[];
}

export interface TrackedRows {
  readonly total: number;
  readonly tracked: TrackedColumns;
  readonly outcomes: OutcomeColumns;
}

interface OutcomesQuestion {
  /** Of the project. */
  readonly timeZone: string;
  readonly scale: PositionScale;
  /** Without them they are not read. */
  readonly withOutcomes: boolean;
}

/** What a project tracks and fits, with the newest outcomes of its own sites. Filters are as in `TrackedFilter`. */
export async function listTrackedRows(sql: Sql, filter: TrackedFilter, question: OutcomesQuestion): Promise<TrackedRows> {
  const { rows } = await sql.query<{ total: number; tracked: TrackedColumns; outcomes: OutcomeColumns }>(LIST_TRACKED, [
    ...toValues(filter),
    question.timeZone,
    question.withOutcomes,
    question.scale,
  ]);
  return rows[0] as TrackedRows;
}

/** A tracked keyword and what its page shows. */
export interface TrackedKeyword {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: Engine;
  readonly channel: TrackedChannel;
  readonly device: Device;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly volume: number | null;
  /** When the volume became known. */
  readonly enrichedAt: Date | null;
  /** Where the volume was asked for; null: not known. */
  readonly metricsSource: MetricsSource | null;
  readonly targetPage: string | null;
  /** How many fit, those above the limit too. */
  readonly total: number;
}

/** The tracked keywords that fit, in the order of their texts. */
export async function listTracked(sql: Sql, filter: TrackedFilter): Promise<TrackedKeyword[]> {
  const { rows } = await sql.query<{
    keywordId: string;
    keyword: string;
    engine: Engine;
    channel: TrackedChannel;
    device: Device;
    locationCode: number;
    languageCode: string;
    volume: number | null;
    enrichedAt: Date | null;
    metricsSource: MetricsSource | null;
    targetPage: string | null;
    total: number;
  }>(
    `with fitting as (${FITTING})
     select fitting.keyword_id, keyword_text as keyword, engine, channel, device, location_code, language_code, search_volume as volume,
       enriched_at,
       case when enriched_at is not null then f.source end as metrics_source,
       n.target_url as target_page, count(*) over () as total
     from fitting left join keyword_notes n on n.project_id = $1 and n.keyword_id = fitting.keyword_id
       left join (select id as metrics, source from keyword_figures) f on f.metrics = fitting.figures_id
     order by ${ORDER}
     limit $26`,
    toValues(filter),
  );
  return rows;
}

function toValues(filter: TrackedFilter): unknown[] {
  return [...toSelectionValues(filter), filter.limit];
}

/** Devices of one keyword stand together, the desktop first. */
const ORDER = 'normalized_text using ~<~, location_code, language_code, device, engine, channel';

const FITTING = `
  select t.*, k.keyword_text, k.device, k.location_code, k.language_code, k.search_volume, k.cpc, k.competition, k.keyword_difficulty, k.enriched_at,
    k.figures_id ${SELECTED}`;

/** An array of each column is half of the work that as many rows are. */
const all = (column: string): string => `coalesce(json_agg(${column}), '[]')`;

const TRACKED_ARRAYS = [...STORED_SQL, ...BESIDE].map(([name, sql]) => `'${name}', ${all(sql)}`).join(', ');

const LIST_TRACKED = `
with fitting as materialized (${FITTING}
),
page as materialized (
  select ordered.*, row_number() over () - 1 as row
  from (select * from fitting order by ${ORDER} limit $26) ordered
),
tracked as (
  select json_build_object(
    ${TRACKED_ARRAYS}) as columns
  from (
    select page.*, f.search_intent, f.source as metrics_source, n.note, n.is_starred, n.target_url
    from page
    left join keyword_figures f on f.id = page.figures_id
    left join keyword_notes n on n.project_id = $1 and n.keyword_id = page.keyword_id
    order by page.row
  ) ordered
),
outcomes as (
  select json_build_object(
    'row', ${all('page.row')}, 'domain', ${all('r.domain')}, 'isFailed', ${all(`r.status = 'failed'`)}, 'rankGroup', ${all('r.rank_group')},
    'rankAbsolute', ${all('r.position')}, 'previous', ${all(`case $29 when 'organic' then r.previous_rank_group else r.previous_position end`)},
    'url', ${all('r.url')}, 'isFeatured', ${all('r.is_featured_snippet')},
    'checkedDepth', ${all('r.checked_depth')}, 'checkedAt', ${all(toMs('r.check_ts'))},
    'checkedDay', ${all('(r.check_ts at time zone $27)::date')}, 'failedAt', ${all(toMs('r.failed_at'))},
    'failedDay', ${all('(r.failed_at at time zone $27)::date')}, 'error', ${all('r.error')}, 'provider', ${all('r.provider')},
    'costUsd', ${all('r.cost_usd')}, 'citedPlace', ${all('r.cited_place')}, 'features', ${all(`array_to_string(r.serp_features, ',')`)}) as columns
  from page
  join current_rankings r on r.keyword_id = page.keyword_id and r.engine = page.engine and r.channel = page.channel
  where $28 and r.project_id = $1 and r.is_tracked
    and (r.asset_id is null and r.relationship = 'MINE'
         or r.asset_id in (select id from assets where project_id = $1 and role = 'primary'))
)
select (select count(*) from fitting) as total, tracked.columns as tracked, outcomes.columns as outcomes from tracked, outcomes`;

/** The newest outcomes of one website, in no order: an entry for each tracked keyword that has one. */
export interface CompetitorOutcomes {
  readonly domain: string;
  /** As of `toTrackedKey`. */
  readonly keys: readonly string[];
  readonly isFailed: readonly boolean[];
  /** As in `OutcomeColumns`. */
  readonly rankGroup: readonly (number | null)[];
  readonly rankAbsolute: readonly (number | null)[];
  readonly checkedDepth: readonly (number | null)[];
  readonly citedPlace: readonly (number | null)[];
  /** As in `OutcomeColumns`. */
  readonly checkedAt: readonly (number | null)[];
  readonly failedAt: readonly (number | null)[];
  readonly error: readonly (string | null)[];
  readonly provider: readonly (string | null)[];
  readonly costUsd: readonly (number | null)[];
}

interface CompetitorFilter {
  readonly projectId: string;
  readonly domains: readonly string[];
  readonly keywordIds: readonly string[];
}

/** The newest outcomes of websites for these keywords. A website without any is left out. */
export async function listCompetitorOutcomes(
  sql: Sql,
  { projectId, domains, keywordIds }: CompetitorFilter,
): Promise<CompetitorOutcomes[]> {
  const { rows } = await sql.query<CompetitorOutcomes>(
    `select domain, json_agg(concat_ws(' ', keyword_id, engine, channel)) as keys, json_agg(status = 'failed') as is_failed,
       json_agg(rank_group) as rank_group, json_agg(position) as rank_absolute, json_agg(checked_depth) as checked_depth, json_agg(cited_place) as cited_place, json_agg(${toMs('check_ts')}) as checked_at,
       json_agg(${toMs('failed_at')}) as failed_at, json_agg(error) as error, json_agg(provider) as provider, json_agg(cost_usd) as cost_usd
     from current_rankings
     where project_id = $1 and is_tracked and domain = any ($2::text[]) and keyword_id = any ($3)
     group by domain
     limit cardinality($2::text[])`,
    [projectId, domains, keywordIds],
  );
  return rows;
}

/** Tags of a project, and which keywords have them. */
export interface ProjectTags {
  readonly tags: readonly { readonly id: string; readonly name: string; readonly color: string }[];
  /** Of each index in the tags, the ids of its keywords. */
  readonly keywordIds: readonly (readonly string[])[];
}

const TAGS_MAX = 1_000;

/** The tags of a project by name, with the keywords that have them. */
export async function listTags(sql: Sql, projectId: string): Promise<ProjectTags> {
  const { rows } = await sql.query<{ id: string; name: string; color: string; keywordIds: string[] }>(
    `select id, name, color,
       array(select keyword_id from keyword_tags where project_id = $1 and tag_id = tags.id) as keyword_ids
     from tags where project_id = $1 order by lower(name), id limit ${TAGS_MAX}`,
    [projectId],
  );
  return { tags: rows.map(({ id, name, color }) => ({ id, name, color })), keywordIds: rows.map(({ keywordIds }) => keywordIds) };
}

/**
 * What people edited of a project's tracked keywords and sites, and how often anything of them has changed, with which history of any
 * project is still on its way to the analytics store.
 */
export async function findTrackedVersion(sql: Sql, projectId: string): Promise<{ readonly edits: string; readonly arrivals: string }> {
  const { rows } = await sql.query<{ edits: string; arrivals: string }>(
    `select concat_ws(' ',
       coalesce((select edits from keyword_edits where project_id = $1), 0),
       (select concat_ws(' ', count(*), sum(xmin::text::bigint)) from assets where project_id = $1)) as edits,
     concat_ws(' ',
       coalesce((select sum(changes) from ranking_changes where project_id = $1), 0),
       coalesce((select max(id) from outbox where table_name = 'ranking_history'), 0)) as arrivals`,
    [projectId],
    'rankings-find-tracked-version',
  );
  return rows[0] ?? { edits: '', arrivals: '' };
}
