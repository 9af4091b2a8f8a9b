import type { Candidate } from '../../engine/judgement.ts';

/** What one clue says: how much more likely it makes a label, as a natural logarithm. */
export interface Clue {
  /** Clues of one group say much the same, so of each only the strongest counts for a label. */
  readonly group: string;
  readonly weights: Readonly<Record<string, number>>;
  /** What was seen, for people. */
  readonly evidence: string;
}

export interface Weighed {
  /** Probabilities of the labels, which sum up to 1. */
  readonly shares: ReadonlyMap<string, number>;
  /** What speaks most for a label, strongest first. */
  readonly listEvidence: (label: string) => string[];
}

const EVIDENCE_MAX = 4;

/**
 * Combines clues as evidence: their weights are added to what is usual (`priors`, natural logarithms too), once for
 * each group, so that five signs of the same thing do not count five times.
 */
export function weigh(clues: readonly Clue[], priors: Readonly<Record<string, number>>): Weighed {
  const strongest = new Map<string, Map<string, number>>();
  for (const { group, weights } of clues) {
    const ofGroup = strongest.get(group) ?? new Map<string, number>();
    strongest.set(group, ofGroup);
    for (const [label, weight] of Object.entries(weights)) {
      const known = ofGroup.get(label) ?? 0;
      // Of what speaks against a label, too, the strongest counts.
      if (Math.abs(weight) > Math.abs(known)) ofGroup.set(label, weight);
    }
  }
  const sums = new Map(Object.entries(priors));
  for (const ofGroup of strongest.values())
    for (const [label, weight] of ofGroup) if (sums.has(label)) sums.set(label, (sums.get(label) ?? 0) + weight);
  return { shares: toShares(sums), listEvidence: (label) => listEvidence(clues, label) };
}

function toShares(sums: ReadonlyMap<string, number>): Map<string, number> {
  const highest = Math.max(...sums.values());
  const powers = [...sums].map(([label, sum]) => [label, Math.exp(sum - highest)] as const);
  const total = powers.reduce((whole, [, power]) => whole + power, 0);
  return new Map(powers.map(([label, power]) => [label, power / total]));
}

function listEvidence(clues: readonly Clue[], label: string): string[] {
  const speaking = clues.filter(({ weights }) => (weights[label] ?? 0) > 0);
  const ordered = speaking.toSorted((one, other) => (other.weights[label] ?? 0) - (one.weights[label] ?? 0));
  return [...new Set(ordered.map(({ evidence }) => evidence))].slice(0, EVIDENCE_MAX);
}

/** Probabilities of coarser labels, by the finer ones that belong to them. */
export function sumShares(shares: ReadonlyMap<string, number>, toCoarse: (label: string) => string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [label, share] of shares) {
    const coarse = toCoarse(label);
    if (coarse !== undefined) sums.set(coarse, (sums.get(coarse) ?? 0) + share);
  }
  return sums;
}

/** The two likeliest labels, with a confidence from 0 to 100. */
export function findBest(
  shares: ReadonlyMap<string, number>,
  toConfidence: (share: number) => number,
): readonly [Candidate, Candidate | undefined] {
  const [best, second] = [...shares].toSorted((one, other) => other[1] - one[1]);
  if (best === undefined) throw new Error('nothing was weighed');
  const toCandidate = ([label, share]: readonly [string, number]): Candidate => ({ label, confidence: toConfidence(share) });
  return [toCandidate(best), second === undefined ? undefined : toCandidate(second)];
}
