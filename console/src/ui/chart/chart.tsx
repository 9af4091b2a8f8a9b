import { Anchor, List, Text, useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatDay } from '../../data/format.ts';
import type { Column } from '../grid/column.ts';
import { PHONE } from '../phone.ts';
import styles from './chart.module.css';
import { Figure } from './figure.tsx';
import { Legend } from './legend.tsx';
import { Plot } from './plot.tsx';
import { notesOf, readValue, sayValue, type ChartNote, type ReadChart } from './spec.ts';
import { useHidden } from './use-hidden.ts';

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
  /** The screen lists what happened itself: the chart marks the days, and says of the one under the cursor what it was. */
  readonly areNotesListed?: boolean;
}

/** A chart over days. Unmeasured days are gaps; nothing is smoothed. Dragging zooms in, a double click shows all again. */
export function Chart({ title, note, spec, height = 280, syncKey, actions, onDay, onNote, areNotesListed = false }: ChartProps) {
  const { days, lines, notes = [] } = spec;
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const scheme = useComputedColorScheme();
  const canvas = useRef<HTMLCanvasElement>(undefined);
  const [cursor, setCursor] = useState<number>();
  const { hidden, toggle } = useHidden(lines);
  const shown = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);
  const at = cursor === undefined ? days.length - 1 : Math.min(cursor, days.length - 1);
  const keepCanvas = useCallback((made: HTMLCanvasElement) => {
    canvas.current = made;
  }, []);
  return (
    <Figure
      title={title}
      note={note}
      actions={actions}
      columns={useMemo(() => toTable(spec), [spec])}
      count={days.length}
      canvas={() => canvas.current}
    >
      <div className={styles.chart}>
        <Plot
          label={`${title}: ${describeSpan(days)}`}
          spec={spec}
          shown={shown}
          scheme={scheme}
          height={isPhone ? PHONE_HEIGHT_PX : height}
          syncKey={syncKey}
          at={cursor}
          onCursor={setCursor}
          onDay={onDay && ((day) => days[day] !== undefined && onDay(days[day]))}
          onCanvas={keepCanvas}
        />
        <Legend spec={spec} hidden={hidden} onToggle={toggle} at={at} />
      </div>
      <Notes notes={areNotesListed ? notesOf(spec, (cursor !== undefined && days[at]) || '') : notes} onNote={onNote} />
    </Figure>
  );
}

function Notes({ notes, onNote }: { readonly notes: readonly ChartNote[]; readonly onNote: ChartProps['onNote'] }) {
  if (notes.length === 0) return null;
  return (
    <List size="xs" mt="xs" listStyleType="none" aria-label="Annotations">
      {notes.map((note) => (
        <List.Item key={note.id}>
          <Text span size="xs" c="dimmed">
            {formatDay(note.from)}
            {note.to !== note.from && ` to ${formatDay(note.to)}`}
          </Text>{' '}
          {onNote && note.isFixed !== true ? (
            <Anchor component="button" type="button" size="xs" onClick={() => onNote(note)}>
              {note.text}
            </Anchor>
          ) : (
            note.text
          )}
        </List.Item>
      ))}
    </List>
  );
}

function describeSpan(days: readonly string[]): string {
  return days.length === 0 ? 'no days' : `${formatDay(days[0])} to ${formatDay(days.at(-1))}`;
}

/** The chart as a table: a row for each day, a column for each line. */
function toTable(spec: ReadChart): Column[] {
  const { days, lines, format, failedDays } = spec;
  return [
    { id: 'day', title: 'Day', kind: 'text', width: 120, value: (row) => days[row] ?? null },
    ...lines.map((line, place): Column => ({
      id: line.id,
      title: line.label,
      kind: 'number',
      width: 130,
      value: (row) => line.values[row] ?? null,
      csv: (row) => line.values[row] ?? line.said?.(row) ?? null,
      render: (row) => sayValue(line, row, format),
      reading: (row) => readValue(spec, row, place),
    })),
    ...(failedDays
      ? [
          {
            id: 'failed',
            title: 'Checks',
            kind: 'text',
            width: 110,
            value: (row) => (failedDays.has(days[row] ?? '') ? 'failed' : ''),
          } satisfies Column,
        ]
      : []),
  ];
}
