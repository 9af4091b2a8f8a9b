import { useMemo } from 'react';
import {
  getProjectsByProjectIdSearchConsolePerformance,
  type GetProjectsByProjectIdSearchConsolePerformanceResponse as Performance,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDay } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { ReadChart } from '#ui/charts/chart/spec.ts';
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
  const clicks = useMemo(() => toSpec(data, 'clicks'), [data]);
  return <Chart title="Clicks" note="Pacific days, as Google counts. Days that were not read are gaps." spec={clicks} height={HEIGHT_PX} />;
}

function toSpec(data: Performance, metric: 'clicks' | 'impressions'): ReadChart {
  const { rows, warnings } = data;
  const anomalies = warnings.flatMap((warning) => (warning.metric === metric ? warning.anomalies : []));
  return {
    days: rows.map(({ key }) => key),
    format: formatCount,
    lines: [
      {
        id: metric,
        label: 'Clicks',
        values: rows.map((row) => (row.state === 'final' ? (row[metric] ?? 0) : row[metric])),
        said: (day) => STATES[rows[day]?.state ?? 'missing'] ?? 'not known',
      },
    ],
    failedDays: new Set(rows.flatMap(({ key, state }) => (state === 'failed' ? [key] : []))),
    failedSaid: new Map(rows.flatMap(({ key, state }) => (state === 'failed' ? [[key, STATES.failed] as const] : []))),
    besides: [{ id: 'state', title: 'State', values: rows.map(({ state }) => (state === null ? null : (STATES[state] ?? 'final'))) }],
    notes: anomalies.map(({ date, end_date: end, name }) => ({
      id: `${date} ${name}`,
      from: date,
      to: end,
      text: `${name} (${formatDay(date)} to ${formatDay(end)})`,
      isFixed: true,
    })),
    reading: () => toReading(data),
  };
}
