import { jsonReply, type Reply } from '../reply.ts';
import type { Site } from '../world/sites.ts';
import type { World } from '../world/index.ts';
import { refuse, type ConsoleCall } from './call.ts';
import { countedShare, dayNumber, dayText, firstKeptDay, firstOpenDay, hourKey, pacificDay, pacificHour } from './days.ts';
import type { DayFact } from './facts.ts';
import { countsPages, findRefusal, isWithoutPlaces, namesQueries, passes, QueryBody, sumUp, type Counted, type Row } from './query.ts';
import { isQuotaUsedUp, type ConsoleState } from './state.ts';

const HOURS = 24;
const HOUR_DAYS = 10;
const REVISED = { clicks: 0.9, impressions: 0.95 };
/** Of the same results, what each kind of search counts; those that are not named count nothing. */
const TYPE_SHARES: Readonly<Partial<Record<string, number>>> = { web: 1, image: 0.1, discover: 0.4, googleNews: 0.2 };
const DOMAIN_PREFIX = 'sc-domain:';

/** Clicks and impressions of a property; what is not final is counted in part. */
export function answerQuery(call: ConsoleCall, siteUrl: string): Reply {
  const { state } = call.table;
  if (isQuotaUsedUp(state, call.now))
    return refuse(429, 'quotaExceeded', 'Search Analytics load quota exceeded. Learn about usage limits.');
  const parsed = QueryBody.safeParse(JSON.parse(call.body === '' ? '{}' : call.body));
  if (!parsed.success) return refuse(400, 'invalidParameter', parsed.error.issues[0]?.message ?? 'Invalid value');
  const body = parsed.data;
  if (body.endDate < body.startDate) return refuse(400, 'invalidParameter', 'startDate should be less than or equal to endDate');
  const refusal = findRefusal(body);
  if (refusal !== undefined) return refuse(400, 'invalidParameter', refusal);
  const rows = daysOf(body, call.now).flatMap((day) => rowsOfDay(call, siteUrl, body, day));
  const merged = body.dimensions.includes('date') || body.dimensions.includes('hour') ? rows : mergeDays(rows, body);
  const page = merged.slice(body.startRow, body.startRow + body.rowLimit);
  const byPage = countsPages(body);
  return jsonReply(200, {
    ...(page.length === 0 ? {} : { rows: isWithoutPlaces(body) ? page.map(({ position: _position, ...row }) => row) : page }),
    responseAggregationType: byPage ? 'byPage' : 'byProperty',
    ...metadataOf(body, call.now),
  });
}

function daysOf({ startDate, endDate, dataState }: QueryBody, now: Date): string[] {
  const today = pacificDay(now);
  const first = Math.max(dayNumber(startDate), dayNumber(firstKeptDay(today)));
  const last = Math.min(dayNumber(endDate), dayNumber(today));
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_unused, index) => dayText(first + index));
  if (dataState === 'hourly_all') return days.filter((day) => dayNumber(today) - dayNumber(day) < HOUR_DAYS);
  return dataState === 'all' ? days : days.filter((day) => countedShare(day, today) === 1);
}

/** Each day has so many rows at most, those with most clicks. */
function rowsOfDay(call: ConsoleCall, siteUrl: string, body: QueryBody, day: string): Row[] {
  const facts = countDay(call, siteUrl, { day, type: body.type });
  const named = namesQueries(body) ? facts.filter(({ isHidden }) => !isHidden) : facts;
  const spread = body.dimensions.includes('hour') ? named.flatMap((fact) => toHours(fact, call.now)) : named;
  return sumUp(
    spread.filter((fact) => passes(fact, body)),
    body,
  ).slice(0, call.table.state.rowsMax);
}

/** What is counted of a day by now, revised or not. */
export function countDay(call: ConsoleCall, siteUrl: string, { day, type }: { readonly day: string; readonly type: string }): Counted[] {
  const site = findSite(call.world, siteUrl);
  const ofType = TYPE_SHARES[type] ?? 0;
  if (site === undefined || ofType === 0) return [];
  const share = countedShare(day, pacificDay(call.now)) * ofType;
  const all = call.facts.list(site, dayNumber(day)).filter(({ page }) => siteUrl.startsWith(DOMAIN_PREFIX) || page.startsWith(siteUrl));
  return all.map((fact) => ({ ...shrink(fact, share, call.table.state, day), date: day, hour: undefined }));
}

function shrink(fact: DayFact, share: number, { revisedMonth }: ConsoleState, day: string): DayFact {
  const factors = day.slice(0, 7) === revisedMonth ? REVISED : { clicks: 1, impressions: 1 };
  const impressions = Math.round(fact.impressions * share * factors.impressions);
  return { ...fact, impressions, clicks: Math.min(impressions, Math.round(fact.clicks * share * factors.clicks)) };
}

/** The site of a property; undefined for what the world does not know. */
export function findSite(world: World, siteUrl: string): Site | undefined {
  if (siteUrl.startsWith(DOMAIN_PREFIX)) return world.findSite(siteUrl.slice(DOMAIN_PREFIX.length));
  return URL.canParse(siteUrl) ? world.findSite(new URL(siteUrl).hostname) : undefined;
}

/** A day's counts hour by hour, evenly; the hours to come of today have none. */
export function toHours(fact: Counted, now: Date): Counted[] {
  const hours = fact.date === pacificDay(now) ? pacificHour(now) + 1 : HOURS;
  const upTo = (count: number, hour: number): number => Math.floor((count * hour) / hours);
  return Array.from({ length: hours }, (_unused, hour) => ({
    ...fact,
    hour: hourKey(fact.date, hour),
    impressions: upTo(fact.impressions, hour + 1) - upTo(fact.impressions, hour),
    clicks: upTo(fact.clicks, hour + 1) - upTo(fact.clicks, hour),
  })).filter(({ impressions, clicks }) => impressions + clicks > 0);
}

/** Rows of several days that have the same keys. */
function mergeDays(rows: readonly Row[], body: QueryBody): Row[] {
  const sums = new Map<string, { keys: readonly string[]; clicks: number; impressions: number; places: number }>();
  for (const { keys, clicks, impressions, position } of rows) {
    const sum = sums.get(keys.join('\n')) ?? { keys, clicks: 0, impressions: 0, places: 0 };
    sums.set(keys.join('\n'), {
      keys,
      clicks: sum.clicks + clicks,
      impressions: sum.impressions + impressions,
      places: sum.places + impressions * position,
    });
  }
  return [...sums.values()]
    .map(({ keys, clicks, impressions, places }) => ({
      keys,
      clicks,
      impressions,
      ctr: clicks / impressions,
      position: places / impressions,
    }))
    .toSorted(
      (left, right) =>
        right.clicks - left.clicks || right.impressions - left.impressions || (left.keys.join() < right.keys.join() ? -1 : 1),
    )
    .slice(0, body.dimensions.length === 0 ? 1 : Infinity);
}

/** The first day, or hour, that is not final, where the answer may hold such. */
function metadataOf({ dataState, endDate, dimensions }: QueryBody, now: Date): object {
  const today = pacificDay(now);
  const firstOpen = firstOpenDay(today);
  if (dataState === 'final' || endDate < firstOpen) return {};
  if (dataState === 'all') return dimensions.includes('date') ? { metadata: { first_incomplete_date: firstOpen } } : {};
  return { metadata: { first_incomplete_hour: hourKey(firstOpen, 0) } };
}
