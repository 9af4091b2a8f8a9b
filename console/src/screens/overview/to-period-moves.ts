import type { MoveCounts, OverviewMover } from '#client';
import type { Overview } from './figures.ts';

/** The keywords that moved most. */
export interface Moves {
  readonly counts: MoveCounts;
  /** Null: the check before, of each keyword. */
  readonly before: string | null;
  readonly after: string;
  /** Down and lost together, the worst first. */
  readonly fell: readonly OverviewMover[];
  readonly rose: readonly OverviewMover[];
}

type PeriodMoves = Pick<Overview['moves'], 'counts' | 'before' | 'after' | 'up' | 'down' | 'new' | 'lost'>;

/** The moves that came with the overview. */
export function toPeriodMoves({ counts, before, after, up, down, new: entered, lost }: PeriodMoves): Moves {
  return { counts, before, after, fell: toWorst([...down, ...lost]), rose: toWorst([...up, ...entered]) };
}

/** The lists of the overview hold ten each, so that ten of both together are the first ten. */
const SHOWN = 10;

function toWorst(movers: readonly OverviewMover[]): OverviewMover[] {
  return movers.toSorted((one, other) => other.places - one.places).slice(0, SHOWN);
}
