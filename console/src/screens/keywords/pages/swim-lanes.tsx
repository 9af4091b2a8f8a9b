import { useMemo } from 'react';
import { getRankingsSeries, type PageKeyword } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDay, formatShortDay } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { toCssColor, toPlaceColor } from '#ui/charts/colors.ts';
import { ChartPanel } from '#ui/charts/chart/chart-panel.tsx';
import { toColumns, type Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import { toLanes, toPagePath, type Lane } from './lanes.ts';

/** More lanes are a picture without meaning; the list below has all. */
const LANES_MAX = 20;
const LANE_PX = 22;
const NAMES_PX = 220;
const WIDTH_PX = 1000;
const HEAD_PX = 18;

interface SwimLanesProps {
  readonly keywords: readonly PageKeyword[];
  readonly from: string;
  readonly to: string;
}

/** Which page ranked when, a lane for each keyword. */
export function SwimLanes({ keywords, from, to }: SwimLanesProps) {
  const shown = useMemo(() => keywords.slice(0, LANES_MAX), [keywords]);
  const ids = useMemo(() => [...new Set(shown.map(({ keyword_id: id }) => id))], [shown]);
  const series = useAnswer(getRankingsSeries, { query: { project_id: useProjectId(), from, to, keyword_ids: ids, pages: true } });
  const { data } = series;
  const lanes = useMemo(() => (data ? toLanes(shown, data) : []), [data, shown]);
  return (
    <Answered answer={series} height={200}>
      {({ days }) => <Lanes lanes={lanes} days={days} count={keywords.length} />}
    </Answered>
  );
}

interface LanesProps {
  readonly lanes: readonly Lane[];
  readonly days: readonly string[];
  readonly count: number;
}

function Lanes({ lanes, days, count }: LanesProps) {
  const pages = [...new Set(lanes.flatMap(({ stretches }) => stretches.map(({ page }) => page)))];
  const rows = lanes.flatMap(({ keyword, market, stretches }) => stretches.map((stretch) => ({ keyword, market, ...stretch })));
  const dayPx = (WIDTH_PX - NAMES_PX) / Math.max(1, days.length);
  const height = HEAD_PX + lanes.length * LANE_PX;
  const columns: Column[] = [
    column.text('keyword', 'Keyword', 240, { of: (row) => rows[row]?.keyword ?? null }),
    ...toColumns(
      rows.map(({ market }) => market),
      MARKET_COLUMNS,
    ),
    column.text('page', 'Page', 340, { of: (row) => rows[row]?.page ?? null }),
    column.text('from', 'From', 120, { of: (row) => days[rows[row]?.from ?? -1] ?? null }),
    column.text('to', 'To', 120, { of: (row) => days[rows[row]?.to ?? -1] ?? null }),
  ];
  return (
    <ChartPanel
      title="Which page ranked when"
      note={`${formatCount(lanes.length)} of ${formatCount(count)} keywords. Each colour is a page; gaps are days without a position.`}
      columns={columns}
      count={rows.length}
    >
      <svg
        role="img"
        aria-label={`Pages of ${lanes.length} keywords from ${formatDay(days[0])} to ${formatDay(days.at(-1))}`}
        viewBox={`0 0 ${WIDTH_PX} ${height}`}
        width="100%"
        fontSize={12}
        fill="currentColor"
      >
        <text x={NAMES_PX} y={11}>
          {formatShortDay(days[0] ?? '')}
        </text>
        <text x={WIDTH_PX} y={11} textAnchor="end">
          {formatShortDay(days.at(-1) ?? '')}
        </text>
        {lanes.map(({ key, keyword, stretches }, lane) => (
          <g key={key} transform={`translate(0 ${HEAD_PX + lane * LANE_PX})`}>
            <text y={LANE_PX / 2} dominantBaseline="central">
              {keyword.length > 34 ? `${keyword.slice(0, 33)}…` : keyword}
            </text>
            {stretches.map(({ page, from, to }) => (
              <rect
                key={from}
                x={NAMES_PX + from * dayPx}
                y={3}
                width={Math.max(2, (to - from + 1) * dayPx - 1)}
                height={LANE_PX - 6}
                fill={toCssColor(toPlaceColor(pages.indexOf(page)))}
              >
                <title>{`${toPagePath(page)}, ${days[from]} to ${days[to]}`}</title>
              </rect>
            ))}
          </g>
        ))}
      </svg>
    </ChartPanel>
  );
}
