import { VOCABULARIES } from './vocabularies.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Other names that 2.10 and models use for a dimension. */
const DIMENSION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tier1: 'tier1_type',
    type: 'intent_type',
    intent: 'intent_type',
    journey_moment: 'journey',
    specificity: 'query_specificity',
    expertise: 'expertise_level',
    modifiers: 'modifier',
  }),
);

const BY_DIMENSION = new Map<string, ReadonlyMap<string, string>>(
  VOCABULARIES.map((vocabulary) => [vocabulary.dimension, indexLabels(vocabulary)]),
);

/**
 * The label of a dimension's vocabulary that a text means: itself, in another spelling, or by a synonym.
 * Undefined when it means none of them, or the dimension does not exist.
 * @example toKnownLabel('tier1_type', 'Media') // 'information'
 */
export function toKnownLabel(dimension: string, text: string): string | undefined {
  return BY_DIMENSION.get(DIMENSION_NAMES.get(dimension) ?? dimension)?.get(toSpelling(text));
}

function indexLabels({ labels, synonyms = {} }: Vocabulary): ReadonlyMap<string, string> {
  const own = Object.keys(labels).map((label) => [toSpelling(label), label] as const);
  return new Map([...Object.entries(synonyms), ...own]);
}

function toSpelling(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\-_/&]+/gu, '_');
}
