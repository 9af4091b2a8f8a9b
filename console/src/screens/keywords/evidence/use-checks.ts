import { useMemo } from 'react';
import { getRankings, type GetProjectsByProjectIdRunsByRunIdResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { addDays } from '#data/time/days.ts';
import { toChecks, type Checks } from './other-checks.ts';

type Run = GetProjectsByProjectIdRunsByRunIdResponse['run'];

/** One answer of the history holds no more. */
const CHECKS_MAX = 200;
/** What came before a check matters more than what came after it. */
const DAYS_BEFORE = 150;

/** The checks of a keyword around one of them; undefined while they are on their way. */
export function useChecks(run: Run): Checks | undefined {
  const project_id = useProjectId();
  const { data } = useAnswer(getRankings, {
    query: {
      project_id,
      keyword_id: run.keyword_id,
      platform: run.platform,
      channel: run.channel,
      start_date: addDays(run.check_date, -DAYS_BEFORE),
      relationship: 'MINE' as const,
      limit: CHECKS_MAX,
    },
  });
  return useMemo(() => data && toChecks(run, data.rankings), [run, data]);
}
