import { messageOf } from '#kernel/errors.ts';
import { readDay, toDayIn } from '../../values/dates.ts';
import type { SerpBearColumn } from './keyword-columns.ts';
import { NO_FACTS, toSubject, type KeywordFacts, type PointFacts, type PointSubject, type PointValue, type Reading } from '../format.ts';

/** A keyword as SerpBear keeps it, in its database and in the answers of its API. */
export interface SerpBearKeyword {
  readonly row: number;
  readonly keyword: string;
  readonly domain: string;
  readonly device: string;
  readonly country: string;
  readonly city: string;
  readonly lastUpdated: string;
  /** JSON, or what it says. */
  readonly history: unknown;
  readonly lastResult: unknown;
  readonly lastUpdateError: unknown;
  readonly tags: unknown;
  readonly isSticky: boolean;
  readonly volume: unknown;
}

const TAGS_MAX = 20;

/** A row of its table, or an answer of its API. */
export function toSerpBearKeyword(found: Readonly<Record<string, unknown>>, row: number): SerpBearKeyword {
  const text = (name: SerpBearColumn): string => {
    const value = found[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    row,
    keyword: text('keyword'),
    domain: text('domain'),
    device: text('device'),
    country: text('country'),
    city: text('city'),
    lastUpdated: text('lastUpdated'),
    history: found['history'],
    lastResult: found['lastResult'],
    lastUpdateError: found['lastUpdateError'],
    tags: found['tags'],
    isSticky: found['sticky'] === true || found['sticky'] === 1,
    volume: found['volume'],
  };
}

/**
 * Each day of a keyword. A failed check of SerpBear writes the place of before into the day: days behind the last
 * success, and the day of the last failure, are unknown. A 0 is "not found in what was read" or a failure: only of the
 * newest day the kept page says which.
 * @param timeZone of the server, which counts the days of the history
 */
export function* readSerpBearKeyword(found: SerpBearKeyword, timeZone: string): Generator<Reading> {
  const { row } = found;
  const subject = toSerpBearSubject(found);
  yield { kind: 'keyword', row, subject, ...NO_FACTS, tags: readTags(found.tags), starred: found.isSticky, ...readVolume(found, timeZone) };
  let history: [string, unknown][];
  try {
    history = Object.entries(asRecord(parse(found.history)));
  } catch (error) {
    yield { kind: 'rejected', row, reason: `The history cannot be read: ${messageOf(error).slice(0, 80)}`, text: found.keyword };
    return;
  }
  const known = readState(found, timeZone);
  for (const [text, position] of history) {
    const read = readDay(text, 'ymd');
    if ('problem' in read) yield { kind: 'rejected', row, reason: read.problem, text: found.keyword };
    else if (typeof position !== 'number' || !Number.isInteger(position) || position < 0)
      yield { kind: 'rejected', row, reason: `"${String(position).slice(0, 40)}" of ${read.day} is no place`, text: found.keyword };
    else yield { kind: 'point', row, subject, ...toFacts(read.day, position, known) };
  }
}

interface KnownState {
  /** The day of the last success; null: none is known. */
  readonly successDay: string | null;
  readonly failureDay: string | null;
  /** To which place the kept page reaches. */
  readonly depth: number | null;
}

function readState({ lastUpdated, lastUpdateError, lastResult }: SerpBearKeyword, timeZone: string): KnownState {
  const results = asList(tryParse(lastResult)).map(asRecord);
  const read = results.filter(({ skipped }) => skipped !== true).length;
  return {
    successDay: toDay(lastUpdated, timeZone),
    failureDay: toDay(asRecord(tryParse(lastUpdateError))['date'], timeZone),
    depth: read === 0 ? null : read,
  };
}

function toFacts(day: string, position: number, known: KnownState): PointFacts {
  const isNewest = day === known.successDay && day !== known.failureDay;
  return {
    day,
    value: toValue(day, position, known),
    url: null,
    scale: 'organic',
    quality: isNewest ? 'measured' : 'as_reported',
  };
}

function toValue(day: string, position: number, { successDay, failureDay, depth }: KnownState): PointValue {
  // Without a success nothing says that any day was measured, but a copy needs a place to be copied from.
  if (day === failureDay || (successDay !== null && day > successDay)) return { outcome: 'unknown' };
  if (position > 0) return { outcome: 'ranked', position };
  return day === successDay && depth !== null ? { outcome: 'not_found', depth } : { outcome: 'unknown' };
}

function toSerpBearSubject({ keyword, domain, device, country, city }: SerpBearKeyword): PointSubject {
  return toSubject(keyword, {
    domain,
    device: device === 'mobile' ? 'mobile' : 'desktop',
    country: /^[A-Za-z]{2}$/u.test(country) ? country.toUpperCase() : null,
    place: city === '' ? null : city,
    engine: 'google',
  });
}

/** SerpBear writes 0 where it knows of none. */
function readVolume({ volume, lastUpdated }: SerpBearKeyword, timeZone: string): Pick<KeywordFacts, 'volume' | 'volumeDay'> {
  const isKnown = typeof volume === 'number' && Number.isSafeInteger(volume) && volume > 0;
  return { volume: isKnown ? volume : null, volumeDay: isKnown ? toDay(lastUpdated, timeZone) : null };
}

function readTags(tags: unknown): string[] {
  return asList(tryParse(tags))
    .filter((tag) => typeof tag === 'string')
    .slice(0, TAGS_MAX);
}

function toDay(instant: unknown, timeZone: string): string | null {
  if (typeof instant !== 'string' || !/^\d{4}-/u.test(instant)) return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : toDayIn(date, timeZone);
}

function parse(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

function tryParse(value: unknown): unknown {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
