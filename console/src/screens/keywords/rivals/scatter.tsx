import { useMemo } from 'react';
import { formatCount } from '#data/format.ts';
import { toColumns, type Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import { ChartPanel } from '#ui/charts/chart/chart-panel.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { COMPARED_COLOR, OWN_COLOR, toCssColor, type ColorName } from '#ui/charts/colors.ts';
import type { Duel } from './duel.ts';

const SIDE_PX = 420;
const EDGE_PX = 44;
/** What was not found stands beyond the last position. */
const NOT_FOUND_AT = 150;
const TICKS = [1, 10, 30, 100];

interface ScatterProps {
  readonly duel: Duel;
  readonly name: string;
  /** Colour of the competitor, for the points where it is ahead of the project. */
  readonly color?: ColorName | undefined;
}

/** Each keyword as a point: own position across, theirs down. Below the diagonal the project wins. */
export function Scatter({ duel, name, color = COMPARED_COLOR }: ScatterProps) {
  const columns = useMemo(() => toTable(duel, name), [duel, name]);
  const { points, wins, losses, ties, neither } = duel;
  const sentence = `You are ahead for ${formatCount(wins)}, behind for ${formatCount(losses)}, level for ${formatCount(ties)}; neither was found for ${formatCount(neither)}`;
  return (
    <ChartPanel
      title={`Head to head with ${name}`}
      note={`${sentence}; of ${formatCount(points.length)} keywords with a successful check of both.`}
      columns={columns}
      count={points.length}
    >
      <svg
        role="img"
        aria-label={`Own position against that of ${name}: ${sentence}`}
        viewBox={`0 0 ${SIDE_PX} ${SIDE_PX}`}
        width="100%"
        style={{ maxWidth: SIDE_PX }}
        fontSize={11}
        fill="currentColor"
      >
        {[...TICKS, NOT_FOUND_AT].map((tick) => (
          <g key={tick}>
            <line x1={toPx(tick)} x2={toPx(tick)} y1={EDGE_PX} y2={SIDE_PX - 8} stroke="var(--chart-grid)" />
            <line y1={toPx(tick)} y2={toPx(tick)} x1={EDGE_PX} x2={SIDE_PX - 8} stroke="var(--chart-grid)" />
            <text x={toPx(tick)} y={EDGE_PX - 8} textAnchor="middle">
              {tick === NOT_FOUND_AT ? 'none' : tick}
            </text>
            <text x={EDGE_PX - 8} y={toPx(tick)} textAnchor="end" dominantBaseline="central">
              {tick === NOT_FOUND_AT ? 'none' : tick}
            </text>
          </g>
        ))}
        <line x1={toPx(1)} y1={toPx(1)} x2={toPx(NOT_FOUND_AT)} y2={toPx(NOT_FOUND_AT)} stroke="var(--chart-axis)" strokeDasharray="4 4" />
        <text x={SIDE_PX / 2} y={14} textAnchor="middle">
          Your position
        </text>
        <text x={12} y={SIDE_PX / 2} textAnchor="middle" transform={`rotate(-90 12 ${SIDE_PX / 2})`}>
          {name}
        </text>
        {points.map(({ key, own, theirs }) => (
          <circle
            key={key}
            cx={toPx(own)}
            cy={toPx(theirs)}
            r={4}
            fillOpacity={0.65}
            fill={toCssColor(isBetter(own, theirs) ? OWN_COLOR : color)}
          />
        ))}
      </svg>
    </ChartPanel>
  );
}

function isBetter(own: number | null, theirs: number | null): boolean {
  return (own ?? NOT_FOUND_AT) < (theirs ?? NOT_FOUND_AT);
}

/** Positions on a logarithmic scale: the first places matter most. */
function toPx(position: number | null): number {
  const part = Math.log(Math.min(position ?? NOT_FOUND_AT, NOT_FOUND_AT)) / Math.log(NOT_FOUND_AT);
  return EDGE_PX + part * (SIDE_PX - EDGE_PX - 16);
}

function toTable({ points }: Duel, name: string): Column[] {
  const reading = (row: number): Reading => ({ computedFrom: 'the latest day with a successful check of both', day: points[row]?.day });
  return [
    column.text('keyword', 'Keyword', 260, { of: (row) => points[row]?.keyword ?? null }),
    ...toColumns(
      points.map(({ market }) => market),
      MARKET_COLUMNS,
    ),
    column.rank('own', 'You', 90, { of: (row) => points[row]?.own ?? null, reading }),
    column.rank('theirs', name, 150, { of: (row) => points[row]?.theirs ?? null, reading }),
    column.text('day', 'Day', 120, { of: (row) => points[row]?.day ?? null }),
  ];
}
