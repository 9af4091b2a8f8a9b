import { z } from 'zod';
import type { PositionScale, VoiceCurve } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { FIXED_WEIGHTS, toDeviceWeights } from '../../reports/own-weights.ts';
import { VOICE_POSITIONS, VOICE_TOTAL } from '../../reports/share-of-voice.ts';
import { POSITION_COLUMN, PREVIOUS_COLUMN } from '../../scale.ts';
import { ENDED_KEYWORDS_MAX, type EndedKeyword } from '#areas/keywords/index.ts';
import { TOTAL_NAMES, type TotalName } from '../totals.ts';
import { VALIDITY_DAYS_MAX } from '../validity-days.ts';
import type { DayRange, PackedDay } from './stored-days.ts';

const FIRST_DAY = `toDate('1970-01-01')`;
const LAST_DAY = `toDate('2149-06-06')`;

/** A server takes at most 128 kB as one value, so ended keywords come in several lists. */
const ENDED_PER_LIST = 2_000;
const ENDED_LISTS = Array.from({ length: Math.ceil(ENDED_KEYWORDS_MAX / ENDED_PER_LIST) }, (_, at) => at);
const ENDED_PAGES = ENDED_LISTS.map((at) => `{ended_pages_${at}:Array(String)}`).join(', ');
const ENDED_DAYS = ENDED_LISTS.map((at) => `{ended_days_${at}:Array(Date)}`).join(', ');

/** Each total over the rows of `pages`, of which there is one a keyword, result page, site and day. */
const TOTALS: Readonly<Record<TotalName, string>> = {
  keywords: 'countIf(is_known)',
  checked: 'countIf(is_checked)',
  failed: 'countIf(is_failed)',
  ranked: 'countIf(position > 0)',
  top3: 'countIf(position between 1 and 3)',
  top10: 'countIf(position between 1 and 10)',
  top100: 'countIf(position between 1 and 100)',
  positionSum: 'sum(position)',
  up: 'countIf(is_checked and position > 0 and position < previous)',
  down: 'countIf(is_checked and position > previous and previous > 0)',
  new: 'countIf(was_measured and position > 0 and previous = 0)',
  lost: 'countIf(is_checked and position = 0 and previous > 0)',
  unchanged: 'countIf(is_checked and position > 0 and position = previous)',
  volumeKeywords: 'countIf(is_known and volume is not null)',
  volumeSum: 'sumIf(ifNull(volume, 0), is_known)',
  voiceSum: `sumIf(ifNull(volume, 0) / (position * ${VOICE_TOTAL}), position between 1 and ${VOICE_POSITIONS})`,
};

/**
 * - `checks`: what counts for a date and site, which is the last good check, or the last failed one when none was good. Of the dates
 *   before the range the last good check alone can still be valid in it.
 * - `spans`: a good outcome is valid from the day of its check until the next good check, until its validity
 *   ends, or until its keyword is no longer tracked. A failure ends nothing and belongs to its own day. The good check before it is
 *   looked for in as many days as an outcome can be valid.
 * - `pages`: the days of each span. An own site counts twice: for itself and for '', the best own site.
 * - `known`: the search volume that became known on a day; the newest until a day is that of the day.
 * - `totals`: a row for each subject, with its totals in the order of `TOTAL_NAMES` (`PackedRow` in `totals.ts`).
 */
const toCompute = (scale: PositionScale, totals: Readonly<Record<TotalName, string>>, isKept = ''): string => `
with
  checks as (
    select keyword_id, engine, channel, domain, device, location_code, asset_id, relationship, check_date as date,
      status != 'failed' as is_good, ifNull(${POSITION_COLUMN[scale]}, 0) as scaled, ifNull(${PREVIOUS_COLUMN[scale]}, 0) as scaled_before, stands_days
    from ranking_history
    where project_id = {project_id:String} and check_date between {since:Date} and {to:Date} ${isKept}
      and (check_date >= {from:Date} or status != 'failed')
    order by is_good desc, check_ts desc, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain, greatest(date, {from:Date} - 1)
  ),
  spans as (
    select *, greatest(date, {from:Date}) as first_day,
      lagInFrame(date, 1, ${FIRST_DAY}) over (
        partition by keyword_id, engine, channel, domain, is_good
        order by date rows between 1 preceding and current row) as date_before,
      if(is_good = 0, date + 1, least(
        date + stands_days,
        leadInFrame(date, 1, ${LAST_DAY}) over (
          partition by keyword_id, engine, channel, domain, is_good
          order by date rows between current row and 1 following),
        transform(concat(keyword_id, ' ', engine, ' ', channel), arrayConcat(${ENDED_PAGES}), arrayConcat(${ENDED_DAYS}), ${LAST_DAY}),
        {to:Date} + 1
      )) as until
    from checks
  ),
  pages as (
    select keyword_id, engine, channel, device, location_code, site, first_day + offset as day,
      argMax(if(site = '', '', asset_id), date) as asset, argMax(relationship, date) as relation,
      max(is_good) as is_known, max(is_good and day = date) as is_checked, min(is_good) = 0 as is_failed,
      max(is_good and day = date and date_before > date - ${VALIDITY_DAYS_MAX}) as was_measured,
      minIf(scaled, is_good and scaled > 0) as position,
      minIf(scaled_before, is_good and day = date and scaled_before > 0) as previous
    from spans
    array join range(toUInt32(greatest(until - first_day, 0))) as offset
    array join if(relationship = 'MINE', [domain, ''], [domain]) as site
    group by keyword_id, engine, channel, device, location_code, site, day
  ),
  known as (
    select keyword_id, toDate(captured_at) as known_on, argMax(search_volume, captured_at) as volume
    from keyword_snapshots
    where search_volume is not null and captured_at < {to:Date} + 1
      and keyword_id in (
        select keyword_id from ranking_history where project_id = {project_id:String} and check_date between {since:Date} and {to:Date})
    group by keyword_id, known_on
  ),
  totals as (
    select day, (site, channel, engine, device, location_code, any(asset), any(relation), ${TOTAL_NAMES.map((name) => totals[name]).join(', ')}) as row
    from pages asof left join known on known.keyword_id = pages.keyword_id and known.known_on <= pages.day
    group by day, site, channel, engine, device, location_code
  )
select day, toJSONString(arraySort(groupArray(row))) as sums
from totals
group by day
order by day`;

const Params = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(z.number())]));

const Row = z.object({ day: z.string(), sums: z.string() });

/** The voice of places by the weights of the project's own curve, one list for each device; deeper places are worth nothing. */
const WEIGHED = {
  ...TOTALS,
  voiceSum: `sum(ifNull(volume, 0) * if(position > 0, arrayElement(multiIf(
    channel != 'seo' or engine != 'engine_a', {fixed_weights:Array(Float64)},
    device = 'desktop', {desktop_weights:Array(Float64)},
    device = 'mobile', {mobile_weights:Array(Float64)},
    {fixed_weights:Array(Float64)}), toUInt32(position)), 0))`,
};

const makeQuestion = (name: string, sql: string) => ({ name, sql, params: Params, row: Row });

const computeQuestions = {
  organic: makeQuestion('rankings-compute-days', toCompute('organic', TOTALS)),
  page: makeQuestion('rankings-compute-days-on-page', toCompute('page', TOTALS)),
};
const weighedQuestions = {
  organic: makeQuestion('rankings-compute-weighed-days', toCompute('organic', WEIGHED)),
  page: makeQuestion('rankings-compute-weighed-days-on-page', toCompute('page', WEIGHED)),
};

/** The totals of the days of the range on which something is known or failed, oldest first. */
export async function computeDays(clickhouse: ClickHouse, range: DayRange, ended: readonly EndedKeyword[]): Promise<PackedDay[]> {
  const questions = range.curve === null ? computeQuestions : weighedQuestions;
  return await clickhouse.query(questions[range.scale], toParams(range, ended));
}

/**
 * The same of some tracked keywords alone.
 * @param pages keyword id, engine and channel, with spaces between
 */
export async function computeDaysOf(
  clickhouse: ClickHouse,
  range: DayRange,
  { ended, pages }: { readonly ended: readonly EndedKeyword[]; readonly pages: readonly string[] },
): Promise<PackedDay[]> {
  if (pages.length === 0) return [];
  const lists = Array.from({ length: Math.ceil(pages.length / ENDED_PER_LIST) }, (_, at) => [
    `pages_${at}`,
    pages.slice(at * ENDED_PER_LIST, (at + 1) * ENDED_PER_LIST),
  ]);
  const isKept = lists.map(([name]) => `concat(keyword_id, ' ', engine, ' ', channel) in {${String(name)}:Array(String)}`).join(' or ');
  const sql = toCompute(range.scale, range.curve === null ? TOTALS : WEIGHED, `and (${isKept})`);
  const question = makeQuestion('rankings-compute-days-of-some', sql);
  return await clickhouse.query(question, { ...toParams(range, ended), ...Object.fromEntries(lists) });
}

function toParams({ projectId, from, to, curve }: DayRange, ended: readonly EndedKeyword[]): z.output<typeof Params> {
  const lists = ENDED_LISTS.flatMap((at): [string, string[]][] => {
    const some = ended.slice(at * ENDED_PER_LIST, (at + 1) * ENDED_PER_LIST);
    return [
      [`ended_pages_${at}`, some.map(({ page }) => page)],
      [`ended_days_${at}`, some.map(({ day }) => day)],
    ];
  });
  const weights = curve === null ? {} : toWeightParams(curve);
  return { ...Object.fromEntries(lists), ...weights, project_id: projectId, since: addDays(from, 1 - VALIDITY_DAYS_MAX), from, to };
}

function toWeightParams(curve: VoiceCurve) {
  const { desktop, mobile } = toDeviceWeights(curve);
  return { fixed_weights: [...FIXED_WEIGHTS], desktop_weights: [...desktop], mobile_weights: [...mobile] };
}
