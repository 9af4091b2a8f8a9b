import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAssets, postAssets, postRankingsRematch } from '#client';
import { useHasPart } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

const ASSETS_MAX = 200;

/** Websites of a project's competitors, and how one is added. Its address alone costs nothing; the kept result pages are searched for it. */
export function useRivals(projectId: string) {
  const queries = useQueryClient();
  const assets = useAnswer(getAssets, { query: { project_id: projectId, limit: ASSETS_MAX } }, { isWanted: useHasPart('sites') });
  const add = useMutation<unknown, ApiError, string>({
    mutationFn: async (value) => {
      const body = { project_id: projectId, type: 'website' as const, role: 'competitor' as const, value, skip_onboarding: true };
      const answer = await ask(postAssets, { body });
      const assetId = 'asset' in answer ? answer.asset.id : undefined;
      return await ask(postRankingsRematch, { body: { project_id: projectId, ...(assetId && { asset_id: assetId }) } });
    },
    onSuccess: () => void queries.invalidateQueries(),
  });
  const websites = assets.data?.assets.filter(({ type }) => type === 'website') ?? [];
  return {
    isRead: assets.data !== undefined,
    /** Every website of the project, its own included. */
    known: new Set(websites.map(({ value }) => value)),
    rivals: websites.flatMap(({ role, value }) => (role === 'competitor' ? [value] : [])),
    add,
  };
}
