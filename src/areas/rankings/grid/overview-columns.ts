import { toOverviewStanding } from '../ai-overview.ts';
import type { OverviewStanding } from '../vocabulary.ts';
import type { OutcomeColumns } from './store.ts';

export interface OverviewColumns {
  /** Null: no page was read, or results of its channel have no place for an overview. */
  readonly standings: readonly (OverviewStanding | null)[];
  readonly places: readonly (number | null)[];
}

/**
 * Whether any own site is cited in the AI overview of each row's last good check, and the best of their places. An outcome
 * of an earlier check, of a site that the last one says nothing of, does not count.
 * @param isOrganic whether results of a row's channel are those of the page with the overview
 */
export function toOverviewColumns(rows: number, outcomes: OutcomeColumns, isOrganic: (row: number) => boolean): OverviewColumns {
  const newest = Array.from<number | undefined>({ length: rows });
  for (const [at, row] of outcomes.row.entries()) {
    const known = newest[row];
    if (outcomes.checkedAt[at] === null || !isOrganic(row)) continue;
    if (known === undefined || isBetter(outcomes, at, known)) newest[row] = at;
  }
  return {
    standings: newest.map((at) =>
      at === undefined
        ? null
        : toOverviewStanding({ features: (outcomes.features[at] ?? '').split(','), citedPlace: outcomes.citedPlace[at] ?? null }),
    ),
    places: newest.map((at) => (at === undefined ? null : outcomes.citedPlace[at] || null)),
  };
}

function isBetter({ checkedAt, citedPlace }: OutcomeColumns, one: number, other: number): boolean {
  const later = (checkedAt[one] ?? 0) - (checkedAt[other] ?? 0);
  return later > 0 || (later === 0 && toOrder(citedPlace[one]) < toOrder(citedPlace[other]));
}

/** Cited ones first, by their place. */
function toOrder(place: number | null | undefined): number {
  if (place === null || place === undefined) return Infinity;
  return place === 0 ? Number.MAX_SAFE_INTEGER : place;
}
