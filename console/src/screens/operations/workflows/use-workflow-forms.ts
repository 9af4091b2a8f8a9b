import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getOpenapiJson } from '#client';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readWorkflowForms, type WorkflowForms } from './start-forms.ts';

/** Reads the document of the service once; it does not change while the service runs. */
export function useWorkflowForms(isWanted: boolean): UseQueryResult<WorkflowForms, ApiError> {
  return useQuery<WorkflowForms, ApiError>({
    queryKey: answerKey(getOpenapiJson, 'workflow forms'),
    queryFn: async ({ signal }) => readWorkflowForms(await ask(getOpenapiJson, { signal })),
    enabled: isWanted,
    staleTime: Infinity,
  });
}
