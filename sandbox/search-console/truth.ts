import { z } from 'zod';
import { badRequest, unknownThing } from '../control/problem.ts';
import { parse } from '../control/truth.ts';
import type { ConsoleCall } from './call.ts';
import { countedShare, dayNumber, dayText, pacificDay } from './days.ts';
import { NOISE_PLACES } from './facts.ts';
import { countDay, findSite, toHours } from './performance.ts';
import { isWithoutPlaces, QueryBody, type Counted } from './query.ts';

const DAYS_MAX = 500;
const TruthParams = z.object({
  property: z.string().min(1),
  from: z.iso.date(),
  to: z.iso.date(),
  type: QueryBody.shape.type,
  /** `true`: each day has its hours too, as far as they are kept. */
  hours: z.enum(['true', 'false']).default('false'),
  /** Then the days of this query alone. */
  query: z.string().optional(),
});

/** What is true of a property, hidden queries included, day by day and in sum; of open days what is counted by now. */
export function trueConsole(call: ConsoleCall, params: Readonly<Record<string, string>>): object {
  const { property, from, to, type, hours, query } = parse(TruthParams, params);
  if (findSite(call.world, property) === undefined) throw unknownThing('property');
  const count = dayNumber(to) - dayNumber(from) + 1;
  if (count < 1 || count > DAYS_MAX) throw badRequest(`from, to: 1 to ${DAYS_MAX} days`);
  const today = pacificDay(call.now);
  const days = Array.from({ length: count }, (_unused, index) => {
    const day = dayText(dayNumber(from) + index);
    const all = countDay(call, property, { day, type });
    const wanted = query === undefined ? all : all.filter((fact) => fact.query === query);
    return {
      day,
      state: countedShare(day, today) === 1 ? 'final' : 'partial',
      ...sum(wanted, isWithoutPlaces({ type })),
      ...(hours === 'true' ? { hours: hoursOf(wanted, call, type) } : {}),
    };
  });
  const add = (read: (day: (typeof days)[number]) => number): number => days.reduce((total, day) => total + read(day), 0);
  const clicks = add((day) => day.clicks);
  const hiddenClicks = add((day) => day.hidden_clicks);
  return {
    property,
    noise_places: NOISE_PLACES,
    days,
    totals: {
      clicks,
      impressions: add((day) => day.impressions),
      hidden_clicks: hiddenClicks,
      hidden_impressions: add((day) => day.hidden_impressions),
    },
    named_share: clicks === 0 || isWithoutPlaces({ type }) ? null : (clicks - hiddenClicks) / clicks,
  };
}

/** What is counted in each hour that has begun; hours without anything are not among them. */
function hoursOf(facts: readonly Counted[], call: ConsoleCall, type: QueryBody['type']) {
  const isByPage = isWithoutPlaces({ type });
  const groups = Map.groupBy(
    facts.flatMap((fact) => toHours(fact, call.now)),
    ({ hour }) => hour ?? '',
  );
  const hours = [...groups].map(([hour, counted]) => ({ hour, ...sum(counted, isByPage) }));
  return hours.filter(({ impressions }) => impressions > 0).toSorted((one, other) => (one.hour < other.hour ? -1 : 1));
}

/** @param isByPage each page counts, and none has a place */
function sum(facts: readonly Counted[], isByPage: boolean) {
  const topmost = facts.filter(({ isTopmost }) => isByPage || isTopmost);
  const add = (list: readonly Counted[], read: (fact: Counted) => number): number => list.reduce((total, fact) => total + read(fact), 0);
  const impressions = add(topmost, (fact) => fact.impressions);
  const places = add(topmost, (fact) => fact.impressions * fact.position);
  const isHidden = (fact: Counted): boolean => fact.isHidden;
  return {
    clicks: add(facts, (fact) => fact.clicks),
    impressions,
    position: impressions === 0 || isByPage ? null : places / impressions,
    hidden_clicks: add(facts.filter(isHidden), (fact) => fact.clicks),
    hidden_impressions: add(topmost.filter(isHidden), (fact) => fact.impressions),
    queries: new Set(facts.filter((fact) => !fact.isHidden).map((fact) => fact.query)).size,
  };
}
