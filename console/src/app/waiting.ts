import type { GetAttentionResponse } from '#client';
import { formatPlural } from '#data/format.ts';

/** Something that waits for a person: how much, where it is found, and what it is in words. */
export interface Waiting {
  /** The screen that shows it, by name. */
  readonly screen: string;
  readonly count: number;
  readonly words: string;
  /** What the address of the screen holds, so that it opens on it. */
  readonly search?: Readonly<Record<string, unknown>>;
}

/** Each kind that is there at all; what the caller may not see is null, and not counted. */
export function listWaiting(counts: Omit<GetAttentionResponse, 'success'>): readonly Waiting[] {
  const { failed_checks: checks, failed_domains: domains, dead_letters: letters, full_budgets: budgets } = counts as Partial<typeof counts>;
  const all: readonly Waiting[] = [
    { screen: 'keywords', count: checks ?? 0, words: formatPlural(checks ?? 0, 'failed check'), search: { band: ['failed'] } },
    { screen: 'domains', count: domains ?? 0, words: formatPlural(domains ?? 0, 'failed domain'), search: { status: 'failed' } },
    { screen: 'dead-letters', count: letters ?? 0, words: formatPlural(letters ?? 0, 'dead letter') },
    { screen: 'costs', count: budgets ?? 0, words: `${formatPlural(budgets ?? 0, 'budget')} used up` },
  ];
  return all.filter(({ count }) => count > 0);
}
