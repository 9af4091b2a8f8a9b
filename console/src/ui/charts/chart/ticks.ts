/** Where the lines of an axis stand. */
type Format = (value: number) => string;

const POWERS = Array.from({ length: 15 }, (_, at) => at - 5);

/** Steps that labels can tell apart: counts have no halves, and shares no hundredths of a percent. */
export function listSteps(format: Format): number[] {
  const isWhole = format(0.4) === format(0);
  const steps = POWERS.flatMap((power) => [1, 2, 5].map((factor) => Number(`${factor}e${power}`)));
  return steps.filter((step) => (isWhole ? step >= 1 : format(step) !== format(0) && format(step) !== format(2 * step)));
}

const POSITION_TICKS = 6;
/** Less than so many places are never stretched over a whole chart: noise would look like a fall. */
const LEAST_SPAN = 1.5;
const ROOM = 0.05;
/** Nothing is known: a chart of the first ten places. */
const NO_POSITIONS = [10, 10] as const;

/**
 * The range of positions shown. 1 stands at the top while the best is not far from it; otherwise what the lines span
 * takes the height, between round positions.
 */
export function toPositionRange(best: number | null, worst: number | null): [number, number] {
  const [top, bottom] = best === null || worst === null ? NO_POSITIONS : [best, worst];
  const span = Math.max(LEAST_SPAN, bottom - top);
  if (best === null || top - 1 <= span) {
    const low = Math.max(bottom, 3);
    return [1 - (low - 1) * ROOM, low + (low - 1) * ROOM];
  }
  const middle = (top + bottom) / 2;
  const half = (span / 2) * (1 + 2 * ROOM);
  const step = chooseStep(2 * half);
  return [Math.floor((middle - half) / step) * step, Math.ceil((middle + half) / step) * step];
}

/** Where positions get their lines: 1 and round numbers below it, or round ones alone where the chart begins further down. */
export function toPositionTicks(top: number, bottom: number): number[] {
  const step = chooseStep(bottom - Math.max(1, top));
  const first = Math.ceil(Math.max(top, step) / step);
  const rounds = Array.from({ length: Math.floor(bottom / step) - first + 1 }, (_, at) => (first + at) * step);
  return top <= 1 ? [...new Set([1, ...rounds.filter((tick) => tick >= 1)])] : rounds;
}

function chooseStep(span: number): number {
  return [0.5, 1, 2, 5, 10, 20, 25, 50].find((step) => span / step <= POSITION_TICKS) ?? 100;
}
