import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { getInbox, postInboxRead, type PostInboxReadData, type PostInboxReadResponse } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { answerKey, ask } from '#data/answers/answers.ts';

/** Marks entries of the inbox as read, for the person alone. */
export function useReadInbox(): UseMutationResult<PostInboxReadResponse, ApiError, PostInboxReadData['body']> {
  const queries = useQueryClient();
  return useMutation<PostInboxReadResponse, ApiError, PostInboxReadData['body']>({
    mutationFn: (body) => ask(postInboxRead, { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: answerKey(getInbox) }),
  });
}
