import type { Match } from '../events/event-kind.ts';
import { toKeyword } from '../judge/groups.ts';
import type { Condition } from '../rule.ts';

const MONTH_DAYS = 30;
const MESSAGES_A_MONTH = 2;
const PLACES_MAX = 100;

export interface Suggestion {
  readonly parameter: 'by' | 'min_keywords';
  readonly value: number;
  /** That it would have made, in 30 days. */
  readonly messagesAMonth: number;
}

/**
 * The lowest threshold with which a rule would have said something about twice a month: of `by` where the event has it, else of
 * `min_keywords`. Null: it says no more than that, or no threshold would do.
 * @param matches those of its alerts
 * @param days that were measured
 */
export function suggest(matches: readonly Match[], { when }: Condition, days: number): Suggestion | null {
  if (days === 0) return null;
  const toMonth = (rounds: number): number => Math.round(((rounds * MONTH_DAYS) / days) * 10) / 10;
  const rounds = [...Map.groupBy(matches, ({ day }) => day).values()];
  if (toMonth(rounds.length) <= MESSAGES_A_MONTH) return null;
  const isBy = when['by'] !== undefined;
  const reached = rounds.map((some) => (isBy ? Math.max(...some.map(({ size }) => size)) : new Set(some.map(toKeyword)).size));
  for (let value = 2; value <= PLACES_MAX; value += 1) {
    const messagesAMonth = toMonth(reached.filter((most) => most >= value).length);
    if (messagesAMonth <= MESSAGES_A_MONTH)
      return messagesAMonth === 0 ? null : { parameter: isBy ? 'by' : 'min_keywords', value, messagesAMonth };
  }
  return null;
}
