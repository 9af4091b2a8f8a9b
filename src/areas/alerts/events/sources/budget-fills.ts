import { readBudgetFills, type BudgetFill } from '#areas/costs/index.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';

/** How full a budget is in one of its periods; a subject is one budget in one period. */
export interface BudgetObservation extends Observation, BudgetFill {
  readonly isOver: boolean;
}

/** So that a period that has just ended is seen once more. */
const LOOK_BACK_DAYS = 2;

/** The budgets of a project; of a rule of the service all of them. Of past periods only what they came to is known. */
export const budgetFills: Source<Subject, BudgetObservation> = { name: 'budget_fills', lookBackDays: LOOK_BACK_DAYS, read: readFills };

async function* readFills({ postgres, clock }: AlertContext, { projectId, from, to, condition }: SourceQuestion) {
  const now = clock.now();
  const { name } = condition.when as { readonly name?: string | null };
  const fills = readBudgetFills(postgres, {
    since: new Date(`${addDays(from, -LOOK_BACK_DAYS)}T00:00:00Z`),
    until: new Date(`${addDays(to, 1)}T00:00:00Z`),
    projectIds: projectId === null ? undefined : [projectId],
    budget: name ?? undefined,
  });
  for await (const fill of fills) yield { subject: toSubject(fill), observations: [toObservation(fill, now)] };
}

function toSubject({ budget, scope, words, windowStart }: BudgetFill): Subject {
  return { key: `budget:${budget}:${scope}:${windowStart.toISOString()}`, label: words };
}

/** A past period is seen at its last moment. */
function toObservation(fill: BudgetFill, now: Date): BudgetObservation {
  const isOver = fill.endsAt <= now;
  const at = isOver ? new Date(fill.endsAt.getTime() - 1) : now;
  return { ...fill, day: toDay(at), at, isOver };
}
