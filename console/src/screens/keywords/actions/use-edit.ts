import { useQueryClient } from '@tanstack/react-query';
import { postProjectKeywordsBulk, type PostProjectKeywordsBulkData } from '#client';
import { useProjectId } from '#app/project.ts';
import { ask } from '#data/answers/answers.ts';
import { formatUsd, UNKNOWN } from '#data/format.ts';
import type { Price } from '#ui/actions/confirm-price.tsx';

export type Changes = Omit<PostProjectKeywordsBulkData['body'], 'project_id' | 'keyword_ids' | 'filter' | 'dry_run'>;

interface Edit {
  /** What the changes cost, without making them. */
  readonly price: (keywordIds: readonly string[], changes: Changes) => Promise<Price>;
  readonly apply: (keywordIds: readonly string[], changes: Changes) => Promise<unknown>;
}

/** Edits keywords of the project of the address, in every engine and channel that they are tracked in. */
export function useEdit(): Edit {
  const projectId = useProjectId();
  const client = useQueryClient();
  const toBody = (keywordIds: readonly string[], changes: Changes) => ({
    ...changes,
    project_id: projectId,
    keyword_ids: [...new Set(keywordIds)],
  });
  return {
    price: async (keywordIds, changes) => {
      const answer = await ask(postProjectKeywordsBulk, { body: { ...toBody(keywordIds, changes), dry_run: true } });
      if (!('estimate' in answer)) throw new Error('The service returned no price');
      return {
        estimate: answer.estimate,
        lines: [
          ['Checks per 30 days, now', formatUsd(answer.monthly_before_usd)],
          ['Checks per 30 days, then', formatUsd(answer.monthly_after_usd)],
          ['Change to this month’s total', formatEnd(answer.month_end_change_usd)],
        ],
      };
    },
    apply: async (keywordIds, changes) => {
      const answer = await ask(postProjectKeywordsBulk, { body: toBody(keywordIds, changes) });
      await client.invalidateQueries();
      return answer;
    },
  };
}

function formatEnd(changeUsd: number | undefined): string {
  if (changeUsd === undefined) return UNKNOWN;
  if (changeUsd === 0) return 'none';
  return `${formatUsd(Math.abs(changeUsd))} ${changeUsd > 0 ? 'higher' : 'lower'}`;
}
