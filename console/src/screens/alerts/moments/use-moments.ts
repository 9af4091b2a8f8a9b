import { useMemo } from 'react';
import { type Alert, getAlerts } from '#client';
import { useHasPart } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import type { ChartNote } from '#ui/charts/chart/spec.ts';

const MOMENTS_MAX = 200;

interface MomentsQuestion {
  readonly projectId: string;
  readonly keywordId: string;
  readonly from: string;
  readonly to: string;
}

export interface Moments {
  readonly alerts: readonly Alert[];
  /** As charts draw them. */
  readonly marks: readonly ChartNote[];
}

/** Alerts that named a keyword in some days. None while they are on their way, and for those who do not see alerts. */
export function useMoments({ projectId, keywordId, from, to }: MomentsQuestion): Moments {
  const isWanted = useHasPart('work');
  const { data } = useAnswer(
    getAlerts,
    { query: { project_id: projectId, keyword_id: keywordId, from, to, limit: MOMENTS_MAX } },
    { isWanted },
  );
  return useMemo(() => {
    const alerts = (isWanted && data?.alerts) || [];
    return { alerts, marks: alerts.map(toMark) };
  }, [isWanted, data]);
}

function toMark({ id, day, title }: Alert): ChartNote {
  return { id, from: day, to: day, text: `Alert: ${title}`, isFixed: true, isListed: true };
}
