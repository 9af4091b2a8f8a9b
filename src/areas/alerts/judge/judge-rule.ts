import { addDays, listDays } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import type { AlertContext, Ended, EventKind, Firing, Inhibition } from '../events/event-kind.ts';
import { findEventKind } from '../events/index.ts';
import type { Condition } from '../rule.ts';
import { foldTogether, type FoldedRule } from './fold-together.ts';
import { judgeRounds, type Judged, type Mute, type OpenAlert, type Round } from './judge-rounds.ts';
import { isUnjudged, listPastRounds } from './past-rounds.ts';

/** Which days of a project are judged. */
export interface DaysQuestion {
  /** Null: rules of the service. */
  readonly projectId: string | null;
  /** Days of the project, both inclusive; live both are the day of the round. */
  readonly from: string;
  readonly to: string;
  /** Those that are known; of other days they are what the outcomes show. */
  readonly rounds: readonly Round[];
  /** Only these, as in a round on demand. */
  readonly keywordIds?: readonly string[] | undefined;
}

/** A rule, and what is known of it when the days begin. */
export interface JudgedCondition {
  readonly condition: Condition;
  readonly mutes: readonly Mute[];
  readonly open: readonly OpenAlert[];
  /** Subjects that wait for an outcome that agrees. */
  readonly pending?: ReadonlySet<string> | undefined;
}

export type RuleQuestion = DaysQuestion & JudgedCondition;

export interface JudgedRule extends Judged {
  /** Comparisons that were made. */
  readonly considered: number;
  /** Subjects without two outcomes to compare. */
  readonly leftOut: number;
  /** Of what was open, what was over on one of the days. */
  readonly ended: readonly Ended[];
  /** Of what was pending, the subjects that were observed well on one of the days. */
  readonly seenAgain: readonly string[];
  /** Those of the days that were judged. */
  readonly rounds: readonly Round[];
}

/**
 * Reads what a rule is about, folds it and judges what was found, round by round. Live judging, preview and tests call this and
 * nothing else, so that all of them find the same.
 * @throws AppError when it matches more than 100,000 times
 */
export async function judgeRule(ctx: AlertContext, { condition, mutes, open, pending, ...days }: RuleQuestion): Promise<JudgedRule> {
  const [judged] = await judgeRules(ctx, days, [{ condition, mutes, open, pending }]);
  return judged as JudgedRule;
}

/**
 * The same for several rules of a project: what they read in common is read once.
 * @returns one for each rule, in their order
 */
export async function judgeRules(ctx: AlertContext, days: DaysQuestion, rules: readonly JudgedCondition[]): Promise<JudgedRule[]> {
  const kinds = rules.map(({ condition }) => toKind(condition));
  const rounds = await findRounds(ctx, days, kinds);
  const unjudgedDays = new Set(rounds.filter(isUnjudged).map(({ day }) => day));
  const folded = await foldTogether(
    ctx,
    days,
    rules.map(({ condition, open, pending }, at) => toWhole({ condition, pending, firing: toFiring(open), kind: kinds[at] as EventKind })),
    unjudgedDays,
  );
  const asked = rounds.filter(({ day }) => day >= days.from && day <= days.to);
  return rules.map((rule, at) => judge(folded[at] as FoldedRule, rule, isOfChecks(kinds[at] as EventKind) ? asked : fillDays(asked, days)));
}

/** With what the kind takes for what the rule does not say, so that sources read it too. */
function toWhole<Rule extends { readonly condition: Condition; readonly kind: EventKind }>({ condition, kind, ...rest }: Rule) {
  const { event, ...params } = condition.when;
  return { ...rest, kind, condition: { ...condition, when: { event, ...kind.params.parse(params) } } };
}

/** By the key of each subject that is open: since when. */
function toFiring(open: readonly OpenAlert[]): Firing {
  const firing = new Map<string, (Date | null)[]>();
  for (const { subjects } of open) for (const [key, since] of subjects) firing.set(key, [...(firing.get(key) ?? []), ...since]);
  return firing;
}

function isOfChecks({ judgedAfter }: EventKind): boolean {
  return judgedAfter === 'round';
}

/** What is not found out by a round of checks is judged on each day, whether or not there was one. */
function fillDays(rounds: readonly Round[], { from, to }: Pick<DaysQuestion, 'from' | 'to'>): Round[] {
  const known = new Map(rounds.map((round) => [round.day, round]));
  return listDays(from, to).map((day) => known.get(day) ?? { day, closedAt: new Date(`${day}T23:59:59.999Z`), checks: 0, failed: 0 });
}

function judge({ matches, ...folded }: FoldedRule, rule: JudgedCondition, rounds: readonly Round[]): JudgedRule {
  const judged = judgeRounds(matches, { ...rule, rounds, ended: folded.ended });
  const suppressedOn = new Map(judged.suppressedOn);
  for (const day of folded.suppressedOn) suppressedOn.set(day, (suppressedOn.get(day) ?? 0) + 1);
  const { considered, leftOut, ended, seenAgain } = folded;
  return {
    ...judged,
    suppressed: sumCounts(folded.suppressed, judged.suppressed),
    suppressedOn,
    considered,
    leftOut,
    ended,
    seenAgain,
    rounds,
  };
}

function toKind({ when }: Condition): EventKind {
  const kind = findEventKind(when.event);
  if (kind === undefined) throw invalid([{ path: 'when.event', message: 'is no event that rules can name' }]);
  return kind;
}

async function findRounds(ctx: AlertContext, { projectId, from, to, rounds }: DaysQuestion, kinds: readonly EventKind[]): Promise<Round[]> {
  const ofChecks = kinds.filter(isOfChecks);
  const lookBackDays = Math.max(...ofChecks.map(({ source }) => source.lookBackDays));
  const past = projectId === null || ofChecks.length === 0 ? [] : await listPastRounds(ctx, projectId, addDays(from, -lookBackDays), to);
  const known = new Map([...past, ...rounds].map((round) => [round.day, round]));
  return [...known.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function sumCounts(...counts: readonly Readonly<Partial<Record<Inhibition, number>>>[]): Partial<Record<Inhibition, number>> {
  const sums: Partial<Record<Inhibition, number>> = {};
  for (const some of counts) {
    for (const [name, count] of Object.entries(some) as [Inhibition, number][]) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
