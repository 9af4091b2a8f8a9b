import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { findEventKind } from '../events/index.ts';
import type { Match } from '../events/event-kind.ts';
import type { Fired } from '../judge/judge-rounds.ts';
import { listOpen, listPending } from '../firing/store/standing.ts';
import type { TellingRule } from '../firing/telling-rule.ts';
import { judgeRules, type DaysQuestion, type JudgedCondition, type JudgedRule } from '../judge/judge-rule.ts';
import type { Condition } from '../rule.ts';
import type { KeptRound } from './round.ts';

type JudgeContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock' | 'logger'>;

/** A rule with what was found of it. */
export interface Judged {
  readonly rule: TellingRule;
  readonly judged: JudgedRule;
  /** What waited for this check where no second one could be made, and agrees. */
  readonly confirmed: readonly Fired[];
}

/** Only what keywords do on result pages can be checked once more. */
export function isRechecked({ confirm, when }: Condition): boolean {
  return confirm === 'recheck' && findEventKind(when.event)?.source.name === 'outcomes';
}

/** Judges a day under rules in one reading; where that fails, each rule for itself. Those that cannot be judged are left out, and logged. */
export async function judgeAll(ctx: JudgeContext, round: KeptRound, rules: readonly TellingRule[]): Promise<Judged[]> {
  const ids = rules.map(({ id }) => id);
  const [open, pending] = await Promise.all([listOpen(ctx.postgres, ids), listPending(ctx.postgres, ids)]);
  const { projectId, day, keywordIds } = round;
  const days = { projectId, from: day, to: day, rounds: [], keywordIds: keywordIds ?? undefined };
  const asked = rules.map((rule) => toAsked(rule, { mutes: [], open: open.get(rule.id) ?? [], pending: pending.get(rule.id) }));
  try {
    return await judgeTogether(ctx, days, asked);
  } catch (error) {
    ctx.logger.warn({ round: round.id, error: messageOf(error) }, 'rules could not be judged together');
  }
  const all: Judged[] = [];
  for (const one of asked) {
    try {
      all.push(...(await judgeTogether(ctx, days, [one])));
    } catch (error) {
      // One that cannot be judged must not keep others from it.
      ctx.logger.error({ rule: one.rule.id, error: messageOf(error) }, 'a rule could not be judged');
    }
  }
  return all;
}

interface Asked {
  readonly rule: TellingRule;
  readonly condition: JudgedCondition;
  /** What waits for this check because no second one could be made. */
  readonly next: JudgedCondition | undefined;
}

function toAsked(rule: TellingRule, standing: Omit<JudgedCondition, 'condition'>): Asked {
  const { condition } = rule;
  const waits = isRechecked(condition) && (standing.pending?.size ?? 0) > 0;
  return {
    rule,
    condition: { ...standing, condition },
    next: waits ? { ...standing, condition: { ...condition, confirm: 'next' } } : undefined,
  };
}

async function judgeTogether(ctx: JudgeContext, days: DaysQuestion, asked: readonly Asked[]): Promise<Judged[]> {
  const conditions = asked.flatMap(({ condition, next }) => (next === undefined ? [condition] : [condition, next]));
  const found = (await judgeRules(ctx, days, conditions)).values();
  return asked.map(({ rule, next, condition: { pending } }) => {
    const judged = found.next().value as JudgedRule;
    const agreed = next === undefined ? [] : (found.next().value as JudgedRule).fired;
    const confirmed = keepItems(agreed, ({ subject }) => pending?.has(subject.key) === true);
    return { rule, judged, confirmed };
  });
}

/** Of what fired only these matches. */
export function keepItems(fired: readonly Fired[], isKept: (match: Match) => boolean): Fired[] {
  return fired.map((one) => ({ ...one, items: one.items.filter(isKept) })).filter(({ items }) => items.length > 0);
}
