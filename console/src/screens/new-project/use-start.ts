import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { say } from '#data/announce.ts';
import type { ApiError } from '#data/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { startPlan, type Plan } from './tracking.ts';

/** Begins the tracking, and opens the keywords of the project. */
export function useStart(plan: Plan, onDone: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation<Awaited<ReturnType<typeof startPlan>>, ApiError>({
    mutationFn: () => startPlan(plan),
    onSuccess: async ({ tracked, warning }) => {
      onDone();
      say(`${formatPlural(tracked, 'keyword')} tracked. ${warning ?? 'The first checks are on their way.'}`);
      void queries.invalidateQueries();
      await navigate({ to: '/p/$projectId/keywords', params: { projectId: plan.projectId } });
    },
  });
}
