import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { getRankings } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { Tracked } from './history.ts';

/** Opens what the engine showed for a keyword on a day. */
export function useEvidence(projectId: string): (tracked: Tracked, day: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (tracked, day) => {
      const open = async (): Promise<void> => {
        const { rankings } = await ask(getRankings, {
          query: { project_id: projectId, keyword_id: tracked.keywordId, start_date: day, end_date: day, limit: 50 },
        });
        const run = rankings.find(({ run_id: id, platform }) => id !== null && (tracked.engine === null || platform === tracked.engine));
        if (run?.run_id) await navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId: run.run_id } as never });
        else say(`No result page is stored for ${day}`);
      };
      void open();
    },
    [projectId, navigate],
  );
}
