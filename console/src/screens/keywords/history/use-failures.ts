import { useMemo } from 'react';
import { getRankingsFailures, type FailedTry } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import type { Tracked } from './history.ts';

const FAILURES_MAX = 200;
const NONE: readonly FailedTry[] = [];

/** The checks of a tracked keyword that failed within the days shown, newest first; undefined while they are not read. */
export function useFailures({ keywordId, engine, channel }: Tracked): readonly FailedTry[] | undefined {
  const { from, to } = useFilters();
  const query = { project_id: useProjectId(), keyword_id: keywordId, from, to, limit: FAILURES_MAX };
  const { data } = useAnswer(getRankingsFailures, { query });
  return useMemo(() => {
    const own = data?.failures.filter(
      (one) => (engine === null || one.platform === engine) && (channel === null || one.channel === channel),
    );
    return own?.length === 0 ? NONE : own;
  }, [data, engine, channel]);
}
