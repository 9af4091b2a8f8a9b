import { formatCount, formatInstant } from '#data/format.ts';
import { describeReading, joinParts, type Reading } from './reading.ts';

export type OutcomeName = 'ranked' | 'not_found' | 'failed' | 'pending';

/** What the last good check found, before one failed. */
interface LastGood extends Reading {
  readonly position: number | null;
}

/** What a check found, for one keyword and one site. */
export interface OutcomeValue extends Reading {
  readonly outcome: OutcomeName;
  /** The position, where the status is `ranked`. */
  readonly position?: number | null | undefined;
  /** What the last good check found, where the status is `failed`. */
  readonly lastGood?: LastGood | null | undefined;
  /** Why, where the status is `failed`. */
  readonly reason?: string | null | undefined;
}

export interface OutcomeText {
  /** What stands in the cell. */
  readonly text: string;
  /** Greyed beside it: the last good value of a check that failed. */
  readonly former?: string;
  /** The whole of it as a sentence, for tooltips and for those who do not see the mark. */
  readonly sentence: string;
}

const USUAL_DEPTH = 100;

/**
 * One way to say what a check found, for every table, chart and tooltip.
 * @param now null on shared pages, which say nothing of ages, providers and prices
 */
export function describeOutcome(value: OutcomeValue, now: Date | null): OutcomeText {
  const read = (reading: Reading): string => (now === null ? '' : describeReading(reading, now));
  const { outcome, position, depth, checkedAt } = value;
  switch (outcome) {
    case 'ranked':
      return { text: formatCount(position), sentence: joinParts([`Position ${formatCount(position)}`, read(value)]) };
    case 'not_found':
      return {
        text: `>${formatCount(depth ?? USUAL_DEPTH)}`,
        sentence: joinParts([
          depth ? `Not in the top ${formatCount(depth)} results` : 'Not in the results read',
          read({ ...value, depth: undefined }),
        ]),
      };
    case 'failed': {
      const { lastGood, reason } = value;
      const former = lastGood ? formerText(lastGood.position) : undefined;
      return {
        text: 'failed',
        ...(former === undefined ? {} : { former }),
        sentence: [
          joinParts([checkedAt ? `The check of ${formatInstant(checkedAt)} failed` : 'The last check failed', reason ?? '']),
          lastGood ? joinParts([`Last good value: ${former}`, read(lastGood)]) : 'No successful check so far',
        ].join('. '),
      };
    }
    case 'pending':
      return { text: '–', sentence: 'Not checked yet' };
  }
}

function formerText(position: number | null): string {
  return position === null ? 'not found' : formatCount(position);
}

/** Smaller is better: what ranks, by position; then what was not found, what failed, what was not checked. */
export function compareOutcomes(one: OutcomeValue, other: OutcomeValue): number {
  return toRank(one) - toRank(other);
}

const RANKS = { ranked: 0, not_found: 100_000, failed: 200_000, pending: 300_000 } as const;

function toRank({ outcome, position }: OutcomeValue): number {
  return RANKS[outcome] + (outcome === 'ranked' ? (position ?? 0) : 0);
}
