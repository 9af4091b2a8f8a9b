/** A line for each run of values, and a dot for each value whose neighbours are missing. */
export interface SparkPath {
  readonly lines: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** The smallest value stands at the top: for positions. */
  readonly isReversed: boolean;
}

const MARGIN_PX = 2;

/** Draws values into a box. Null is not measured, and stays a gap. */
export function toSparkPath(values: readonly (number | null)[], { width, height, isReversed }: Size): SparkPath {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const toPoint = (value: number, at: number): { readonly x: number; readonly y: number } => {
    // A line without ups and downs runs through the middle.
    const part = span === 0 ? 0.5 : (value - low) / span;
    const fromTop = isReversed ? part : 1 - part;
    return {
      x: round(MARGIN_PX + (at / Math.max(1, values.length - 1)) * (width - 2 * MARGIN_PX)),
      y: round(MARGIN_PX + fromTop * (height - 2 * MARGIN_PX)),
    };
  };
  let lines = '';
  const dots: { readonly x: number; readonly y: number }[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const point = toPoint(value, at);
    const hasBefore = (values[at - 1] ?? null) !== null;
    if (!hasBefore && (values[at + 1] ?? null) === null) dots.push(point);
    else lines += `${hasBefore ? 'L' : 'M'}${point.x} ${point.y}`;
  }
  return { lines, dots };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
