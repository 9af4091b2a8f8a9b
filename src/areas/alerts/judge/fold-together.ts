import { invalid } from '#kernel/errors.ts';
import type {
  AlertContext,
  Ended,
  EventKind,
  Firing,
  Folded,
  Inhibition,
  Match,
  Observation,
  Source,
  Subject,
} from '../events/event-kind.ts';
import type { Condition } from '../rule.ts';
import type { DaysQuestion } from './judge-rule.ts';

/** What the folds of all subjects of a rule found. */
export interface FoldedRule {
  readonly matches: Match[];
  readonly suppressed: Partial<Record<Inhibition, number>>;
  readonly suppressedOn: string[];
  readonly ended: Ended[];
  /** Of what was pending, the subjects that were observed well since. */
  readonly seenAgain: string[];
  considered: number;
  leftOut: number;
}

interface FoldedCondition {
  readonly condition: Condition;
  readonly kind: EventKind;
  readonly firing: Firing;
  readonly pending?: ReadonlySet<string> | undefined;
}

/** More than one can read; an alert shows twenty. */
const MATCHES_MAX = 100_000;

type Fold = (subject: Subject, observations: readonly never[]) => void;

/**
 * Folds one subject after the other: what was read of it is forgotten before the next. Rules of one source are one pass.
 * @param unjudgedDays days on which too many checks failed to say what moved
 * @returns one for each rule, in their order
 */
export async function foldTogether(
  ctx: AlertContext,
  days: DaysQuestion,
  rules: readonly FoldedCondition[],
  unjudgedDays: ReadonlySet<string>,
): Promise<FoldedRule[]> {
  const found = rules.map((): FoldedRule => ({
    matches: [],
    suppressed: {},
    suppressedOn: [],
    ended: [],
    seenAgain: [],
    considered: 0,
    leftOut: 0,
  }));
  const folds = rules.map((rule, at) => makeFold(rule, days, unjudgedDays, found[at] as FoldedRule));
  for (const [source, asking] of Map.groupBy(rules.keys(), (at) => (rules[at] as FoldedCondition).kind.source)) {
    await foldSource(ctx, {
      source,
      days,
      rules: asking.map((at) => ({ condition: (rules[at] as FoldedCondition).condition, fold: folds[at] as Fold })),
    });
  }
  return found;
}

interface SourcePass {
  readonly source: Source;
  readonly days: DaysQuestion;
  readonly rules: readonly { readonly condition: Condition; readonly fold: Fold }[];
}

async function foldSource(ctx: AlertContext, { source, days, rules }: SourcePass): Promise<void> {
  const { projectId, from, to, keywordIds } = days;
  const question = { projectId, from, to, keywordIds };
  if (source.readTogether === undefined) {
    for (const { condition, fold } of rules)
      for await (const { subject, observations } of source.read(ctx, { ...question, condition })) fold(subject, observations as never[]);
    return;
  }
  const conditions = rules.map(({ condition }) => condition);
  for await (const { subject, observations, rules: asking } of source.readTogether(ctx, { ...question, conditions }))
    for (const at of asking) rules[at]?.fold(subject, observations as never[]);
}

function makeFold(
  { condition, kind, firing, pending }: FoldedCondition,
  { from }: DaysQuestion,
  days: ReadonlySet<string>,
  found: FoldedRule,
): Fold {
  const { event: _event, ...params } = condition.when;
  const parsed = kind.params.parse(params);
  const options = { condition, from, unjudgedDays: kind.family === 'movement' ? days : new Set<string>(), firing };
  return (subject, observations) => {
    add(found, kind.fold(parsed, subject, observations, options));
    if (pending?.has(subject.key) && isSeen(observations, from, options.unjudgedDays)) found.seenAgain.push(subject.key);
  };
}

function isSeen(
  observations: readonly (Observation & { readonly isGood?: boolean })[],
  from: string,
  unjudged: ReadonlySet<string>,
): boolean {
  return observations.some(({ day, isGood }) => day >= from && isGood !== false && !unjudged.has(day));
}

function add(found: FoldedRule, folded: Folded): void {
  found.considered += folded.considered;
  if (folded.considered === 0) found.leftOut += 1;
  for (const [name, count] of Object.entries(folded.suppressed) as [Inhibition, number][])
    found.suppressed[name] = (found.suppressed[name] ?? 0) + count;
  for (const day of folded.suppressedOn ?? []) found.suppressedOn.push(day);
  for (const one of folded.ended ?? []) found.ended.push(one);
  for (const match of folded.matches) found.matches.push(match);
  if (found.matches.length > MATCHES_MAX) throw tooMany();
}

function tooMany(): Error {
  return invalid([{ path: 'when', message: `is met more than ${MATCHES_MAX} times in these days: ask of fewer days or keywords` }]);
}
