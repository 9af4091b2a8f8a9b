import { toDayNumber, type DayOutcome } from '#areas/rankings/index.ts';
import type { Ended, Folded, FoldOptions, Inhibition, Match, Subject } from '../event-kind.ts';
import type { Compared, Movement } from './movement.ts';
import { findBreak, findInhibition, findWindow, LOOK_BACK_DAYS, toPlace, toUsualMove, type Series } from './series.ts';

/** So many times its usual move is more than usual. */
const USUAL_MOVES = 3;

/** What a fold of one subject goes through. */
interface Walk {
  readonly movement: Movement;
  readonly series: Series;
  readonly options: FoldOptions;
  readonly subject: Subject;
}

/** A subject, and when it was last changed what counts as it. */
type MovedSubject = Subject & { readonly changedAt?: number };

/** Two outcomes that are compared. */
interface Met {
  readonly a: number;
  readonly b: number;
}

type Found = Met & { readonly isPending: boolean };

/**
 * Finds what a movement rule says of one subject: each good outcome is compared with the good one of an earlier day. Failed checks are
 * no outcomes: they fire nothing, confirm nothing and reset nothing. What is found on a day depends on the days from
 * `LOOK_BACK_DAYS` before it alone, so that a fold of these gives the same.
 */
export function foldMovement(movement: Movement, subject: MovedSubject, observations: readonly DayOutcome[], options: FoldOptions): Folded {
  const series = toSeries(observations, options, subject);
  const walk = { movement, series, options, subject };
  const matches: Match[] = [];
  const suppressed: Partial<Record<Inhibition, number>> = {};
  const suppressedOn: string[] = [];
  let considered = 0;
  for (let at = findFirst(series, options.from); at < series.good.length; at += 1) {
    const inhibition = findInhibition(series, at);
    if (inhibition !== undefined) {
      if (inhibition !== 'first' && !isPlainlyMet(walk, { a: at - 1, b: at })) continue;
      suppressed[inhibition] = (suppressed[inhibition] ?? 0) + 1;
      if (inhibition !== 'first') suppressedOn.push(series.good[at]?.day ?? '');
      continue;
    }
    considered += 1;
    const found = judgeOutcome(walk, at);
    // A pending match is said only while no good outcome follows it.
    if (found === undefined || (found.isPending && at < series.good.length - 1) || !isAsked(walk, found)) continue;
    matches.push(toMatch(walk, found));
  }
  const unjudged = listUnjudged(walk, observations);
  if (unjudged.length > 0) suppressed.source = unjudged.length;
  return { matches, suppressed, suppressedOn: [...suppressedOn, ...unjudged], considered, ended: listEnded(walk) };
}

function toSeries(observations: readonly DayOutcome[], { unjudgedDays }: FoldOptions, { changedAt = 0 }: MovedSubject): Series {
  const isJudged = unjudgedDays.size === 0 ? () => true : ({ day }: DayOutcome) => !unjudgedDays.has(day);
  return { good: observations.filter((one) => one.isGood && isJudged(one)), changedAt };
}

/** The first outcome of the day or later. */
function findFirst({ good }: Series, from: string): number {
  const first = toDayNumber(from);
  const at = good.findIndex(({ dayNumber }) => dayNumber >= first);
  return at === -1 ? good.length : at;
}

/** What the rule says of an outcome that has one before it. Pending: it waits for the next good one. */
function judgeOutcome(walk: Walk, at: number): Found | undefined {
  const { movement, series, options } = walk;
  const isConfirmed = options.condition.confirm === 'next';
  // Where even the rule's own threshold is not reached, nothing is pending, however much of the past is seen.
  const isAfterMatch = isConfirmed && at > 1 && findInhibition(series, at - 1) === undefined && couldMatch(walk, { a: at - 2, b: at - 1 });
  if (isAfterMatch) return walkWindow(walk, at);
  const met = { a: at - 1, b: at };
  // The volatility is asked for only where there is a match: it is the longer question.
  if (movement.looksBack === undefined && !isPlainlyMet(walk, met)) return undefined;
  return isMet(walk, met, findWindow(series, at)) ? { ...met, isPending: isConfirmed } : undefined;
}

function couldMatch(walk: Walk, met: Met): boolean {
  return walk.movement.looksBack === true || isPlainlyMet(walk, met);
}

/** Goes through all outcomes that a fold of the day sees, with what is pending. */
function walkWindow(walk: Walk, at: number): Found | undefined {
  const start = findWindow(walk.series, at);
  let pending: Met | undefined;
  for (let index = start + 1; index <= at; index += 1) {
    const isBroken = findInhibition(walk.series, index) !== undefined;
    if (pending !== undefined && !isBroken) {
      const agreed: Met = { a: pending.a, b: index };
      pending = undefined;
      if (index === at) return isMet(walk, agreed, start) ? { ...agreed, isPending: false } : undefined;
      // Agreed or not: what follows is compared with this outcome.
      continue;
    }
    const met: Met = { a: index - 1, b: index };
    pending = !isBroken && isMet(walk, met, start) ? met : undefined;
  }
  return pending && { ...pending, isPending: true };
}

/** @param start the first outcome that is seen */
function isMet({ movement, series, options: { condition } }: Walk, met: Met, start: number): boolean {
  const plain = toCompared(movement, series, met, start);
  if (movement.isMet(plain) !== true) return false;
  if (!condition.usesVolatility || plain.least === 0) return true;
  const usual = toUsualMove(series, met.b, start);
  if (usual === undefined) return true;
  const least = Math.max(plain.least, USUAL_MOVES * Math.max(usual, movement.usualMin ?? 0));
  return least === plain.least || movement.isMet({ ...plain, least }) === true;
}

/** With the threshold of the rule alone, whatever was before. */
function isPlainlyMet({ movement, series }: Walk, met: Met): boolean {
  // Most outcomes get here and no further: the window is found only where it counts.
  const start = movement.looksBack === true ? findWindow(series, met.b) : 0;
  return met.a >= 0 && movement.isMet(toCompared(movement, series, met, start)) === true;
}

function toCompared({ toLeast }: Movement, series: Series, { a, b }: Met, start: number): Compared {
  const compared = { series, a, b, start, least: 0 };
  // Not a copy: this is done once for each outcome of a project.
  if (toLeast !== undefined) compared.least = toLeast(compared);
  return compared;
}

/** Whether it stood where the rule asks for: before, or now where it stood nowhere. */
function isAsked({ series, options }: Walk, { a, b }: Met): boolean {
  const { min = 1, max = Infinity } = (options.condition.where['position'] ?? {}) as { readonly min?: number; readonly max?: number };
  if (min === 1 && max === Infinity) return true;
  const position = series.good[a]?.position || series.good[b]?.position || 0;
  return position >= min && position <= max;
}

function toMatch(walk: Walk, { a, b, isPending }: Found): Match {
  const { movement, series, subject } = walk;
  const compared = toCompared(movement, series, { a, b }, findWindow(series, b));
  const [from, to] = [series.good[a] as DayOutcome, series.good[b] as DayOutcome];
  return {
    subject,
    day: to.day,
    at: to.at,
    from: { ...toShown(from), ...movement.describe?.(compared, a) },
    to: { ...toShown(to), run_id: to.facts.runId, at_least: to.position === 0, ...movement.describe?.(compared, b) },
    ...(movement.direction === undefined ? {} : { direction: movement.direction }),
    size: movement.toSize?.(compared) ?? Math.abs(toPlace(to) - toPlace(from)),
    page: to.page ?? from.page,
    isPending,
    overOn: isPending ? null : findEnd(walk, a, b),
  };
}

function toShown(outcome: DayOutcome): Record<string, unknown> {
  return {
    position: outcome.position === 0 ? null : outcome.position,
    status: outcome.position === 0 ? 'not_found' : 'ranked',
    checked_depth: outcome.depth,
    checked_at: outcome.at.toISOString(),
    page: outcome.page,
  };
}

/** The day on which it was over: a good outcome that says otherwise, another setting, or what it began with is too old to be seen. */
function findEnd({ movement, series }: Walk, a: number, b: number): string | null {
  const from = series.good[a] as DayOutcome;
  for (let index = b + 1; index < series.good.length; index += 1) {
    const now = series.good[index] as DayOutcome;
    const isBroken = findBreak(series, index) !== undefined;
    if (isBroken || now.dayNumber - from.dayNumber > LOOK_BACK_DAYS) return now.day;
    const start = findWindow(series, index);
    if (movement.isMet(toCompared(movement, series, { a, b: index }, start)) === false) return now.day;
  }
  return null;
}

/** What fired before these days, and was over on one of them. */
function listEnded(walk: Walk): Ended[] {
  const { series, subject, options } = walk;
  const firing = options.firing?.get(subject.key) ?? [];
  const first = firing.length === 0 ? series.good.length : findFirst(series, options.from);
  if (first === series.good.length) return [];
  return firing.flatMap((since) => {
    if (since === null) return [];
    const a = series.good.findIndex(({ atMs }) => atMs === since.getTime());
    // What it is compared with is older than what is seen.
    const overOn = a === -1 ? series.good[first]?.day : findEnd(walk, a, Math.max(a, first - 1));
    return overOn === null || overOn === undefined ? [] : [{ subject: subject.key, overOn, since }];
  });
}

/** The days that are not judged on which it would have matched. */
function listUnjudged({ movement, series, options }: Walk, observations: readonly DayOutcome[]): string[] {
  if (options.unjudgedDays.size === 0) return [];
  const first = toDayNumber(options.from);
  const wouldMatch = (one: DayOutcome): boolean => {
    if (!one.isGood || one.dayNumber < first || !options.unjudgedDays.has(one.day)) return false;
    const seen = { changedAt: series.changedAt, good: [...series.good.filter(({ dayNumber }) => dayNumber < one.dayNumber), one] };
    const met = { a: seen.good.length - 2, b: seen.good.length - 1 };
    return findInhibition(seen, met.b) === undefined && movement.isMet(toCompared(movement, seen, met, findWindow(seen, met.b))) === true;
  };
  return observations.filter(wouldMatch).map(({ day }) => day);
}
