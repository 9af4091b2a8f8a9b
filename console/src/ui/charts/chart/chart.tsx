import { Text, useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, Suspense, type ReactNode } from 'react';
import { formatDay } from '#data/format.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { behindScreen } from '#ui/states/late-part.tsx';
import { later } from '#ui/states/later.tsx';
import { PHONE } from '#ui/layout/phone.ts';
import { NotKnown } from '#ui/states/not-known.tsx';
import styles from './chart.module.css';
import { ChartPanel } from './chart-panel.tsx';
import { hasSome, LINES_IN_A_ROW, notesOf, readValue, sayFailed, sayValue, whyEmpty, type ChartNote, type ReadChart } from './spec.ts';
import { useHidden } from './use-hidden.ts';

const Notes = later(async () => (await import('./notes.tsx')).Notes);
/** It is the largest part of most screens with a chart. */
const Plot = behindScreen(async () => (await import('./plot.tsx')).Plot);
const Legend = behindScreen(async () => (await import('./legend.tsx')).Legend);

const PHONE_HEIGHT_PX = 160;

export interface ChartProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** Made once for the same data: a new one draws the chart again. */
  readonly spec: ReadChart;
  readonly height?: number;
  /** Charts with the same key move their cursors together. */
  readonly syncKey?: string;
  readonly actions?: ReactNode;
  /** A day was chosen: by click or Enter. */
  readonly onDay?: (day: string) => void;
  readonly onNote?: (note: ChartNote) => void;
  /** Said in place of a picture of a single point. */
  readonly whenSingle?: string | undefined;
  /** The screen lists what happened itself: the chart marks the days, and says of the one under the cursor what it was. */
  readonly areNotesListed?: boolean;
}

/** A chart over days. Unmeasured days are gaps; nothing is smoothed. Dragging zooms in, a double click shows all again. */
export function Chart(props: ChartProps) {
  const { title, note, spec, height = 280, syncKey, actions, onDay, onNote, whenSingle, areNotesListed = false } = props;
  const { days, lines, notes = [] } = spec;
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const heightPx = isPhone ? PHONE_HEIGHT_PX : height;
  const scheme = useComputedColorScheme();
  const canvas = useRef<HTMLCanvasElement>(undefined);
  const [cursor, setCursor] = useState<number>();
  const { hidden, toggle } = useHidden(lines);
  const shown = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);
  const at = cursor === undefined ? days.length - 1 : Math.min(cursor, days.length - 1);
  const keepCanvas = useCallback((made: HTMLCanvasElement) => {
    canvas.current = made;
  }, []);
  const shownNotes = areNotesListed
    ? notesOf(spec, (cursor !== undefined && days[at]) || '')
    : notes.filter(({ isListed = false }) => !isListed);
  return (
    <ChartPanel
      title={title}
      note={note}
      actions={actions}
      columns={useMemo(() => toTable(spec), [spec])}
      count={days.length}
      canvas={() => canvas.current}
    >
      {!hasSome(spec) ? (
        <NotKnown because={whyEmpty(spec)} />
      ) : whenSingle !== undefined && isSingle(spec) ? (
        <Single spec={spec}>{whenSingle}</Single>
      ) : (
        <div className={lines.length > LINES_IN_A_ROW ? styles.beside : undefined}>
          <Suspense fallback={<div data-late style={{ height: heightPx }} />}>
            <Plot
              label={`${title}: ${describeSpan(days)}`}
              spec={spec}
              shown={shown}
              scheme={scheme}
              height={heightPx}
              syncKey={syncKey}
              at={cursor}
              onCursor={setCursor}
              onDay={onDay && ((day) => days[day] !== undefined && onDay(days[day]))}
              onCanvas={keepCanvas}
            />
            <Legend title={title} spec={spec} hidden={hidden} onToggle={toggle} at={at} />
          </Suspense>
        </div>
      )}
      {shownNotes.length > 0 && <Notes notes={shownNotes} onNote={onNote} />}
    </ChartPanel>
  );
}

/** The days on which any line has a value. */
function listMeasured({ days, lines }: ReadChart): number[] {
  return days.flatMap((_day, at) => (lines.some(({ values }) => (values[at] ?? null) !== null) ? [at] : []));
}

function isSingle(spec: ReadChart): boolean {
  return listMeasured(spec).length === 1;
}

/** The values of the only day that has some, in words. */
function Single({ spec, children }: { readonly spec: ReadChart; readonly children: string }) {
  const { days, lines, format } = spec;
  const [at = 0] = listMeasured(spec);
  return (
    <Text size="sm" py="sm">
      {formatDay(days[at])}:{' '}
      {lines.flatMap((line) => ((line.values[at] ?? null) === null ? [] : [`${line.label} ${sayValue(line, at, format)}`])).join(', ')}.{' '}
      {children}
    </Text>
  );
}

function describeSpan(days: readonly string[]): string {
  return days.length === 0 ? 'no days' : `${formatDay(days[0])} to ${formatDay(days.at(-1))}`;
}

/** The chart as a table: a row for each day, a column for each line. */
function toTable(spec: ReadChart): Column[] {
  const { days, lines, format, failedDays, besides = [] } = spec;
  return [
    column.text('day', 'Day', 120, { of: (row) => days[row] ?? null }),
    ...lines.map((line, place): Column =>
      column.count(line.id, line.label, 130, {
        of: (row) => line.values[row] ?? null,
        csv: (row) => line.values[row] ?? line.said?.(row) ?? null,
        reading: (row) => readValue(spec, row, place),
        render: (row) => sayValue(line, row, format),
      }),
    ),
    ...besides.map(({ id, title, values }): Column => column.text(id, title, 260, { of: (row) => values[row] ?? null })),
    ...(failedDays ? [column.text('failed', 'Checks', 220, { of: (row) => sayFailed(spec, days[row] ?? '') }) satisfies Column] : []),
  ];
}
