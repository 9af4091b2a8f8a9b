import { useMemo } from 'react';
import { getRankingsGrid } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { ALL, toGridOptions, toWanted, type Wanted } from './grid-query.ts';
import { readKeywords } from './keywords.ts';

/** Everything that the project tracks, within the shared filters of the address. */
export function useKeywords(wanted: Wanted) {
  return useGridAnswer(toWanted(useFilters().values, wanted));
}

/** Everything that the project tracks, on every device and in every place. */
export function useAllKeywords() {
  return useGridAnswer(ALL);
}

function useGridAnswer(wanted: Wanted) {
  const projectId = useProjectId();
  const period = useFilters();
  const everyMs = useLive({ topics: [`project:${projectId}`], answers: [answerKey(getRankingsGrid)] });
  const { data: answer, error, refetch } = useAnswer(getRankingsGrid, toGridOptions(projectId, period, wanted), { everyMs });
  const data = useMemo(() => answer && readKeywords(answer), [answer]);
  return { data, error, refetch };
}
