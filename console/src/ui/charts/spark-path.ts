/** A line for each run of values, and a dot for each value whose neighbours are missing. */
export interface SparkPath {
  readonly lines: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** All rows of positions have the same scale, 1 at the top: a step near it is larger than one far below. */
  readonly arePositions: boolean;
}

const MARGIN_PX = 2;
/** Positions beyond it lie on the floor. */
const WORST = 100;

/** Draws values into a box. Null is not measured, and stays a gap. */
export function toSparkPath(values: readonly (number | null)[], { width, height, arePositions }: Size): SparkPath {
  const toPart = arePositions ? toPositionPart : toPartOf(values);
  const toPoint = (value: number, at: number): { readonly x: number; readonly y: number } => {
    return {
      x: round(MARGIN_PX + (at / Math.max(1, values.length - 1)) * (width - 2 * MARGIN_PX)),
      y: round(MARGIN_PX + toPart(value) * (height - 2 * MARGIN_PX)),
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

/** How far below the top a position is, of 1. */
function toPositionPart(position: number): number {
  return Math.log(Math.min(WORST, Math.max(1, position))) / Math.log(WORST);
}

/** The same of other values, which have the height between their own bounds. */
function toPartOf(values: readonly (number | null)[]): (value: number) => number {
  const known = values.filter((value) => value !== null);
  const high = Math.max(...known);
  const span = high - Math.min(...known);
  // A line without ups and downs runs through the middle.
  return (value) => (span === 0 ? 0.5 : (high - value) / span);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
