import type { OwnCheck } from './own-checks.ts';

/** Two checks, one after the other, between which a keyword moved. */
export interface Turn<Check = OwnCheck> {
  readonly from: Check;
  readonly to: Check;
}

type Standing = Pick<OwnCheck, 'position' | 'reading'>;

/**
 * The step that most of a move comes from: of all steps between two checks the one whose loss, or gain, was still there at every
 * later check. A dip that was made up for is none. Of equal steps it is the last one.
 * @param checks good ones, oldest first, from where the keyword stood before to where it stands now
 * @returns undefined: it stands where it stood
 */
export function findTurn<Check extends Standing>(checks: readonly Check[]): Turn<Check> | undefined {
  const positions = checks.map(toComparable);
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  if (first === last) return undefined;
  const sign = last > first ? 1 : -1;
  let best: { readonly at: number; readonly lasting: number } | undefined;
  let kept = Number.POSITIVE_INFINITY;
  for (let at = positions.length - 1; at > 0; at -= 1) {
    // The least that any check from this one on stands below (or above) the start.
    kept = Math.min(kept, sign * (positions[at] ?? 0));
    const lasting = kept - sign * (positions[at - 1] ?? 0);
    if (best === undefined || lasting > best.lasting) best = { at, lasting };
  }
  const [from, to] = [checks[(best?.at ?? 0) - 1], checks[best?.at ?? 0]];
  return from && to && { from, to };
}

/** "Not found" stands below everything that was read. */
function toComparable({ position, reading }: Standing): number {
  return position ?? (reading.checkedDepth ?? 0) + NOT_FOUND_BELOW;
}

/** No engine shows so many results. */
const NOT_FOUND_BELOW = 1_000;
