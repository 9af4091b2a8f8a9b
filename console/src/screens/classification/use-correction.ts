import { toWords } from '#data/words.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getAdminClassificationStats,
  getAdminClassifierCorrectionsStats,
  getClassifyByListId,
  getClassifyByListIdItems,
  postAdminClassifierCorrections,
  type ClassifiedItem,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

/** What a correction is about. */
type Entity = { readonly url_id: number } | NamedEntity;
type NamedEntity = {
  readonly [Kind in ClassifiedItem['kind']]: { readonly entity_type: Kind; readonly entity_id: string };
}[ClassifiedItem['kind']];

/** An item of a list by its name. */
export function toEntity({ kind, item }: Pick<ClassifiedItem, 'kind' | 'item'>): Entity {
  return { entity_type: kind, entity_id: item } as NamedEntity;
}

interface CorrectionInput {
  readonly entities: readonly Entity[];
  readonly dimension: string;
  readonly onSaid: (label: string) => void;
}

/** What is shown of classifications is asked again. */
export function useForgetCorrected(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const stale of [getAdminClassificationStats, getAdminClassifierCorrectionsStats, getClassifyByListId, getClassifyByListIdItems])
      void queries.invalidateQueries({ queryKey: answerKey(stale) });
  };
}

/** Says what things are: the label that one has is confirmed by it, another one corrected. */
export function useCorrection({ entities, dimension, onSaid }: CorrectionInput) {
  const forget = useForgetCorrected();
  return useMutation<void, ApiError, string>({
    mutationFn: async (label) => {
      // One after the other: each is looked up and locked, and the first refusal ends it.
      for (const entity of entities) await ask(postAdminClassifierCorrections, { body: { ...entity, [`corrected_${dimension}`]: label } });
    },
    onSettled: forget,
    onSuccess: (_done, label) => {
      say(`Recorded: ${toWords(label)}`);
      onSaid(label);
    },
  });
}
