import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteSession, deleteViewAs, putSession } from '#client';
import { forgetProject } from '#app/project.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

const START = '/console/';

/** @returns loads a page again, so that nothing stays of what was shown: what the person may see is another thing from now on */
export function useLeave(): (path: string) => void {
  const queries = useQueryClient();
  return (path) => {
    forgetProject();
    queries.clear();
    window.location.replace(path);
  };
}

/** Ends the session. */
export function useSignOut() {
  const leave = useLeave();
  return useMutation<unknown, ApiError>({ mutationFn: () => ask(deleteSession, {}), onSuccess: () => leave('/console/login') });
}

/** Acts in another organization from now on; null: in the whole service. */
export function useActIn() {
  const leave = useLeave();
  return useMutation<unknown, ApiError, string | null>({
    mutationFn: (organizationId) => ask(putSession, { body: { organization_id: organizationId } }),
    onSuccess: () => leave(START),
  });
}

/** Ends the look through the eyes of another person. */
export function useEndView() {
  const leave = useLeave();
  return useMutation<unknown, ApiError>({ mutationFn: () => ask(deleteViewAs, {}), onSuccess: () => leave(START) });
}
