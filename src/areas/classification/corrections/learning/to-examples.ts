import type { Example } from '../../similarity/example.ts';
import { implyLabels } from '../complete-labels.ts';
import type { Correction } from '../correction.ts';

/**
 * What was said of entities as examples, one for each. Of what was said of one dimension the last holds; when it
 * contradicts what was said before, the example is only as sure as the share of the times that it was said.
 * @param said everything that was said of the entities, what was said last first
 */
export function toExamples(said: readonly Correction[]): Example[] {
  const byEntity = Map.groupBy(said, ({ entityType, entityId }) => `${entityType} ${entityId}`);
  return [...byEntity.values()].flatMap((corrections) => {
    const [first] = corrections;
    if (first === undefined) return [];
    const dimensions = [...Map.groupBy(corrections, ({ originalDimension }) => originalDimension)];
    const given = Object.fromEntries(dimensions.map(([dimension, [last]]) => [dimension, last?.correctedValue ?? '']));
    const labels = implyLabels(first.entityType, given);
    const confidence = Math.min(...dimensions.map(([, ofOne]) => toConfidence(ofOne)));
    return [{ kind: first.entityType, item: first.item, labels, confidence, origin: 'correction' }];
  });
}

/** @param corrections of one dimension of one entity, what was said last first */
function toConfidence(corrections: readonly Correction[]): number {
  const times = corrections.reduce((sum, correction) => sum + correction.times, 0);
  return Math.round((100 * (corrections[0]?.times ?? 0)) / times);
}
