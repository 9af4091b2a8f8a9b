import { z } from 'zod';
import { toKnownLabel } from '../vocabulary/to-known-label.ts';
import { VOCABULARIES } from '../vocabulary/vocabularies.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/**
 * A label of a vocabulary. The model sees the list; another spelling and a synonym become the label they mean, and
 * what means none is refused.
 */
export function labelOf(dimension: string): z.ZodType<string> {
  return z
    .string()
    .meta({ enum: Object.keys(getVocabulary(dimension).labels) })
    .transform((text, context) => {
      const label = toKnownLabel(dimension, text);
      if (label !== undefined) return label;
      context.addIssue('must be one of the listed labels');
      return z.NEVER;
    });
}

/** The labels with their definitions, a line each, as part of a system text. */
export function describeLabels(dimension: string): string {
  const { summary, labels } = getVocabulary(dimension);
  return `${dimension}: ${summary}\n${Object.entries(labels)
    .map(([label, definition]) => `- ${label}: ${definition}`)
    .join('\n')}`;
}

/** What every answer holds beside its labels. */
export const reasons = {
  /** How sure the model is of the label that decides, 0 to 100. */
  confidence: z.number().min(0).max(100),
  evidence: z.array(z.string()),
};

export const REASONS_RULE = `confidence: from 0 to 100, how many of a hundred answers like this one would be right.
evidence: one to three short reasons that a person understands, each naming what you saw; never a sentence of the page.`;

function getVocabulary(dimension: string): Vocabulary {
  const vocabulary = VOCABULARIES.find((one) => one.dimension === dimension);
  if (vocabulary === undefined) throw new Error(`there is no vocabulary of ${dimension}`);
  return vocabulary;
}
