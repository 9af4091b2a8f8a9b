import { getAdminClassifierVocabularies } from '#client';
import { useAnswer } from '#data/answers/answers.ts';

/** The labels of a dimension. */
export function useLabelsOf(dimension: string): readonly string[] {
  const vocabularies = useAnswer(getAdminClassifierVocabularies, {}).data?.vocabularies ?? [];
  return vocabularies.find((one) => one.dimension === dimension)?.labels.map(({ label }) => label) ?? [];
}
