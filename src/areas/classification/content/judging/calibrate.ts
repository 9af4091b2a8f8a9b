/**
 * Points of probability and confidence, between which the confidence rises evenly. Clues are not independent, so their
 * sums are too sure of themselves; and pages of the web are harder than the own examples (`examples.test.ts`), of
 * which more are right than these points say.
 */
const POINTS: readonly (readonly [share: number, confidence: number])[] = [
  [0, 0],
  [0.3, 25],
  [0.5, 42],
  [0.7, 58],
  [0.85, 70],
  [0.95, 80],
  [0.99, 88],
  [1, 92],
];

/** @param share a probability from 0 to 1 @returns from 0 to 100, whole */
export function toConfidence(share: number): number {
  const at = Math.max(
    1,
    POINTS.findIndex(([upper]) => share <= upper),
  );
  const [fromShare, from] = POINTS[at - 1] ?? [0, 0];
  const [toShare, to] = POINTS[at] ?? [1, from];
  return Math.round(from + ((share - fromShare) / (toShare - fromShare)) * (to - from));
}
