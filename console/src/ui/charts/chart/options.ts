import uPlot from 'uplot';
import { formatShortDay } from '#data/format.ts';
import type { Colors } from '../colors.ts';
import { drawMarks, drawWeekends } from './marks.ts';
import { listIsolated, toDayTicks, toDrawn, type Drawn } from './plot-data.ts';
import { listSteps, toPositionRange, toPositionTicks } from './ticks.ts';
import { toColor, type ChartSpec, type Line } from './spec.ts';

const PX_PER_LABEL = 64;
/** Up to so many days every point is a dot too. */
const DOTS_UP_TO_DAYS = 32;
const LINE_WIDTHS_PX = { lines: 2, areas: 1, bars: 0 } as const;
const FILL_ALPHA = '40';

export interface PlotInput {
  readonly spec: ChartSpec;
  /** Lines that the reader did not switch off. */
  readonly shown: readonly Line[];
  readonly colors: Colors;
  readonly width: number;
  readonly height: number;
  /** Charts with the same key move their cursors together. */
  readonly syncKey?: string | undefined;
  readonly onCursor: (at: number | undefined) => void;
}

export interface Plot {
  readonly options: uPlot.Options;
  readonly data: uPlot.AlignedData;
}

/** What uPlot draws. The horizontal scale counts days, so that no time zone moves a point. */
export function toPlot(input: PlotInput): Plot {
  const { spec, shown, colors, width, height, syncKey, onCursor } = input;
  const drawn = toDrawn(spec, shown);
  const data = [spec.days.map((_, at) => at), ...drawn.values.map((values) => [...values])] as uPlot.AlignedData;
  const options: uPlot.Options = {
    width,
    height,
    series: [{}, ...drawn.lines.map((line, at) => toSeries(input, line, drawn.values[at] ?? []))],
    bands: toBands(input, drawn),
    scales: { x: { time: false, range: (_, min, max) => [(min ?? 0) - 0.5, (max ?? 0) + 0.5] }, y: toScale(spec) },
    axes: [toDayAxis(spec, colors), toValueAxis(spec, colors)],
    legend: { show: false },
    padding: [8, 22, 0, 0],
    cursor: {
      y: false,
      drag: { x: true, y: false },
      points: { size: 7 },
      ...(syncKey && { sync: { key: syncKey, scales: ['x', null] } }),
    },
    hooks: {
      drawClear: [(plot) => drawWeekends(plot, spec, colors)],
      draw: [(plot) => drawMarks(plot, spec, colors)],
      setCursor: [({ cursor: { idx } }) => onCursor(idx ?? undefined)],
    },
  };
  return { options, data };
}

function toSeries({ spec, colors }: PlotInput, line: Line, values: readonly (number | null)[]): uPlot.Series {
  const color = colors.of(toColor(line, spec.lines.indexOf(line)));
  const { shape = 'lines', days } = spec;
  const isolated = listIsolated(values);
  return {
    label: line.label,
    // Areas touch each other: paper between them parts those of like colours.
    stroke: isArea(spec) ? colors.paper : color,
    width: LINE_WIDTHS_PX[shape],
    spanGaps: false,
    ...(line.isDashed && { dash: [6, 4] }),
    ...(isArea(spec) && { fill: color }),
    ...(line.isFilled && { fill: `${color}${FILL_ALPHA}` }),
    ...(shape === 'bars' && { paths: uPlot.paths.bars?.({ size: [0.7, 40] }), fill: color }),
    points: {
      show: shape !== 'bars',
      size: 5,
      fill: color,
      filter: () => (shape === 'lines' && days.length <= DOTS_UP_TO_DAYS ? null : isolated),
    },
  };
}

/** Each area ends where the one below it begins. */
function toBands({ spec }: PlotInput, { lines }: Drawn): uPlot.Band[] {
  return isArea(spec) ? lines.slice(1).map((_, at) => ({ series: [at + 1, at + 2] })) : [];
}

function isArea({ shape }: ChartSpec): boolean {
  return shape === 'areas';
}

function toScale({ isReversed, isLogarithmic, range }: ChartSpec): uPlot.Scale {
  const ranged = range && ([...range] as [number, number]);
  if (isReversed) {
    const fit = (_: uPlot, min: number | null, max: number | null): [number, number] => {
      const [low, high] = ranged ?? toPositionRange(isLogarithmic ? 1 : min, max);
      return isLogarithmic ? [0.9, high] : [low, high];
    };
    return { dir: -1, range: fit, ...(isLogarithmic && { distr: 3 }) };
  }
  return { range: (_, __, max) => ranged ?? [0, max === null || max <= 0 ? 1 : max * 1.08] };
}

function toDayAxis({ days }: ChartSpec, colors: Colors): uPlot.Axis {
  return {
    stroke: colors.axis,
    grid: { show: false },
    ticks: { stroke: colors.grid, width: 1, size: 4 },
    size: 30,
    splits: (plot, _, from, to) => toDayTicks(days, { from, to, most: Math.floor(plot.width / PX_PER_LABEL) }),
    values: (_, splits) => splits.map((at) => (days[at] === undefined ? '' : formatShortDay(days[at]))),
  };
}

function toValueAxis({ isReversed, format }: ChartSpec, colors: Colors): uPlot.Axis {
  return {
    stroke: colors.axis,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    size: 54,
    values: (_, splits) => splits.map((value) => format(value)),
    ...(isReversed
      ? { splits: (_: uPlot, __: number, min: number, max: number) => toPositionTicks(min, max) }
      : { incrs: listSteps(format) }),
  };
}
