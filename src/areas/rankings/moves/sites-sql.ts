import type { PositionScale } from '#areas/projects/index.ts';
import { POSITION_COLUMN } from '../scale.ts';

/** A server takes at most 128 kB as one value, so ended keywords come in several lists. */
const ENDED_PER_LIST = 2_000;
const ENDED_LISTS = [0, 1, 2, 3, 4];

export interface SitesSql {
  readonly scale: PositionScale;
  /** Against the good check before the newest one, instead of a day. */
  readonly isByCheck: boolean;
  /** Own sites alone, or also those of competitors. */
  readonly isOwn: boolean;
}

/**
 * - `checks`: the last good check of each keyword, result page, site and day.
 * - `sites`: the last of them until the later day, and until the earlier one or the one before, if they still stand. A position of 0 is
 *   "not found"; the depth is what that check read.
 */
export function toSites({ scale, isByCheck, isOwn }: SitesSql): string {
  return `
  checks as (
    select keyword_id, engine, channel, device, location_code, domain, asset_id, relationship, check_date as date,
      ifNull(${POSITION_COLUMN[scale]}, 0) as scaled, (rank_group, position) as both_ranks, checked_depth, stands_days, serp_features
    from ranking_history
    where project_id = {project_id:String} and relationship ${isOwn ? `= 'MINE'` : `in ('MINE', 'COMPETITOR')`} and status != 'failed'
      and (check_date between {before_since:Date} and {before:Date} or check_date between {after_since:Date} and {after:Date})
      and ({channel:String} = '' or channel = {channel:String}) and ({engine:String} = '' or engine = {engine:String})
      and ({device:String} = '' or device = {device:String}) and ({location_code:UInt32} = 0 or location_code = {location_code:UInt32})
      and ${toNotEnded(`concat(keyword_id, ' ', engine, ' ', channel)`)}
    order by check_ts desc, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain, date
  ),
  sites as (${isByCheck ? BY_CHECK : BY_DAY})`;
}

const PAGE = 'keyword_id, engine, channel, domain, any(device) as device, any(location_code) as location_code';
const NEWEST = `argMax(asset_id, date) as asset, argMax(relationship, date) as relation,
      argMaxIf(scaled, date, date <= {after:Date}) as scaled_after,
      argMaxIf(date + stands_days, date, date <= {after:Date}) > {after:Date} as is_known_after,
      argMaxIf(serp_features, date, date <= {after:Date}) as features_after,
      argMaxIf(both_ranks, date, date <= {after:Date}) as both_after,
      argMaxIf(checked_depth, date, date <= {after:Date}) as depth_after`;

const BY_DAY = `
    select ${PAGE}, ${NEWEST},
      argMaxIf(scaled, date, date <= {before:Date}) as scaled_before,
      argMaxIf(date + stands_days, date, date <= {before:Date}) > {before:Date} as is_known_before,
      argMaxIf(serp_features, date, date <= {before:Date}) as features_before,
      argMaxIf(checked_depth, date, date <= {before:Date}) as depth_before
    from checks
    group by keyword_id, engine, channel, domain
  `;

const BY_CHECK = `
    select ${PAGE}, ${NEWEST},
      argMin(scaled, date) as scaled_before, count() = 2 as is_known_before, argMin(serp_features, date) as features_before,
      argMin(checked_depth, date) as depth_before
    from (select * from checks order by date desc limit 2 by keyword_id, engine, channel, domain)
    group by keyword_id, engine, channel, domain
  `;

/** The condition that a key is none of the ended ones (`toEndedParams`). */
export function toNotEnded(key: string): string {
  return ENDED_LISTS.map((at) => `${key} not in {ended_${at}:Array(String)}`).join(' and ');
}

/** Ended keywords as the parameters of `toNotEnded`. */
export function toEndedParams(pages: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(ENDED_LISTS.map((at) => [`ended_${at}`, pages.slice(at * ENDED_PER_LIST, (at + 1) * ENDED_PER_LIST)]));
}
