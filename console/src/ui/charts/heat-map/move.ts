/** A cell: the place of its row among those shown, and its day. */
export interface Cell {
  readonly place: number;
  readonly day: number;
}

const PAGE_ROWS = 20;
const WEEK_DAYS = 7;

/** The cell that a key leads to; undefined for other keys. */
export function moveCell(key: string, { place, day }: Cell, size: { readonly rows: number; readonly days: number }): Cell | undefined {
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
