import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { formatPlural, formatShortDay } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';
import { formatShare } from '#data/shares.ts';
import { ChartPanel } from '#ui/charts/chart/chart-panel.tsx';
import { Notes } from '#ui/charts/chart/notes.tsx';
import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { toColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { listWeeks, toEras, type WeekPoint } from '../data/to-eras.ts';
import { placeNote } from '../data/place-note.ts';
import { ANSWERS_MIN, sayRate } from '../data/words.ts';
import { NoteMarks } from './note-marks.tsx';
import styles from './week-line.module.css';

const HEIGHT = 150;
const [TOP, BOTTOM, LEFT, RIGHT] = [8, 22, 44, 16];
const LABEL_PX = 60;

const read = ({ rate, week }: WeekPoint) => ({ computedFrom: formatPlural(rate.n, 'answer'), day: week });
const COLUMNS: readonly RowColumn<WeekPoint>[] = [
  column.day('week', 'Week from', 130),
  column.share('rate', 'Rate', 90, { of: ({ rate }) => (sayRate(rate).isKnown ? rate.value : null), reading: read }),
  column.share('low', 'Interval from', 110, { of: ({ rate }) => rate.low, reading: read }),
  column.share('high', 'Interval to', 110, { of: ({ rate }) => rate.high, reading: read }),
  column.count('answers', 'Answers', 100, { of: ({ rate }) => rate.n, reading: read }),
  column.text('models', 'Models', 200, { of: ({ models }) => joinWords(models) }),
];

interface WeekLineProps {
  readonly title: string;
  readonly points: readonly WeekPoint[];
  /** Annotations; those beside these weeks are left out. */
  readonly notes: readonly ChartNote[];
}

/** A rate over the weeks with its band. The line breaks where the model or the rules of reading change; weeks with few answers have their interval alone. */
export function WeekLine({ title, points, notes }: WeekLineProps) {
  const columns = useMemo(() => toColumns(points, COLUMNS), [points]);
  const weeks = listWeeks(points);
  const shown = notes.filter((note) => placeNote(weeks, note) !== undefined);
  return (
    <ChartPanel
      title={title}
      note="The band is the interval of 95%. The line breaks where the model changes, or the rules by which names are found; a week with fewer than 5 answers has its interval alone."
      columns={columns}
      count={points.length}
    >
      {points.length === 0 ? (
        <Text size="sm" c="dimmed">
          The line begins with the first week that is answered.
        </Text>
      ) : (
        <Drawing title={title} points={points} weeks={weeks} notes={shown} />
      )}
      {shown.length > 0 && <Notes notes={shown} onNote={undefined} />}
    </ChartPanel>
  );
}

function Drawing({ title, points, weeks, notes }: WeekLineProps & { readonly weeks: readonly string[] }) {
  const { ref, width } = useElementSize();
  const step = (width - LEFT - RIGHT) / weeks.length;
  const toX = (week: string): number => LEFT + (weeks.indexOf(week) + 0.5) * step;
  const toY = (share: number | null): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (share ?? 0));
  const every = Math.max(1, Math.ceil(LABEL_PX / Math.max(1, step)));
  return (
    <div ref={ref}>
      <svg width="100%" height={HEIGHT} role="img" aria-label={describe(title, points, notes)}>
        {width > 0 && (
          <>
            {[0, 0.5, 1].map((share) => (
              <g key={share}>
                <line x1={LEFT} x2={width - RIGHT} y1={toY(share)} y2={toY(share)} className={styles.rule} />
                <text x={LEFT - 6} y={toY(share) + 4} textAnchor="end" className={styles.text}>
                  {Math.round(share * 100)}%
                </text>
              </g>
            ))}
            {weeks.map((week, at) =>
              at % every === 0 ? (
                <text key={week} x={toX(week)} y={HEIGHT - 6} textAnchor="middle" className={styles.text}>
                  {formatShortDay(week)}
                </text>
              ) : null,
            )}
            <NoteMarks notes={notes} weeks={weeks} toX={(at) => LEFT + at * step} top={TOP} bottom={HEIGHT - BOTTOM} />
            <Lines points={points} toX={toX} toY={toY} step={step} />
          </>
        )}
      </svg>
    </div>
  );
}

interface LinesProps {
  readonly points: readonly WeekPoint[];
  readonly toX: (week: string) => number;
  readonly toY: (share: number | null) => number;
  readonly step: number;
}

function Lines({ points, toX, toY, step }: LinesProps) {
  const at = ({ week }: WeekPoint, share: number | null): string => `${toX(week)},${toY(share)}`;
  const few = points.filter(({ rate }) => rate.value !== null && rate.n < ANSWERS_MIN);
  return (
    <>
      {points
        .filter(({ isBreak }) => isBreak)
        .map(({ week }) => (
          <line key={week} x1={toX(week) - step / 2} x2={toX(week) - step / 2} y1={TOP} y2={HEIGHT - BOTTOM} className={styles.change} />
        ))}
      {few.map(({ week, rate }) => (
        <line key={week} x1={toX(week)} x2={toX(week)} y1={toY(rate.high)} y2={toY(rate.low)} className={styles.alone} />
      ))}
      {toEras(points, ANSWERS_MIN).map((era) => (
        <g key={era[0]?.week}>
          {era.length === 1 ? (
            era.map(({ week, rate }) => (
              <line key={week} x1={toX(week)} x2={toX(week)} y1={toY(rate.high)} y2={toY(rate.low)} className={styles.alone} />
            ))
          ) : (
            <polygon
              className={styles.band}
              points={[...era.map((one) => at(one, one.rate.high)), ...era.toReversed().map((one) => at(one, one.rate.low))].join(' ')}
            />
          )}
          <polyline className={styles.line} points={era.map((one) => at(one, one.rate.value)).join(' ')} />
          {era.map((one) => (
            <circle key={one.week} cx={toX(one.week)} cy={toY(one.rate.value)} r={3.5} className={styles.dot} />
          ))}
        </g>
      ))}
    </>
  );
}

function describe(title: string, points: readonly WeekPoint[], notes: readonly ChartNote[]): string {
  const last = points.findLast(({ rate }) => sayRate(rate).isKnown);
  const changesOf = (what: WeekPoint['broke']): string[] =>
    points.filter(({ isBreak, broke }) => isBreak && broke === what).map(({ week }) => formatShortDay(week));
  const said = (what: WeekPoint['broke'], text: string): string =>
    changesOf(what).length === 0 ? '' : `; ${text} changed before ${joinWords(changesOf(what))}`;
  const newest =
    last === undefined ? 'too few answers' : `the newest ${formatShare(last.rate.value)} in the week from ${formatShortDay(last.week)}`;
  return [
    `${title}: ${formatPlural(points.length, 'week')}, ${newest}${said('model', 'the model')}${said('rules', 'the rules of reading')}`,
    ...(notes.length === 0 ? [] : [formatPlural(notes.length, 'annotation')]),
  ].join('; ');
}
