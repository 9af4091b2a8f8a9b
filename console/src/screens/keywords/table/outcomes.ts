import { toInstant } from '#data/time/instant.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import type { RankingGridCheck } from '#client';
import type { OutcomeName, OutcomeValue } from '#ui/states/outcome.ts';

/** After every position: what was not found, then what failed. What was never checked is not known. */
const ORDER = { not_found: 1e4, failed: 2e4 } as const;

/** What checks found for each row, of the best own site or of another one. */
export interface Outcomes {
  readonly statusOf: (row: number) => OutcomeName;
  /** In the project's scale; of a failed check, the last good one. */
  readonly positionOf: (row: number) => number | null;
  readonly outcomeOf: (row: number) => OutcomeValue;
}

/** How a column of positions is sorted, and what of it is saved as CSV. */
export function toOutcomeCells({ statusOf, positionOf }: Outcomes): Pick<Column, 'kind' | 'isDescendingFirst' | 'value' | 'csv'> {
  return {
    kind: 'number',
    isDescendingFirst: false,
    value: (row) => {
      const status = statusOf(row);
      if (status === 'ranked') return positionOf(row);
      return status === 'failed' || status === 'not_found' ? ORDER[status] : null;
    },
    csv: (row) => {
      const status = statusOf(row);
      return status === 'ranked' ? positionOf(row) : status;
    },
  };
}

interface Found {
  readonly outcome: OutcomeName;
  readonly position: number | null;
  readonly depth: number | null;
}

/** What a check found, with when, by whom and for how much. Of a failed check, what was found is of the last good one. */
export function toOutcomeValue({ outcome, position, depth }: Found, check: Omit<RankingGridCheck, 'row'>): OutcomeValue {
  if (outcome === 'pending') return { outcome };
  const found = { position, depth, checkedAt: toInstant(check.checked_at), provider: check.provider, costUsd: check.cost_usd };
  if (outcome !== 'failed') return { outcome, ...found };
  const lastGood = found.checkedAt === null ? null : found;
  return { outcome, checkedAt: toInstant(check.failed_at), reason: check.error, lastGood };
}
