import { useMemo } from 'react';
import { getAppsByAppIdRankings, type AppRank } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { listDays } from '#data/time/days.ts';
import { formatCount } from '#data/format.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { ReadChart } from '#ui/charts/chart/spec.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { toListReading } from './app/readings.ts';
import { PLACES } from './columns.tsx';
import { useIsTracked } from './track/tracking-button.tsx';
import { toChartName, toDeviceName, toStorefront, type AppOfProject } from './store/store.ts';

/** An answer holds no more. */
const ROWS_MAX = 500;

/** Where it stood in charts, day by day and as a list. */
export function Places(app: AppOfProject) {
  const { platform, appId, country } = app;
  const place = useGridPlace();
  const options = {
    path: { app_id: appId },
    query: { platform, ...toStorefront({ country }), granularity: 'day' as const, limit: ROWS_MAX },
  };
  const answer = useAnswer(getAppsByAppIdRankings, options);
  return (
    <Answered answer={answer} height={480}>
      {({ rankings, total, pagination }) => (
        <>
          {rankings.length > 0 && <PlacesChart rankings={rankings} />}
          <RowsGrid
            label="Chart ranks"
            rows={rankings}
            columns={PLACES}
            rowKey={(row) => `${row.date} ${row.category_id} ${row.chart} ${row.device}`}
            place={place}
            fileName="chart-ranks"
            subject={appId}
            whole={toWholeList(getAppsByAppIdRankings, options, pagination)}
            source={toListSource(getAppsByAppIdRankings, options)}
            empty={<NoPlace app={app} />}
          />
          {total > rankings.length && (
            <p>
              The newest {formatCount(rankings.length)} of {formatCount(total)} places are shown.
            </p>
          )}
        </>
      )}
    </Answered>
  );
}

/** That no place is known says nothing of charts that were not read. */
function NoPlace({ app }: { readonly app: AppOfProject }) {
  const { tracked } = useIsTracked(app);
  if (tracked?.last_run_at === null) return <Empty title="Not known yet">The app has not been read.</Empty>;
  if (tracked && tracked.last_error !== null)
    return <Empty title="Not known">Not all of its charts could be read, for the reason above.</Empty>;
  return (
    <Empty title="No place was read in the last 90 days">
      The charts that were read in that time do not have this app. Store charts shows which they are, and when each was read.
    </Empty>
  );
}

function PlacesChart({ rankings }: { readonly rankings: readonly AppRank[] }) {
  const spec = useMemo(() => toPlacesChart(rankings), [rankings]);
  return <Chart title="Rank by day" spec={spec} height={260} />;
}

/** A line for each chart that the app stood on; days without a reading are gaps. */
function toPlacesChart(rankings: readonly AppRank[]): ReadChart {
  const dates = rankings.map(({ date }) => date).toSorted();
  const days = listDays(dates[0] ?? '', dates.at(-1) ?? '');
  const byChart = Map.groupBy(
    rankings,
    (row) => `${row.category_name ?? row.category_id}, ${toChartName(row.chart)}, ${toDeviceName(row.device)}`,
  );
  const lines = Array.from(byChart, ([label, rows]) => {
    const byDay = new Map(rows.map((row) => [row.date, row]));
    return { line: { id: label, label, values: days.map((day) => byDay.get(day)?.rank ?? null) }, byDay };
  });
  const reading = (day: number, line: number): Reading | undefined => {
    const row = lines[line]?.byDay.get(days[day] ?? '');
    return row && toListReading(row);
  };
  return { days, lines: lines.map(({ line }) => line), isReversed: true, format: formatCount, reading };
}
