import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getAdminClassificationStats,
  getAdminClassifierCorrectionsStats,
  postAdminClassifierCorrections,
} from '../../../../clients/typescript/src/index.ts';
import { say } from '../../data/announce.ts';
import { answerKey, ask } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { toWords } from './figures.ts';
import type { ItemProps } from './item.tsx';

/** Says what a page is: the label that it has is confirmed by it, another one corrected. */
export function useCorrection({ page, dimension, onSaid }: Pick<ItemProps, 'page' | 'dimension' | 'onSaid'>) {
  const queries = useQueryClient();
  return useMutation<unknown, ApiError, string>({
    mutationFn: (label) =>
      ask(postAdminClassifierCorrections, {
        body: { url_id: page.id, [`corrected_${dimension}`]: label },
      }),
    onSuccess: (_done, label) => {
      say(`Recorded: ${toWords(label)}`);
      for (const stale of [getAdminClassificationStats, getAdminClassifierCorrectionsStats])
        void queries.invalidateQueries({ queryKey: answerKey(stale) });
      onSaid(label);
    },
  });
}
