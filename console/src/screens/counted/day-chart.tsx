import { useMemo } from 'react';
import {
  getProjectsByProjectIdSearchConsolePerformance,
  type GetProjectsByProjectIdSearchConsolePerformanceResponse as Performance,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';
import { toReading } from './say-counted.ts';

const HEIGHT_PX = 180;
const STATES = { final: undefined, partial: 'Google still counts', failed: 'not read: it failed', missing: 'not read yet' } as const;

interface DayChartProps {
  readonly from: string;
  readonly to: string;
  readonly device: 'desktop' | 'mobile' | 'tablet' | undefined;
}

/** Clicks day by day, with all that has no name. Days that were not read are gaps. */
export function DayChart({ from, to, device }: DayChartProps) {
  const days = useAnswer(getProjectsByProjectIdSearchConsolePerformance, {
    path: { project_id: useProjectId() },
    query: { group_by: 'date' as const, from, to, ...(device && { device }) },
  });
  return (
    <Answered answer={days} height={HEIGHT_PX}>
      {(data) => <Days data={data} />}
    </Answered>
  );
}

function Days({ data }: { readonly data: Performance }) {
  const { from, to } = data.span;
  const { marks } = useNotes({ projectId: data.project_id, from, to });
  const clicks = useMemo(() => toSpec(data, marks), [data, marks]);
  return <Chart title="Clicks" note="Pacific days, as Google counts. Days that were not read are gaps." spec={clicks} height={HEIGHT_PX} />;
}

function toSpec(data: Performance, notes: readonly ChartNote[]): ReadChart {
  const { rows } = data;
  return {
    days: rows.map(({ key }) => key),
    format: formatCount,
    lines: [
      {
        id: 'clicks',
        label: 'Clicks',
        values: rows.map((row) => (row.state === 'final' ? (row.clicks ?? 0) : row.clicks)),
        said: (day) => STATES[rows[day]?.state ?? 'missing'] ?? 'not known',
      },
    ],
    failedDays: new Set(rows.flatMap(({ key, state }) => (state === 'failed' ? [key] : []))),
    failedSaid: new Map(rows.flatMap(({ key, state }) => (state === 'failed' ? [[key, STATES.failed] as const] : []))),
    besides: [{ id: 'state', title: 'State', values: rows.map(({ state }) => (state === null ? null : (STATES[state] ?? 'final'))) }],
    notes,
    reading: () => toReading(data),
  };
}
