import type { UseQueryResult } from '@tanstack/react-query';
import { getRankingsMoves } from '#client';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers.ts';
import type { ApiError } from '#data/api-error.ts';
import type { Overview } from './figures.ts';
import { toPeriodMoves, type Moves } from './to-period-moves.ts';

/** What a move is measured against: the days that the screen compares with, a week ago, or the check before. */
export const SINCE = ['period', 'week', 'check'] as const;
export type Since = (typeof SINCE)[number];

type MovesAnswer = Pick<UseQueryResult<Moves, ApiError>, 'data' | 'error' | 'refetch'>;

/** Those of the period came with the overview; others are asked for. */
export function useMoves(overview: Overview, since: Since): MovesAnswer {
  const { device, location } = useFilters().values;
  const isAsked = since !== 'period';
  const asked = useAnswer(
    getRankingsMoves,
    {
      query: {
        project_id: overview.project_id,
        since: isAsked ? since : 'week',
        to: overview.to,
        ...(device && { device }),
        ...(location && { location_code: location }),
      },
    },
    { isWanted: isAsked },
  );
  return isAsked ? asked : { ...asked, data: toPeriodMoves(overview.moves), error: null };
}
