import { z } from 'zod';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

export const VocabulariesResponse = z.object({
  success: z.boolean(),
  count: z.int(),
  vocabularies: z.array(
    z.object({
      dimension: z.string(),
      subject: z.string().meta({ description: 'What it is of: `domain`, `url`, `keyword` or the `record` of one' }),
      summary: z.string(),
      labels: z.array(z.object({ label: z.string(), definition: z.string() })),
      synonyms: z.record(z.string(), z.string()).meta({ description: 'What is mapped to a label, instead of being refused' }),
    }),
  ),
});

export function toVocabulariesBody(vocabularies: readonly Vocabulary[]): z.input<typeof VocabulariesResponse> {
  return {
    success: true,
    count: vocabularies.length,
    vocabularies: vocabularies.map(({ labels, synonyms = {}, ...vocabulary }) => ({
      ...vocabulary,
      labels: Object.entries(labels).map(([label, definition]) => ({ label, definition })),
      synonyms,
    })),
  };
}
