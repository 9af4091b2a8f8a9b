import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './chart.module.css';
import { readColors } from '../colors.ts';
import { toPlot } from './options.ts';
import { describeDay } from './plot-data.ts';
import type { ChartSpec, Line } from './spec.ts';

export interface PlotProps {
  readonly label: string;
  readonly spec: ChartSpec;
  readonly shown: readonly Line[];
  readonly height: number;
  /** Light or dark: the drawing takes its colours from the page when this changes. */
  readonly scheme: string;
  readonly syncKey?: string | undefined;
  /** The day under the cursor; undefined when the cursor left. */
  readonly at: number | undefined;
  readonly onCursor: (at: number | undefined) => void;
  /** The reader chose a day: by click or Enter. */
  readonly onDay?: ((at: number) => void) | undefined;
  /** Gets the canvas whenever it is made. */
  readonly onCanvas: (canvas: HTMLCanvasElement) => void;
}

/** The drawing of a chart, with a cursor that keys move: a slider over its days. */
export function Plot({ label, spec, shown, height, scheme, syncKey, at, onCursor, onDay, onCanvas }: PlotProps) {
  const { ref: frame, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [handlers] = useState(() => ({ onCursor, onCanvas }));
  useEffect(() => {
    if (!place.current || width === 0) return;
    const { options, data } = toPlot({ spec, shown, colors: readColors(), width, height, syncKey, onCursor: handlers.onCursor });
    const made = new uPlot(options, data, place.current);
    plot.current = made;
    handlers.onCanvas(made.ctx.canvas);
    return () => made.destroy();
  }, [spec, shown, width, height, syncKey, scheme, handlers]);

  const last = spec.days.length - 1;
  const moveTo = (day: number): void => {
    const made = plot.current;
    made?.setCursor({ left: made.valToPos(day, 'x'), top: made.over.clientHeight / 2 });
    onCursor(day);
  };
  const press = (event: KeyboardEvent): void => {
    const to = toDayAfter(event.key, at ?? last, last);
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && at !== undefined && onDay) onDay(at);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? Math.max(0, last)}
      aria-valuetext={describeDay(spec, shown, at ?? last)}
      style={{ height }}
      onKeyDown={press}
      onClick={() => at !== undefined && onDay?.(at)}
    >
      <div ref={place} />
    </div>
  );
}

const WEEK_DAYS = 7;

/** The day that a key leads to. */
function toDayAfter(key: string, at: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -WEEK_DAYS,
    PageDown: WEEK_DAYS,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, at + step));
}
