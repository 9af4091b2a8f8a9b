import { useQueryClient } from '@tanstack/react-query';
import { answerKey } from '#data/answers/answers.ts';

/** @returns makes the answers of these operations old, so that they are asked for again */
export function useRefresh(...operations: readonly object[]): () => void {
  const queries = useQueryClient();
  return () => operations.forEach((operation) => void queries.invalidateQueries({ queryKey: answerKey(operation) }));
}
