import { useMemo } from 'react';
import { getAnnotations } from '../../../../clients/typescript/src/index.ts';
import { useAnswer } from '../../data/answers.ts';
import type { ChartNote } from '../../ui/chart/spec.ts';
import type { Overview } from './figures.ts';

/** What people noted about the project in the days that are shown. */
export function useNotes({ project_id: projectId, from, to }: Overview): readonly ChartNote[] {
  const { data } = useAnswer(getAnnotations, { query: { project_id: projectId, from, to } });
  return useMemo(
    () => (data?.annotations ?? []).map(({ id, date, end_date: end, text }) => ({ id, from: date, to: end ?? date, text })),
    [data],
  );
}
