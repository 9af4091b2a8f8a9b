import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { formatDay } from '#data/format.ts';
import type { ChartNote } from '../chart/spec.ts';
import { PHONE } from '#ui/layout/phone.ts';
import { BANDS, describeByte } from '../position-bands.ts';
import { drawHeatMap, HEAD_PX, type Picture } from './draw.ts';
import styles from './heat-map.module.css';
import { toDayPixels } from './paint.ts';

/** For the names of the rows. */
const GUTTER_PX = { phone: 110, wide: 220 };
const HIGHEST_PX = 1200;

interface HeatMapProps {
  readonly label: string;
  readonly days: readonly string[];
  /** A byte for each row and day, rows one after the other. */
  readonly values: Uint8Array;
  readonly labelOf: (row: number) => string;
  /** What the rows that stand together have in common. */
  readonly groupOf?: (row: number) => string | null;
  /** Which row stands where; rows that are left out are not shown. Made once for the same rows. */
  readonly order: Uint32Array;
  /** In pixels. */
  readonly rowHeight: number;
  readonly notes?: readonly ChartNote[];
  /** Light or dark: the drawing takes its colours from the page when this changes. */
  readonly scheme: string;
  /** How the number of a cell came about. */
  readonly read?: (row: number, day: number) => ReactNode;
  readonly onOpen?: (row: number, day: string) => void;
  /** Gets the canvas. */
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

const NO_NOTES: readonly ChartNote[] = [];
const NO_GROUP = (): null => null;

/** Keywords by days as colours. Arrows move a crosshair, Enter opens its keyword. */
export function HeatMap(props: HeatMapProps) {
  const { label, days, values, labelOf, groupOf = NO_GROUP, order, rowHeight, notes = NO_NOTES, scheme, read, onOpen, canvas } = props;
  const { ref: frame, width, height } = useElementSize<HTMLDivElement>();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const [top, setTop] = useState(0);
  const [cell, setCell] = useState<Cell>();
  const gutter = isPhone ? GUTTER_PX.phone : GUTTER_PX.wide;
  const total = HEAD_PX + order.length * rowHeight;
  const seen = Math.min(height || HIGHEST_PX, total);
  useEffect(() => {
    const picture: Picture = {
      cells: { values, days: days.length, order },
      days,
      labelOf,
      groupOf,
      notes,
      width,
      height: seen,
      gutter,
      rowHeight,
      top,
    };
    if (canvas.current) drawHeatMap(canvas.current, picture);
  }, [canvas, values, days, order, labelOf, groupOf, notes, width, seen, gutter, rowHeight, top, scheme]);

  const toCell = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Cell | undefined => {
    const box = currentTarget.getBoundingClientRect();
    const day = Math.floor(((clientX - box.left - gutter) / (width - gutter)) * days.length);
    const place = Math.floor((clientY - box.top - HEAD_PX + top) / rowHeight);
    return day >= 0 && day < days.length && clientY - box.top > HEAD_PX && place < order.length ? { place, day } : undefined;
  };
  const open = (chosen: Cell | undefined): void => {
    const row = chosen && order[chosen.place];
    if (chosen && row !== undefined) onOpen?.(row, days[chosen.day] ?? '');
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const next = moveCell(event.key, cell ?? { place: 0, day: days.length - 1 }, { rows: order.length, days: days.length });
    if (next) {
      setCell(next);
      event.currentTarget.scrollTop = toSeen(next.place * rowHeight, event.currentTarget, rowHeight);
    } else if (event.key === 'Enter') open(cell);
    else return;
    event.preventDefault();
  };
  const row = cell && order[cell.place];
  return (
    <>
      <Legend />
      <div className={styles.said} role="status">
        {cell && row !== undefined
          ? [labelOf(row), groupOf(row), formatDay(days[cell.day]), describeByte(values[row * days.length + cell.day])]
              .filter(Boolean)
              .join(' · ')
          : 'Point at a cell, or move with the arrow keys.'}
        {cell && row !== undefined && read?.(row, cell.day)}
      </div>
      <div
        ref={frame}
        role="application"
        aria-roledescription="heat map"
        aria-label={label}
        tabIndex={0}
        className={styles.frame}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={press}
        onPointerMove={(event) => setCell(toCell(event))}
        onPointerLeave={() => setCell(undefined)}
        onClick={() => open(cell)}
      >
        <div style={{ height: total }}>
          <div className={styles.sheet} style={{ height: seen }}>
            <canvas ref={canvas} />
            {cell && <Crosshair cell={cell} days={days.length} {...{ width, gutter, rowHeight, top, seen }} />}
          </div>
        </div>
      </div>
    </>
  );
}

interface CrosshairProps {
  readonly cell: Cell;
  readonly days: number;
  readonly width: number;
  readonly gutter: number;
  readonly rowHeight: number;
  readonly top: number;
  readonly seen: number;
}

function Crosshair({ cell, days, width, gutter, rowHeight, top, seen }: CrosshairProps) {
  const [from, to] = toDayPixels(cell.day, days, width - gutter);
  return (
    <>
      <div className={styles.line} style={{ left: gutter + from, width: to - from, top: HEAD_PX, height: seen - HEAD_PX }} />
      <div className={styles.line} style={{ left: 0, width, top: HEAD_PX + cell.place * rowHeight - top, height: rowHeight }} />
    </>
  );
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Colours">
      {BANDS.map(({ id, label }) => (
        <li key={id}>
          <span
            className={`${styles.swatch} ${id === 'failed' ? styles.hatched : ''}`}
            style={id === 'failed' ? undefined : { background: `var(--band-${id})` }}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Where to scroll so that a row can be seen. */
function toSeen(rowTop: number, { scrollTop, clientHeight }: HTMLElement, rowHeight: number): number {
  const lowest = rowTop + rowHeight + HEAD_PX - clientHeight;
  return Math.min(rowTop, Math.max(scrollTop, lowest));
}

/** A cell: the place of its row among those shown, and its day. */
interface Cell {
  readonly place: number;
  readonly day: number;
}

const PAGE_ROWS = 20;
const WEEK_DAYS = 7;

/** The cell that a key leads to; undefined for other keys. */
function moveCell(key: string, { place, day }: Cell, size: { readonly rows: number; readonly days: number }): Cell | undefined {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-PAGE_ROWS, 0],
    PageDown: [PAGE_ROWS, 0],
    '[': [0, -WEEK_DAYS],
    ']': [0, WEEK_DAYS],
    Home: [0, -size.days],
    End: [0, size.days],
  };
  const step = steps[key];
  if (!step || size.rows === 0 || size.days === 0) return undefined;
  return { place: clamp(place + step[0], size.rows), day: clamp(day + step[1], size.days) };
}

function clamp(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value));
}
