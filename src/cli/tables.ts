/** Text tables and sparklines for the terminal. Pure. */

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A table with a rule under its head; columns are as wide as their widest cell. */
export function toTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, at) => Math.max(column.title.length, ...rows.map((row) => (row[at] ?? '').length)));
  const toLine = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (columns[at]?.align === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return [toLine(columns.map((column) => column.title)), rule, ...rows.map(toLine)].join('\n');
}

const BARS = '▁▂▃▄▅▆▇█';
const WORST_POSITION = 100;

/**
 * Positions as bars, oldest first: the higher the bar, the better the position, on a logarithmic
 * scale because a move from 3 to 1 matters more than one from 80 to 60. A day without a position
 * is a dot, never a low bar.
 */
export function toSparkline(positions: readonly (number | null)[]): string {
  return positions.map((position) => (position === null ? '·' : barOf(position))).join('');
}

function barOf(position: number): string {
  const share = 1 - Math.log(Math.min(position, WORST_POSITION)) / Math.log(WORST_POSITION);
  return BARS[Math.round(share * (BARS.length - 1))] ?? '▁';
}

/** `+3` up, `-2` down, `=` unchanged, nothing when there is no earlier position. */
export function toChange(change: number | null): string {
  if (change === null) return '';
  if (change === 0) return '=';
  return change > 0 ? `+${change}` : String(change);
}

export function toPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}
