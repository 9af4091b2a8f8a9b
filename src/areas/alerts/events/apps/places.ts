import { z } from 'zod';
import type { FoldOptions, Folded, Match, Subject } from '../event-kind.ts';
import { foldLevel, type Verdict } from '../fold-level.ts';
import type { PlaceObservation } from '../sources/app-places.ts';

const PLACES_MAX = 1_000;
const BY_DEFAULT = 5;

/** Either leaving the first `top`, or falling by so many places. */
export const PlaceParams = z.strictObject({
  by: z.int().min(1).max(PLACES_MAX).default(BY_DEFAULT),
  top: z.int().min(1).max(PLACES_MAX).nullable().default(null),
});
type PlaceParams = z.output<typeof PlaceParams>;

export function describePlaces({ by, top }: PlaceParams, where: string): string {
  return top === null ? `an app fell by ${by} places or more in ${where}` : `an app left the top ${top} of ${where}`;
}

/** A fall since the reading before. What was not found counts as far as the list was read, and not when that is not deep enough to say. */
export function foldPlaces(params: PlaceParams, subject: Subject, seen: readonly PlaceObservation[], options: FoldOptions): Folded {
  return params.top === null
    ? foldFalls(params, subject, seen, options)
    : foldLevel(subject, toTopVerdicts(seen, params.top), { options, firstFires: false });
}

function toTopVerdicts(seen: readonly PlaceObservation[], top: number): Verdict[] {
  const known = seen.filter(({ position, depth }) => position !== null || depth >= top);
  return known.map((now, at) => {
    const before = known[at - 1];
    const isOutside = now.position === null || now.position > top;
    return {
      day: now.day,
      at: now.at,
      holds: isOutside,
      from: before === undefined ? null : toWire(before),
      to: toWire(now),
      size: before === undefined ? 0 : Math.abs(toLeast(now) - toLeast(before)),
      direction: 'down',
    };
  });
}

/** Over where it stands again as it did before the fall. */
function foldFalls({ by }: PlaceParams, subject: Subject, seen: readonly PlaceObservation[], options: FoldOptions): Folded {
  const matches: Match[] = [];
  const ended = new Map<string, string>();
  let before: PlaceObservation | undefined;
  let fell: PlaceObservation | undefined;
  let considered = 0;
  for (const now of seen) {
    if (before !== undefined && now.day >= options.from) considered += 1;
    if (isBack(now, fell)) {
      endMatch(matches, now.day);
      ended.set(subject.key, now.day);
      fell = undefined;
    }
    const stood = before?.position ?? null;
    const places = stood === null ? 0 : toLeast(now) - stood;
    // Not found in fewer results than where it stood says nothing: it may stand there still.
    const isKnown = now.position !== null || now.depth >= (stood ?? 0);
    if (isKnown && before !== undefined && places >= by) {
      fell = before;
      ended.delete(subject.key);
      if (now.day >= options.from) matches.push(toFall(subject, { before, now, size: places }));
    }
    if (isKnown) before = now;
  }
  const isFiring = options.firing?.has(subject.key) === true;
  return { matches, suppressed: {}, considered, ended: isFiring ? [...ended].map(([key, overOn]) => ({ subject: key, overOn })) : [] };
}

/** Whether it stands as well again as before it fell. */
function isBack(now: PlaceObservation, fell: PlaceObservation | undefined): boolean {
  const stood = fell?.position ?? null;
  return stood !== null && now.position !== null && now.position <= stood;
}

function toFall(
  subject: Subject,
  { before, now, size }: { readonly before: PlaceObservation; readonly now: PlaceObservation; readonly size: number },
): Match {
  const [from, to] = [toWire(before), toWire(now)];
  return { subject, day: now.day, at: now.at, from, to, size, direction: 'down', isPending: false, overOn: null };
}

function endMatch(matches: Match[], overOn: string): void {
  const last = matches.at(-1);
  if (last?.overOn === null) matches[matches.length - 1] = { ...last, overOn };
}

/** The best place that it can have. */
function toLeast({ position, depth }: PlaceObservation): number {
  return position ?? depth + 1;
}

function toWire({ position, depth, at }: PlaceObservation): Readonly<Record<string, unknown>> {
  return { position, status: position === null ? 'not_found' : 'ranked', checked_depth: depth, checked_at: at.toISOString() };
}
