import { formatPlural } from '#kernel/text.ts';
import { BUDGETS, type BudgetWindow } from './budgets.ts';

/** A counter without room for a call, and what is left in it: USD, or calls of a budget in calls. */
export interface Exhausted {
  readonly window: BudgetWindow;
  readonly left: number;
}

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Why a call is not made, in words: `This project's monthly budget of $5.00 is used up.` @param calls how many are asked for */
export function describeRefusal({ window, left }: Exhausted, { costUsd, calls = 1 }: { costUsd: number; calls?: number }): string {
  const { budget, scope, limitUsd, limitRequests } = window;
  const name = BUDGETS.find((one) => one.name === budget)?.words(scope) ?? budget;
  const limit = limitRequests === null ? USD.format(limitUsd ?? 0) : `${limitRequests} calls`;
  if (limitUsd === 0 || limitRequests === 0) return toSentence(`${name} is ${limit}, so nothing is bought`);
  if (left <= 0) return toSentence(`${name} of ${limit} is used up`);
  const rest = limitRequests === null ? USD.format(left) : String(left);
  const price = limitRequests === null ? ` of up to ${USD.format(costUsd)}` : '';
  return toSentence(`${name} of ${limit} has ${rest} left, too little for ${formatPlural(calls, 'call')}${price}`);
}

/** The same behind the words by which programs know it. */
export function describeExhausted(exhausted: Exhausted, estimateUsd: number): string {
  const what = exhausted.window.budget.startsWith('run_') ? 'Run budget exceeded' : 'Budget exceeded';
  return `${what}: ${describeRefusal(exhausted, { costUsd: estimateUsd })}`;
}

function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
