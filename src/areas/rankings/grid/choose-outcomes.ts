import type { OutcomeColumns } from './store.ts';

/**
 * The outcome that counts for each row: of the best own site, and a failed one only when no other is known.
 * @returns places in the columns; undefined: the keyword has no outcome
 */
export function chooseOutcomes(rows: number, outcomes: OutcomeColumns): (number | undefined)[] {
  const chosen = Array.from<number | undefined>({ length: rows });
  for (const [at, row] of outcomes.row.entries()) {
    const known = chosen[row];
    if (known === undefined || compare(outcomes, at, known) < 0) chosen[row] = at;
  }
  return chosen;
}

function compare({ isFailed, position, domain }: OutcomeColumns, one: number, other: number): number {
  return (
    Number(isFailed[one]) - Number(isFailed[other]) ||
    (position[one] ?? Number.MAX_SAFE_INTEGER) - (position[other] ?? Number.MAX_SAFE_INTEGER) ||
    ((domain[one] ?? '') < (domain[other] ?? '') ? -1 : 1)
  );
}
