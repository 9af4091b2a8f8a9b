import type { Ended, Inhibition, Match } from '../events/event-kind.ts';
import type { Condition, Severity } from '../rule.ts';
import { isWhole, raise, toGroups, toKeyword } from './groups.ts';

/** A round of checks of a project day. */
export interface Round {
  readonly day: string;
  readonly closedAt: Date;
  readonly checks: number;
  readonly failed: number;
}

export interface Mute {
  readonly from: Date;
  readonly until: Date;
  readonly keywordId?: string | undefined;
  readonly tag?: string | undefined;
}

/** What a round says of one rule: an alert begins, or an open one gets more items. */
export interface Fired {
  readonly kind: 'opened' | 'more';
  readonly day: string;
  /** By `group_by`: `rule`, or a tag, page, asset, location, device or subject. */
  readonly group: string;
  readonly severity: Severity;
  /** The worst first. */
  readonly items: readonly Match[];
  /** Half of the checked keywords moved the same way. */
  readonly isWholeProject: boolean;
}

export interface Judged {
  readonly fired: readonly Fired[];
  readonly pending: readonly Match[];
  /** Mutes hold them back; they are among no alert. */
  readonly muted: readonly Match[];
  readonly suppressed: Readonly<Partial<Record<Inhibition, number>>>;
  /** How many were suppressed on each day. */
  readonly suppressedOn: ReadonlyMap<string, number>;
}

/** An alert that is open when the rounds begin. */
export interface OpenAlert {
  readonly group: string;
  readonly openedAt: Date;
  /** Those that are not over, by their keys: when those were checked which they are compared with; null: with no check. */
  readonly subjects: ReadonlyMap<string, readonly (Date | null)[]>;
}

export interface JudgeOptions {
  readonly condition: Condition;
  readonly rounds: readonly Round[];
  readonly mutes: readonly Mute[];
  readonly open: readonly OpenAlert[];
  /** Of what is open, what is over on one of the days. */
  readonly ended?: readonly Ended[] | undefined;
}

/** What is open while rounds are judged. */
interface Standing {
  readonly group: string;
  readonly openedAt: Date;
  readonly subjects: Map<string, Known[]>;
}

interface Known {
  /** Null: not yet. */
  readonly overOn: string | null;
  /** When that was checked which it is compared with; null: with nothing. */
  readonly since: string | null;
}

/** Judges what a rule's folds found, round by round. Pure: live hands in one round, a preview those of all days. */
export function judgeRounds(matches: readonly Match[], options: JudgeOptions): Judged {
  const byDay = Map.groupBy(
    matches.filter(({ isPending }) => !isPending),
    ({ day }) => day,
  );
  const counts = makeCounts();
  const muted: Match[] = [];
  const fired: Fired[] = [];
  const ends = toEnds(options.ended ?? []);
  let open = options.open.map((alert) => toStanding(alert, ends));
  for (const round of options.rounds.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    open = open.filter(({ subjects }) => [...subjects.values()].flat().some(({ overOn }) => overOn === null || overOn > round.day));
    const found = byDay.get(round.day) ?? [];
    const held = new Set(found.filter((match) => isMuted(match, round, options.mutes)));
    counts.add('muted', round.day, held.size);
    muted.push(...held);
    const news = found.filter((match) => !held.has(match) && !isOpen(open, match));
    counts.add('known', round.day, found.length - held.size - news.length);
    if (new Set(news.map(toKeyword)).size < options.condition.minKeywords) {
      counts.add('min_keywords', round.day, news.length);
      continue;
    }
    const said = fireRound(news, round, { ...options, open: [] }, open);
    if (said.some(({ isWholeProject }) => isWholeProject)) counts.add('whole_project', round.day, news.length);
    for (const one of said) remember(open, one, round);
    fired.push(...said);
  }
  return { fired, pending: matches.filter(({ isPending }) => isPending), muted, suppressed: counts.byReason, suppressedOn: counts.byDay };
}

function makeCounts() {
  const byReason: Partial<Record<Inhibition, number>> = {};
  const byDay = new Map<string, number>();
  const add = (reason: Inhibition, day: string, count: number): void => {
    if (count === 0) return;
    byReason[reason] = (byReason[reason] ?? 0) + count;
    // These are said, as one alert.
    if (reason !== 'whole_project') byDay.set(day, (byDay.get(day) ?? 0) + count);
  };
  return { byReason, byDay, add };
}

function isMuted({ subject }: Match, { closedAt }: Round, mutes: readonly Mute[]): boolean {
  return mutes.some(
    ({ from, until, keywordId, tag }) =>
      from <= closedAt &&
      closedAt < until &&
      (keywordId === undefined || subject.keywordId === keywordId) &&
      (tag === undefined || (subject.tags ?? []).includes(tag)),
  );
}

/** Whether the same is said already: of the same subject, seen from the same check. */
function isOpen(open: readonly Standing[], match: Match): boolean {
  return open.some(({ subjects }) => {
    const known = subjects.get(match.subject.key) ?? [];
    return known.some(({ overOn, since }) => (overOn === null || overOn > match.day) && since === toSince(match));
  });
}

type EndOf = (subject: string, since: Date | null) => string | null;

function toEnds(ended: readonly Ended[]): EndOf {
  const ends = new Map(ended.map(({ subject, since, overOn }) => [`${subject} ${since?.getTime() ?? ''}`, overOn]));
  return (subject, since) => ends.get(`${subject} ${since?.getTime() ?? ''}`) ?? ends.get(`${subject} `) ?? null;
}

/** What is open stays it until its own end, found in the same pass: as in a preview of all days. */
function toStanding({ group, openedAt, subjects }: OpenAlert, endOf: EndOf): Standing {
  const known = [...subjects].map(
    ([key, dates]) => [key, dates.map((since) => ({ overOn: endOf(key, since), since: since?.toISOString() ?? null }))] as const,
  );
  return { group, openedAt, subjects: new Map(known) };
}

function toSince({ from }: Match): string | null {
  const since = from?.['checked_at'];
  return typeof since === 'string' ? since : null;
}

function fireRound(news: readonly Match[], round: Round, { condition }: JudgeOptions, open: readonly Standing[]): Fired[] {
  if (news.length === 0) return [];
  const isWholeProject = isWhole(news, round);
  const groups = isWholeProject ? new Map([['rule', [...news]]]) : toGroups(news, condition.groupBy);
  const coolSince = round.closedAt.getTime() - condition.coolDownHours * HOUR_MS;
  return [...groups].map(([group, items]) => ({
    kind: open.some((one) => one.group === group && one.openedAt.getTime() > coolSince) ? 'more' : 'opened',
    day: round.day,
    group,
    severity: isWholeProject ? raise(condition.severity) : condition.severity,
    items: items.toSorted(compareItems),
    isWholeProject,
  }));
}

function remember(open: Standing[], { kind, group, items }: Fired, { closedAt }: Round): void {
  const known = kind === 'more' ? open.findLast((one) => one.group === group) : undefined;
  const { subjects } = known ?? { subjects: new Map<string, Known[]>() };
  for (const match of items) {
    const { key } = match.subject;
    subjects.set(key, [...(subjects.get(key) ?? []), { overOn: match.overOn, since: toSince(match) }]);
  }
  if (known === undefined) open.push({ group, openedAt: closedAt, subjects });
}

function compareItems(one: Match, other: Match): number {
  return other.size - one.size || (one.subject.key < other.subject.key ? -1 : 1);
}

const HOUR_MS = 3_600_000;
