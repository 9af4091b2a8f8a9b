import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { ENGINES, type Engine } from '#providers/search-data/index.ts';
import type { PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { CHANNELS, DEVICES, RELATIONSHIPS, type Channel, type Device, type Relationship } from '../vocabulary.ts';
import { HAS_MOVED_SQL, MOVE_SQL, MOVES, NO_MOVES, type Move, type MoveCounts, type Since } from './move.ts';
import { toEndedParams, toSites } from './sites-sql.ts';

/** Outcomes of a project that are compared. */
export interface MovesQuestion extends PageFilter {
  readonly projectId: string;
  /** What decides how far a keyword moved. */
  readonly scale: PositionScale;
  readonly since: Since;
  /** Keywords that are no longer tracked, as `listEndedKeywords` names them. */
  readonly endedPages: readonly string[];
}

/** A keyword whose best own site stood elsewhere. */
export interface MovedKeyword {
  readonly move: Exclude<Move, 'unchanged'>;
  /** How far it moved: "not found" counts as the first position that the check did not read. */
  readonly distance: number;
  readonly keywordId: string;
  readonly engine: Engine;
  readonly channel: Channel;
  readonly device: Device;
  readonly locationCode: number;
  /** Null: not found. */
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
  /** In the scale, as is `position`. */
  readonly position: number | null;
  readonly previousPosition: number | null;
}

/** How many keywords came into the first ten places, and how many left them. */
export interface TopMoves {
  readonly entered: number;
  readonly left: number;
}

export interface FeatureChange {
  readonly feature: string;
  /** Keywords on whose result page it stood on the later day. */
  readonly keywords: number;
  readonly previousKeywords: number;
  /** Keywords whose outcome is known on both days and whose page has it now and had it not then, or the other way round. */
  readonly gained: number;
  readonly lost: number;
}

/** How the keywords of one site moved. */
export interface SiteMoves extends MoveCounts {
  readonly domain: string;
  readonly assetId: string;
  readonly relationship: Relationship;
}

const FEATURES_MAX = 100;
const SITES_MAX = 500;

/** `pages`: the best own site of each keyword and result page. */
const toPages = (scale: PositionScale, isByCheck: boolean): string => `${toSites({ scale, isByCheck, isOwn: true })},
  pages as (
    select keyword_id, engine, channel, any(device) as device, any(location_code) as location_code,
      max(is_known_before) as was_known, max(is_known_after) as is_known,
      minIf(scaled_before, is_known_before and scaled_before > 0) as position_before,
      minIf(scaled_after, is_known_after and scaled_after > 0) as position_after,
      argMinIf(both_after, scaled_after, is_known_after and scaled_after > 0) as both_now,
      max(depth_before) as read_before, max(depth_after) as read_after,
      arrayDistinct(arrayFlatten(groupArrayIf(features_before, is_known_before))) as features_then,
      arrayDistinct(arrayFlatten(groupArrayIf(features_after, is_known_after))) as features_now
    from sites
    group by keyword_id, engine, channel
  )`;

const Params = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

const COUNTS = { up: z.number(), down: z.number(), new: z.number(), lost: z.number(), unchanged: z.number() };
const countsSql = (over: string): string => MOVES.map((move) => `countIf(move = '${move}')${over} as ${move}`).join(', ');

/** Keywords that came into the first ten, and that left them. */
const TOP_10_SQL = `
  countIf(position_after between 1 and 10 and not position_before between 1 and 10) over () as entered_top_10,
  countIf(position_before between 1 and 10 and not position_after between 1 and 10) over () as left_top_10`;

const toMovesQuestion = (scale: PositionScale, isByCheck: boolean) => ({
  name: 'rankings-list-moves',
  sql: `
with ${toPages(scale, isByCheck)},
  moves as (
    select *, ${MOVE_SQL} as move,
      multiIf(
        move = 'new', greatest(toInt32(read_before) + 1 - position_after, 1), move = 'lost', greatest(toInt32(read_after) + 1 - position_before, 1),
        abs(toInt32(position_after) - toInt32(position_before))) as distance
    from pages
    where ${HAS_MOVED_SQL}
  )
select move, toInt32(distance) as distance, keyword_id as keywordId, engine, channel, device, location_code as locationCode,
  if(position_after = 0, null, both_now.1) as rankGroup, if(position_after = 0, null, both_now.2) as rankAbsolute,
  nullIf(position_after, 0) as position, nullIf(position_before, 0) as previousPosition, ${countsSql(' over ()')},${TOP_10_SQL}
from moves
order by move, distance desc, if(position_after = 0, position_before, position_after), keyword_id, engine, channel
limit {per_kind:UInt32} by move`,
  params: Params,
  row: z.object({
    move: z.enum(MOVES),
    distance: z.number(),
    keywordId: z.string(),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    device: z.enum(DEVICES),
    locationCode: z.number(),
    rankGroup: z.number().nullable(),
    rankAbsolute: z.number().nullable(),
    position: z.number().nullable(),
    previousPosition: z.number().nullable(),
    ...COUNTS,
    entered_top_10: z.number(),
    left_top_10: z.number(),
  }),
});

const toSitesQuestion = (scale: PositionScale, isByCheck: boolean) => ({
  name: 'rankings-count-site-moves',
  sql: `
with ${toSites({ scale, isByCheck, isOwn: false })},
  moves as (
    select domain, asset, relation, scaled_before as position_before, scaled_after as position_after, ${MOVE_SQL} as move
    from sites
    where is_known_before and is_known_after and (scaled_before > 0 or scaled_after > 0)
  )
select domain, any(asset) as assetId, any(relation) as relationship, ${countsSql('')}
from moves
group by domain
order by relationship desc, domain
limit ${SITES_MAX}`,
  params: Params,
  row: z.object({ domain: z.string(), assetId: z.string(), relationship: z.enum(RELATIONSHIPS), ...COUNTS }),
});

const toFeaturesQuestion = (scale: PositionScale, isByCheck: boolean) => ({
  name: 'rankings-list-feature-changes',
  sql: `
with ${toPages(scale, isByCheck)}
select feature,
  countIf(has(features_now, feature)) as keywords, countIf(has(features_then, feature)) as previousKeywords,
  countIf(was_known and has(features_now, feature) and not has(features_then, feature)) as gained,
  countIf(is_known and has(features_then, feature) and not has(features_now, feature)) as lost
from pages array join arrayDistinct(arrayConcat(features_then, features_now)) as feature
where feature != 'organic'
group by feature
order by keywords desc, feature
limit ${FEATURES_MAX}`,
  params: Params,
  row: z.object({ feature: z.string(), keywords: z.number(), previousKeywords: z.number(), gained: z.number(), lost: z.number() }),
});

const NOTHING_MOVED = { ...NO_MOVES, entered_top_10: 0, left_top_10: 0 };

export interface MovedKeywords {
  readonly counts: MoveCounts;
  readonly top10: TopMoves;
  /** The largest moves of each kind, largest first; those that stayed are left out. */
  readonly keywords: readonly MovedKeyword[];
}

/** The keywords that moved most between outcomes that are both known, and how many moved how. */
export async function listMovedKeywords(clickhouse: ClickHouse, question: MovesQuestion, perKind: number): Promise<MovedKeywords> {
  const rows = await clickhouse.query(toMovesQuestion(question.scale, question.since.before === null), {
    ...toParams(question),
    per_kind: perKind,
  });
  const { up, down, new: fresh, lost, unchanged, entered_top_10: entered, left_top_10: left } = rows[0] ?? NOTHING_MOVED;
  return {
    counts: { up, down, new: fresh, lost, unchanged },
    top10: { entered, left },
    keywords: rows.flatMap(({ move, ...row }) => (move === 'unchanged' ? [] : [{ ...row, move }])),
  };
}

/** How the keywords of each own site and each competitor moved. */
export async function countSiteMoves(clickhouse: ClickHouse, question: MovesQuestion): Promise<SiteMoves[]> {
  return await clickhouse.query(toSitesQuestion(question.scale, question.since.before === null), toParams(question));
}

/** What stands on the result pages beside the results, and how that changed; most frequent first. */
export async function listFeatureChanges(clickhouse: ClickHouse, question: MovesQuestion): Promise<FeatureChange[]> {
  return await clickhouse.query(toFeaturesQuestion(question.scale, question.since.before === null), toParams(question));
}

/** The first day on which a check can have been read that is compared. */
export function toFirstComparedDay({ before, after }: Since): string {
  // The check before one that still stands may be of the interval before.
  return before === null ? addDays(after, 1 - 2 * VALIDITY_DAYS_MAX) : addDays(before, 1 - VALIDITY_DAYS_MAX);
}

function toParams({ projectId, since, endedPages, ...filter }: MovesQuestion): z.output<typeof Params> {
  return {
    ...toEndedParams(endedPages),
    project_id: projectId,
    before: since.before ?? since.after,
    before_since: toFirstComparedDay(since),
    after: since.after,
    after_since: addDays(since.after, 1 - VALIDITY_DAYS_MAX),
    channel: filter.channel ?? '',
    engine: filter.engine ?? '',
    device: filter.device ?? '',
    location_code: filter.locationCode ?? 0,
  };
}
