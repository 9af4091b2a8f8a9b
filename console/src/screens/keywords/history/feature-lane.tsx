import { toWords } from '#data/words.ts';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Ranking } from '#client';
import { countDays, type Day } from '#data/time/days.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { ChartPanel } from '#ui/charts/chart/chart-panel.tsx';
import { OWN_COLOR, toCssColor } from '#ui/charts/colors.ts';

const ROW_PX = 18;
const NAMES_PX = 140;

interface FeatureLaneProps {
  readonly from: Day;
  readonly to: Day;
  readonly checks: readonly Ranking[];
}

/** Which features the result page of a keyword had at each check. */
export function FeatureLane({ from, to, checks }: FeatureLaneProps) {
  const good = useMemo(
    () => checks.filter(({ check_date: day, status }) => day !== null && (status === 'ranked' || status === 'not_found')),
    [checks],
  );
  const names = useMemo(() => [...new Set(good.flatMap(({ serp_features: features }) => features))].toSorted(), [good]);
  const columns = useMemo(() => toTable(good), [good]);
  const { ref, width } = useElementSize();
  if (names.length === 0) return null;
  const count = countDays(from, to) + 1;
  const dayPx = Math.max(0, width - NAMES_PX) / count;
  return (
    <ChartPanel title="SERP features" note="One mark per check that saw the feature." columns={columns} count={good.length}>
      <div ref={ref}>
        <svg
          role="img"
          aria-label={`Features seen at ${good.length} checks: ${names.map(toWords).join(', ')}`}
          width="100%"
          height={names.length * ROW_PX}
          fontSize={12}
          fill="currentColor"
        >
          {names.map((name, row) => (
            <g key={name} transform={`translate(0 ${row * ROW_PX})`}>
              <text y={ROW_PX / 2} dominantBaseline="central">
                {toWords(name)}
              </text>
              <line x1={NAMES_PX} x2={width} y1={ROW_PX / 2} y2={ROW_PX / 2} stroke="var(--chart-grid)" />
              {good.map(({ id, check_date: day, serp_features: features }) =>
                features.includes(name) ? (
                  <rect
                    key={id}
                    x={NAMES_PX + countDays(from, day ?? from) * dayPx}
                    y={4}
                    width={Math.max(2, dayPx - 1)}
                    height={ROW_PX - 8}
                    fill={toCssColor(OWN_COLOR)}
                  />
                ) : null,
              )}
            </g>
          ))}
        </svg>
      </div>
    </ChartPanel>
  );
}

function toTable(checks: readonly Ranking[]): Column[] {
  return [
    column.text('day', 'Day', 120, { of: (row) => checks[row]?.check_date ?? null }),
    column.text('features', 'Features', 500, { of: (row) => checks[row]?.serp_features.map(toWords).join(', ') || null }),
  ];
}
