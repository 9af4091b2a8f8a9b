/**
 * How often weighed probabilities are right, as measured (`examples.test.ts`): points of probability and
 * confidence, between which the confidence rises evenly. Clues are not independent, so the sums are too sure of themselves.
 */
const POINTS: Readonly<Record<'domain' | 'page', readonly (readonly [share: number, confidence: number])[]>> = {
  domain: [
    [0, 0],
    [0.3, 25],
    [0.5, 42],
    [0.7, 58],
    [0.85, 70],
    [0.95, 80],
    [0.99, 88],
    [1, 92],
  ],
  page: [
    [0, 0],
    [0.3, 25],
    [0.5, 42],
    [0.7, 58],
    [0.85, 70],
    [0.95, 80],
    [0.99, 88],
    [1, 92],
  ],
};

/** @param share a probability from 0 to 1 @returns from 0 to 100, whole */
export function toConfidence(kind: keyof typeof POINTS, share: number): number {
  const points = POINTS[kind];
  const at = Math.max(
    1,
    points.findIndex(([upper]) => share <= upper),
  );
  const [fromShare, from] = points[at - 1] ?? [0, 0];
  const [toShare, to] = points[at] ?? [1, from];
  return Math.round(from + ((share - fromShare) / (toShare - fromShare)) * (to - from));
}
