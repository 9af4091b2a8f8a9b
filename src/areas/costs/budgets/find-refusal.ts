import type { AppContext } from '#context';
import { toMicros, toUsd } from '#kernel/money.ts';
import type { SpendScope } from '#providers/metering.ts';
import { readBudgets } from './budget-limits.ts';
import { BUDGETS, listWindows, type BudgetName, type BudgetWindow } from './budgets.ts';
import { describeRefusal } from './exhausted.ts';
import { endOf } from '../periods.ts';
import { listCounters, toCounterName, type BudgetCounter } from '../store/counters.ts';
import { getPayers } from '../store/payers.ts';

/** A budget that has no room for what is planned, as far as is known before. */
export interface Refusal {
  readonly budget: BudgetName;
  /** What is counted together in it: a project, a member, a key, an organization, a type of workflow, a run, or `all`. */
  readonly scope: string;
  /** `all`: not one call would be made; `part`: some would, and those that find no room would not. */
  readonly refuses: 'all' | 'part';
  readonly limit: number;
  /** In the unit of the budget: USD, or calls. */
  readonly left: number;
  readonly resetsAt: Date | undefined;
  readonly message: string;
}

/** What is planned: how many calls, and what they cost together at most. */
export interface Planned {
  readonly calls: number;
  readonly costUsd: number;
}

/** No service: budgets of a kind of service let their calls through or leave them out one by one. */
const ANY_SERVICE = '';

/**
 * The budget that would stop what is planned, by the counters as they are: one that stops all of it before one that
 * stops a part, the narrowest first. It reserves nothing, so that others may take what is left.
 */
export async function findRefusal(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  planned: Planned,
  scope: SpendScope,
): Promise<Refusal | undefined> {
  if (planned.calls === 0) return undefined;
  const [limits, payers] = await Promise.all([readBudgets(postgres), getPayers(postgres, [scope])]);
  const at = clock.now();
  const windows = listWindows({ ...scope, service: ANY_SERVICE, at, payers }, limits).filter(isLimited);
  const counters = new Map((await listCounters(postgres, windows)).map((counter) => [toCounterName(counter), counter]));
  const refusals = windows.flatMap((window) => {
    const counter = counters.get(toCounterName(window));
    const refusal = toRefusal(window, counter, planned);
    return refusal === undefined ? [] : [{ ...refusal, resetsAt: endOf(periodOf(window.budget), at) }];
  });
  return refusals.find(({ refuses }) => refuses === 'all') ?? refusals[0];
}

function isLimited({ limitUsd, limitRequests }: BudgetWindow): boolean {
  return limitUsd !== null || limitRequests !== null;
}

function periodOf(budget: BudgetName) {
  return BUDGETS.find(({ name }) => name === budget)?.period ?? 'run';
}

function toRefusal(window: BudgetWindow, counter: BudgetCounter | undefined, planned: Planned): Omit<Refusal, 'resetsAt'> | undefined {
  const { calls, costUsd } = planned;
  const isCounted = window.limitRequests !== null;
  const limit = window.limitRequests ?? window.limitUsd ?? 0;
  // Below 0 where the limit was set after it was spent: then what costs nothing is refused too.
  const rest = isCounted ? limit - (counter?.requests ?? 0) : restUsd(limit, counter);
  const left = Math.max(0, rest);
  const wanted = isCounted ? calls : costUsd / window.payerCount;
  if (limit > 0 && wanted <= rest) return undefined;
  // What one call costs is known on average only; where several projects pay, one without room is left out.
  const isNothingLeft = window.payerCount === 1 && (limit === 0 || left === 0 || wanted / calls > left);
  const message = describeRefusal({ window, left }, planned);
  return { budget: window.budget, scope: window.scope, refuses: isNothingLeft ? 'all' : 'part', limit, left, message };
}

function restUsd(limit: number, counter: BudgetCounter | undefined): number {
  return toUsd(toMicros(limit) - toMicros(counter?.spentUsd ?? 0) - toMicros(counter?.reservedUsd ?? 0));
}
