import type { Reading } from '../formats/format.ts';
import type { Reject } from '../store/parts.ts';
import { makeTokenCounter } from '../values/meanings.ts';
import type { ImportedKeyword } from '../track/analytics.ts';
import { makeKeywordResolver } from '../values/resolve-keyword.ts';
import { makePointResolver, type ResolvedPoint, type ResolveWorld } from '../values/resolve-point.ts';
import { makeFactCounter } from './count-facts.ts';
import type { Preview, PreviewRow, PreviewSample } from './preview.ts';

const ROWS_SHOWN = 20;
const SAMPLE_POINTS = 1_000;
const REJECTS_KEPT = 10_000;
const REJECT_TEXT_MAX = 500;

/** Counts of what becomes of the points of a file. */
export interface PointCounter {
  see(reading: Reading): void;
  /** @param known ids of keywords that the project tracks, of those seen @param monthlyCostUsd of tracking all of them */
  summarize(known: ReadonlySet<string>, monthlyCostUsd: number | null): Preview;
  /** Keywords by their ids. */
  readonly keywords: ReadonlyMap<string, ImportedKeyword>;
  readonly rejects: readonly Reject[];
}

/** @param world that points are resolved against */
export function makePointCounter(world: ResolveWorld): PointCounter {
  const resolvePoint = makePointResolver(world);
  const resolveKeyword = makeKeywordResolver(world);
  const facts = makeFactCounter();
  const tokens = makeTokenCounter();
  const rows: PreviewRow[] = [];
  const rejects: Reject[] = [];
  const keywords = new Map<string, ImportedKeyword>();
  const dayCounts = makeDayCounter();
  const sampler = makeSampler();
  let pages = 0;
  const counts = { ranked: 0, not_found: 0, unknown: 0, rejected: 0 };
  const reject = ({ row, reason, text }: Reject): void => {
    counts.rejected += 1;
    if (rejects.length < REJECTS_KEPT) rejects.push({ row, reason, text: text.slice(0, REJECT_TEXT_MAX) });
  };
  const seeKeyword = (reading: Extract<Reading, { kind: 'keyword' }>): void => {
    const keyword = resolveKeyword(reading);
    if (keyword === undefined) return;
    facts.seeKeyword(keyword);
    if (!keywords.has(keyword.keywordId)) keywords.set(keyword.keywordId, keyword);
  };
  return {
    rejects,
    see: (reading) => {
      if (reading.kind !== 'point') {
        if (reading.kind === 'rejected') reject(reading);
        else if (reading.kind === 'page') pages += 1;
        else if (reading.kind === 'keyword') seeKeyword(reading);
        else facts.see(reading);
        return;
      }
      tokens.see(reading.value, reading.row);
      const resolved = resolvePoint(reading);
      if ('problem' in resolved) reject({ row: reading.row, reason: resolved.problem, text: `${reading.subject.keyword} ${reading.day}` });
      if (!('point' in resolved)) return;
      const { point } = resolved;
      counts[point.outcome] += 1;
      if (!keywords.has(point.keywordId)) keywords.set(point.keywordId, point);
      dayCounts.see(point);
      sampler.see(point);
      if (rows.length < ROWS_SHOWN) rows.push(toPreviewRow(point));
    },
    summarize: (known, monthlyCostUsd) => ({
      rows,
      sample: sampler.sample(),
      keywords: { new: keywords.size - known.size, known: known.size },
      monthlyCostUsd,
      ...dayCounts.summarize(),
      points: { ranked: counts.ranked, notFound: counts.not_found, unknown: counts.unknown },
      rejected: counts.rejected,
      pages,
      ...facts.list(),
      tokens: tokens.list(),
      isTokensCut: tokens.isCut(),
    }),
    keywords,
  };
}

/** Keeps the days of the first keyword and site that rank. */
function makeSampler(): { see(point: ResolvedPoint): void; sample(): PreviewSample | null } {
  let first: ResolvedPoint | undefined;
  const points: PreviewSample['points'][number][] = [];
  return {
    see: (point) => {
      if (first === undefined && point.outcome === 'ranked') first = point;
      const isOfIt = first?.keywordId === point.keywordId && first.domain === point.domain && first.engine === point.engine;
      if (!isOfIt || points.length >= SAMPLE_POINTS) return;
      points.push({ day: point.day, outcome: point.outcome, position: point.position });
    },
    sample: () => (first === undefined ? null : { keyword: first.keyword, domain: first.domain, scale: first.scale, points }),
  };
}

/** The place on each day, by the number of the day; 0: no point yet. */
interface Places {
  byDay: Int16Array;
}

const DAYS_AT_FIRST = 8;
const UNKNOWN = -2;
const NOT_FOUND = -1;

function grow(places: Int16Array, day: number): Int16Array {
  const larger = new Int16Array(Math.max(day + 1, places.length * 2));
  larger.set(places);
  return larger;
}

type DayCounts = Pick<Preview, 'days' | 'firstDay' | 'lastDay' | 'duplicates' | 'conflicts'>;

/** Counts days, and points that name the same keyword, site and day again. */
function makeDayCounter(): { see(point: ResolvedPoint): void; summarize(): DayCounts } {
  const days = new Map<string, number>();
  const seen = new Map<string, Places>();
  // Days of the same keyword mostly follow each other.
  let last: { readonly point: ResolvedPoint; readonly places: Places } | undefined;
  const findPlaces = (point: ResolvedPoint): Places => {
    const { keywordId, engine, domain } = point;
    if (last?.point.keywordId === keywordId && last.point.engine === engine && last.point.domain === domain) return last.places;
    const key = `${keywordId} ${engine} ${domain}`;
    const places = seen.get(key) ?? { byDay: new Int16Array(DAYS_AT_FIRST) };
    seen.set(key, places);
    last = { point, places };
    return places;
  };
  let duplicates = 0;
  let conflicts = 0;
  return {
    see: (point) => {
      const { day, outcome, position } = point;
      let at = days.get(day);
      if (at === undefined) days.set(day, (at = days.size));
      const places = findPlaces(point);
      const place = position ?? (outcome === 'unknown' ? UNKNOWN : NOT_FOUND);
      if (at >= places.byDay.length) places.byDay = grow(places.byDay, at);
      const before = places.byDay[at];
      if (before === 0) places.byDay[at] = place;
      else if (before === place) duplicates += 1;
      else conflicts += 1;
    },
    summarize: () => {
      const sorted = [...days.keys()].toSorted();
      return { days: days.size, firstDay: sorted[0] ?? null, lastDay: sorted.at(-1) ?? null, duplicates, conflicts };
    },
  };
}

function toPreviewRow(point: ResolvedPoint): PreviewRow {
  const { row, keyword, domain, day, device, locationCode, languageCode, engine, outcome, position, scale, depth, quality } = point;
  return { row, keyword, domain, day, device, locationCode, languageCode, engine, outcome, position, scale, depth, quality };
}
