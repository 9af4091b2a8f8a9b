import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { ENGINES, type Engine } from '#providers/search-data/index.ts';
import type { PageFilter } from '../../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../../daily-totals/validity-days.ts';
import { PLACE_COLUMN } from '../../scale.ts';
import { CHANNELS, DEVICES, type Channel, type Device } from '../../vocabulary.ts';

/** Two days of a project whose outcomes are compared. */
export interface MovesQuestion extends PageFilter {
  readonly projectId: string;
  /** What decides how far a keyword moved. */
  readonly scale: PositionScale;
  readonly before: string;
  readonly after: string;
  /** Keywords that are no longer tracked, as `listEndedKeywords` names them. */
  readonly endedPages: readonly string[];
}

export const MOVES = ['up', 'down', 'new', 'lost', 'unchanged'] as const;
export type Move = (typeof MOVES)[number];

/** A keyword whose best own site stood elsewhere on the later day. */
export interface MovedKeyword {
  readonly move: Move;
  /** Keywords with the same move. */
  readonly total: number;
  readonly keywordId: string;
  readonly engine: Engine;
  readonly channel: Channel;
  readonly device: Device;
  readonly locationCode: number;
  /** Null: not found. */
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
  /** In the scale, as is `place`. */
  readonly place: number | null;
  readonly previousPosition: number | null;
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

const MOVED_PER_KIND = 10;
const FEATURES_MAX = 100;
/** A server takes at most 128 kB as one value, so ended keywords come in several lists. */
const ENDED_PER_LIST = 2_000;
const ENDED_LISTS = [0, 1, 2, 3, 4];

/**
 * - `checks`: the last good check of each keyword, result page, own site and day.
 * - `sites`: the last of them until each of the two days, if it is still valid then.
 * - `pages`: the best own site of each keyword and result page; a position of 0 is "not found".
 */
const toPages = (scale: PositionScale): string => `
  checks as (
    select keyword_id, engine, channel, device, location_code, domain, check_date as date, ifNull(${PLACE_COLUMN[scale]}, 0) as place,
      (rank_group, position) as both_places, stands_days, serp_features
    from ranking_history
    where project_id = {project_id:String} and relationship = 'MINE' and status != 'failed'
      and (check_date between {before_since:Date} and {before:Date} or check_date between {after_since:Date} and {after:Date})
      and ({channel:String} = '' or channel = {channel:String}) and ({engine:String} = '' or engine = {engine:String})
      and ({device:String} = '' or device = {device:String}) and ({location_code:UInt32} = 0 or location_code = {location_code:UInt32})
      and ${ENDED_LISTS.map((at) => `concat(keyword_id, ' ', engine, ' ', channel) not in {ended_${at}:Array(String)}`).join(' and ')}
    order by check_ts desc, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain, date
  ),
  sites as (
    select keyword_id, engine, channel, any(device) as device, any(location_code) as location_code,
      argMaxIf(place, date, date <= {before:Date}) as place_before,
      argMaxIf(date + stands_days, date, date <= {before:Date}) > {before:Date} as is_known_before,
      argMaxIf(serp_features, date, date <= {before:Date}) as features_before,
      argMaxIf(place, date, date <= {after:Date}) as place_after,
      argMaxIf(date + stands_days, date, date <= {after:Date}) > {after:Date} as is_known_after,
      argMaxIf(serp_features, date, date <= {after:Date}) as features_after,
      argMaxIf(both_places, date, date <= {after:Date}) as both_after
    from checks
    group by keyword_id, engine, channel, domain
  ),
  pages as (
    select keyword_id, engine, channel, any(device) as device, any(location_code) as location_code,
      max(is_known_before) as was_known, max(is_known_after) as is_known,
      minIf(place_before, is_known_before and place_before > 0) as position_before,
      minIf(place_after, is_known_after and place_after > 0) as position_after,
      argMinIf(both_after, place_after, is_known_after and place_after > 0) as both_now,
      arrayDistinct(arrayFlatten(groupArrayIf(features_before, is_known_before))) as features_then,
      arrayDistinct(arrayFlatten(groupArrayIf(features_after, is_known_after))) as features_now
    from sites
    group by keyword_id, engine, channel
  )`;

const Params = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

const toMovesQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-moves',
  sql: `
with ${toPages(scale)},
  moves as (
    select *, multiIf(
        position_before = position_after, 'unchanged', position_before = 0, 'new', position_after = 0, 'lost',
        position_after < position_before, 'up', 'down') as move,
      multiIf(move = 'new', -position_after, move = 'lost', -position_before, abs(position_after - position_before)) as weight
    from pages
    where was_known and is_known and (position_before > 0 or position_after > 0)
  )
select move, count() over (partition by move) as total, keyword_id as keywordId, engine, channel, device, location_code as locationCode,
  if(position_after = 0, null, both_now.1) as rankGroup, if(position_after = 0, null, both_now.2) as rankAbsolute,
  nullIf(position_after, 0) as place, nullIf(position_before, 0) as previousPosition
from moves
order by move, weight desc, position_after, keyword_id, engine, channel
limit ${MOVED_PER_KIND} by move`,
  params: Params,
  row: z.object({
    move: z.enum(MOVES),
    total: z.number(),
    keywordId: z.string(),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    device: z.enum(DEVICES),
    locationCode: z.number(),
    rankGroup: z.number().nullable(),
    rankAbsolute: z.number().nullable(),
    place: z.number().nullable(),
    previousPosition: z.number().nullable(),
  }),
});

const toFeaturesQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-feature-changes',
  sql: `
with ${toPages(scale)}
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

/** The keywords that moved most between two days on which their outcome is known, ten of each move, most first. */
export async function listMovedKeywords(clickhouse: ClickHouse, question: MovesQuestion): Promise<MovedKeyword[]> {
  return await clickhouse.query(toMovesQuestion(question.scale), toParams(question));
}

/** What stands on the result pages beside the results, and how that changed; most frequent first. */
export async function listFeatureChanges(clickhouse: ClickHouse, question: MovesQuestion): Promise<FeatureChange[]> {
  return await clickhouse.query(toFeaturesQuestion(question.scale), toParams(question));
}

function toParams({ projectId, before, after, endedPages, ...filter }: MovesQuestion): z.output<typeof Params> {
  const since = 1 - VALIDITY_DAYS_MAX;
  return {
    ...Object.fromEntries(ENDED_LISTS.map((at) => [`ended_${at}`, endedPages.slice(at * ENDED_PER_LIST, (at + 1) * ENDED_PER_LIST)])),
    project_id: projectId,
    before,
    before_since: addDays(before, since),
    after,
    after_since: addDays(after, since),
    channel: filter.channel ?? '',
    engine: filter.engine ?? '',
    device: filter.device ?? '',
    location_code: filter.locationCode ?? 0,
  };
}
