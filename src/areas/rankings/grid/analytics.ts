import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { POSITION_COLUMN } from '../scale.ts';
import { FAILED, NOT_FOUND, NOT_MEASURED, POSITION_MAX, toTrackedKey } from './grid.ts';

/** The sites whose history is asked for. */
export interface OwnSites {
  readonly projectId: string;
  readonly timeZone: string;
  /** What its positions are compared in. */
  readonly scale: PositionScale;
  /** Domains and places of the project's own assets. Target domains of keywords are its own too. */
  readonly own: readonly string[];
}

/** The day of a check in the project's calendar. */
export const PROJECT_DAY = 'toDate(check_ts, {time_zone:String})';
/** Whether a group of checks ended with failed ones: after the last good one, or without any. */
export const IS_FAILED = `(countIf(status != 'failed') = 0 or maxIf(check_ts, status = 'failed') > maxIf(check_ts, status != 'failed'))`;

/** Rows of days that the project's calendar may show within the span. */
const ROWS = 'project_id = {project_id:String} and check_date between {since:Date} - 1 and {until:Date} + 1';
export const OWN_ROWS = `${ROWS} and (has({own:Array(String)}, domain) or asset_id = '' and relationship = 'MINE')`;
export const DOMAIN_ROWS = `${ROWS} and has({domains:Array(String)}, domain)`;

const TRACKED_MAX = 100_000;

export const OwnParams = z.object({
  project_id: z.string(),
  time_zone: z.string(),
  own: z.array(z.string()),
  since: z.string(),
  until: z.string(),
});

type AskedSites = Omit<OwnSites, 'scale'>;

/** Which days of a project to write as bytes. */
export interface DayCodesInput extends OwnSites {
  /** The first day that counts for `best`. */
  readonly from: string;
  /** The days to write: so many until `to`. */
  readonly days: number;
  readonly to: string;
  /** Only these; all unless given. */
  readonly keywordIds?: readonly string[] | undefined;
  /** A line for each of these sites; the best own site unless given. */
  readonly domains?: readonly string[] | undefined;
}

/** The days of tracked keywords, for one site each or the best own one: row by row in one piece of memory. */
export interface DayCodes {
  /** The row of each tracked keyword with history in these days, by its key, and with `domains` by key and domain. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** So many bytes for each row as days were asked for (`grid.ts`). */
  readonly codes: Uint8Array;
  /** Of each row the best position since `from`. */
  readonly best: readonly (number | null)[];
}

/** The bytes of one row, by its key; undefined: it has no history in these days. */
export function findDays({ rowOf, codes }: DayCodes, key: string, days: number): Uint8Array | undefined {
  const row = rowOf.get(key);
  return row === undefined ? undefined : codes.subarray(row * days, (row + 1) * days);
}

/** Reads the days of every tracked keyword with history in them. */
export async function listDayCodes(clickhouse: ClickHouse, input: DayCodesInput): Promise<DayCodes> {
  const { from, days, to, keywordIds, domains } = input;
  const first = addDays(to, 1 - days);
  const since = from < first ? from : first;
  const [answer] = await clickhouse.query(toQuestion(input), {
    ...toParams(input, since, to),
    ...(keywordIds === undefined ? {} : { keyword_ids: [...keywordIds] }),
    ...(domains === undefined ? {} : { domains: [...domains] }),
  });
  const { keys, counts, outcomes } = answer ?? { keys: [], counts: [], outcomes: '' };
  return {
    rowOf: new Map(keys.map((key, row) => [key, row])),
    ...toDays(Buffer.from(outcomes, 'base64'), counts, {
      days,
      firstAt: countDaysBetween(since, first),
      bestAt: countDaysBetween(since, from),
    }),
  };
}

/** Two bytes for the day, one for the code. */
const OUTCOME_BYTES = 3;

/**
 * A row of history is one number: its day, site, whether it is good, the moment of the check, that of its last
 * correction, and its code. In their order the last number of each day and site counts. Groups of each day and site
 * instead take four times as long. All keywords are one row of the answer: to parse a row for each takes longer than
 * to read them.
 *
 * What is not asked for is left out of the text: the engine then reads by day, else by keyword.
 */
function toQuestion({ scale, keywordIds, domains }: DayCodesInput) {
  const column = POSITION_COLUMN[scale];
  return {
    name: 'rankings-list-day-codes',
    sql: `
with
  numbers as (
    select keyword_id, engine, channel, ${domains === undefined ? `''` : 'domain'} as line,
      arraySort(groupArray(
        bitShiftLeft(toUInt128(${PROJECT_DAY} - {since:Date}), 109)
        + bitShiftLeft(toUInt128(indexOf({own:Array(String)}, domain)), 93)
        + bitShiftLeft(toUInt128(status != 'failed'), 92)
        + bitShiftLeft(toUInt128(toUnixTimestamp64Milli(check_ts)), 50)
        + bitShiftLeft(toUInt128(toUnixTimestamp64Milli(recomputed_at)), 8)
        + multiIf(status = 'failed', ${FAILED}, ${column} is null, ${NOT_FOUND}, least(assumeNotNull(${column}), ${POSITION_MAX})))) as sorted,
      arrayFilter((one, next) -> bitShiftRight(one, 93) != bitShiftRight(next, 93),
        sorted, arrayPushBack(arrayPopFront(sorted), bitNot(toUInt128(0)))) as counting
    from ranking_history
    where ${domains === undefined ? OWN_ROWS : DOMAIN_ROWS} ${keywordIds === undefined ? '' : 'and keyword_id in {keyword_ids:Array(String)}'}
      and ${PROJECT_DAY} between {since:Date} and {until:Date}
    group by keyword_id, engine, channel, line
    limit ${TRACKED_MAX}
  )
select
  groupArray(concat(keyword_id, ' ', engine, ' ', channel, if(line = '', '', ' '), line)) as keys,
  groupArray(length(counting)) as counts,
  base64Encode(arrayStringConcat(groupArray(arrayStringConcat(arrayMap(
    one -> char(toUInt8(bitShiftRight(one, 117)), toUInt8(bitShiftRight(one, 109)), toUInt8(one)), counting))))) as outcomes
from numbers`,
    params: OwnParams.extend({ keyword_ids: z.array(z.string()).optional(), domains: z.array(z.string()).optional() }),
    row: z.object({ keys: z.array(z.string()), counts: z.array(z.number()), outcomes: z.string() }),
  };
}

interface DaysRead {
  readonly days: number;
  /** Which of the days that were read is the first to write, and the first that counts for `best`. */
  readonly firstAt: number;
  readonly bestAt: number;
}

/** A byte for each day of each row: of several sites that of the best. */
function toDays(outcomes: Uint8Array, counts: readonly number[], { days, firstAt, bestAt }: DaysRead): Pick<DayCodes, 'codes' | 'best'> {
  const codes = new Uint8Array(counts.length * days).fill(NOT_MEASURED);
  let at = 0;
  const best = counts.map((count, row) => {
    let bestCode = NOT_MEASURED;
    for (const end = at + count * OUTCOME_BYTES; at < end; at += OUTCOME_BYTES) {
      const day = (outcomes[at] ?? 0) * 256 + (outcomes[at + 1] ?? 0);
      const code = outcomes[at + 2] ?? NOT_MEASURED;
      const index = row * days + day - firstAt;
      if (day >= firstAt && isBetter(code, codes[index] ?? NOT_MEASURED)) codes[index] = code;
      if (day >= bestAt && isBetter(code, bestCode)) bestCode = code;
    }
    return bestCode === NOT_FOUND || bestCode > POSITION_MAX ? null : bestCode;
  });
  return { codes, best };
}

/** Any position is better than none, which is better than a failure. */
function isBetter(code: number, than: number): boolean {
  return toRank(code) < toRank(than);
}

const toRank = (code: number): number => (code === NOT_FOUND ? POSITION_MAX + 0.5 : code);

/** What stood at the end of a day: an outcome is valid until the next good check, or until its validity ends. */
const toStandingQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-standing',
  sql: `
with
  checks as (
    select keyword_id, engine, channel, domain,
      argMax((ifNull(${POSITION_COLUMN[scale]}, 0), ${PROJECT_DAY} + stands_days), (check_ts, recomputed_at)) as newest
    from ranking_history
    where ${OWN_ROWS} and status != 'failed' and ${PROJECT_DAY} <= {until:Date}
    group by keyword_id, engine, channel, domain
  )
select keyword_id, engine, channel, minIf(newest.1, newest.1 > 0) as position
from checks
where newest.2 > {until:Date}
group by keyword_id, engine, channel
limit ${TRACKED_MAX}`,
  params: OwnParams,
  row: z.object({ keyword_id: z.string(), engine: z.string(), channel: z.string(), position: z.number() }),
});

/** Where each tracked keyword stood at the end of a day, by its key; null: not found. Those not measured are left out. */
export async function listStanding(clickhouse: ClickHouse, sites: OwnSites, day: string): Promise<ReadonlyMap<string, number | null>> {
  const rows = await clickhouse.query(toStandingQuestion(sites.scale), toPastParams(sites, day));
  return new Map(rows.map(({ keyword_id: id, engine, channel, position }) => [toTrackedKey(id, engine, channel), position || null]));
}

export function toParams({ projectId, timeZone, own }: AskedSites, since: string, until: string): z.output<typeof OwnParams> {
  return { project_id: projectId, time_zone: timeZone, own: [...own], since, until };
}

/** Parameters that reach back as far as an outcome can still be valid at the end of a day. */
export function toPastParams(sites: AskedSites, day: string): z.output<typeof OwnParams> {
  return toParams(sites, addDays(day, 1 - VALIDITY_DAYS_MAX), day);
}
