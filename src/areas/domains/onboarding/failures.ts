import { BudgetExceededError, messageOf, OutsideError } from '#kernel/errors.ts';
import type { FetchPart } from './store/fetches.ts';

/** What an onboarding does beside fetching its parts. */
export type OnboardWork = FetchPart | 'results';

/** What could not be done, after all its tries. */
export interface PartFailure {
  readonly of: OnboardWork;
  readonly error: unknown;
}

const WORDS: Readonly<Record<OnboardWork, string>> = {
  backlinks: 'backlinks',
  referring_domains: 'referring domains',
  keywords: 'keywords',
  summary: 'the summary of links',
  history: 'the weeks before',
  properties: "the brand's properties",
  results: 'the results',
};

/** The failures in plain words, those of one reason together. */
export function describeFailures(failures: readonly PartFailure[]): string {
  const byReason = Map.groupBy(failures, ({ error }) => describeError(error));
  return [...byReason].map(([reason, group]) => `${listWords(group)} could not be ${verbOf(group)}: ${reason}`).join('; ');
}

/** A reason in plain words; of what is not set up also what to set. */
export function describeError(error: unknown): string {
  if (error instanceof OutsideError && error.hint !== undefined) return `${messageOf(error)} (${error.hint})`;
  return messageOf(error);
}

export function isOverBudget({ error }: PartFailure): boolean {
  return error instanceof BudgetExceededError;
}

function listWords(group: readonly PartFailure[]): string {
  return group.map((failure) => WORDS[failure.of]).join(', ');
}

function verbOf(group: readonly PartFailure[]): string {
  return group.every(({ of }) => of === 'results') ? 'stored' : 'fetched';
}
