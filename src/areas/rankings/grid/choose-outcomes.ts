import type { OutcomeColumns } from './store.ts';

/**
 * The outcome that counts for each row: of the best own site, and a failed one only when no other is known.
 * @param positions of the outcomes, in the scale that is compared
 * @returns indexes in the columns; undefined: the keyword has no outcome
 */
export function chooseOutcomes(rows: number, outcomes: OutcomeColumns, positions: readonly (number | null)[]): (number | undefined)[] {
  const compared = { isFailed: outcomes.isFailed, domain: outcomes.domain, positions };
  const chosen = Array.from<number | undefined>({ length: rows });
  for (const [at, row] of outcomes.row.entries()) {
    const known = chosen[row];
    if (known === undefined || compare(compared, at, known) < 0) chosen[row] = at;
  }
  return chosen;
}

type Compared = Pick<OutcomeColumns, 'isFailed' | 'domain'> & { readonly positions: readonly (number | null)[] };

function compare({ isFailed, positions, domain }: Compared, one: number, other: number): number {
  return (
    Number(isFailed[one]) - Number(isFailed[other]) ||
    (positions[one] ?? Number.MAX_SAFE_INTEGER) - (positions[other] ?? Number.MAX_SAFE_INTEGER) ||
    ((domain[one] ?? '') < (domain[other] ?? '') ? -1 : 1)
  );
}
