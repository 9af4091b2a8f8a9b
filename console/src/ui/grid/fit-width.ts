import type { RowColumn } from './column.ts';

/** What a first column can take before it is cut. */
const FIRST_MAX_PX = 420;
/** Padding, and the arrow of the sorted column. */
const AROUND_TITLE_PX = 36;
const AROUND_TEXT_PX = 24;
/** An icon, or a word beside the text. */
const MARKS_PX = 40;
/** More rows are not looked at. */
const ROWS_MAX = 500;

let pen: CanvasRenderingContext2D | null | undefined;

function measure(text: string, isTitle: boolean): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return Infinity;
  pen.font = `${isTitle ? '600 12px' : '14px'} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(text).width);
}

/**
 * How wide a column has to be, in pixels: no wider than its texts, so that the others get the room, and the first one up to
 * 420 px. Titles always have their room. An empty list keeps its widths, and so does a column that draws its cells.
 */
export function fitWidth<Row>({ title, width, render, value }: RowColumn<Row>, rows: readonly Row[], isFirst: boolean): number {
  const titlePx = measure(title, true) + AROUND_TITLE_PX;
  if (rows.length === 0 || (render && !isFirst)) return Math.max(width, titlePx);
  // The longest text is the widest one closely enough.
  let longest = '';
  for (const row of rows.slice(0, ROWS_MAX)) {
    const text = String(value(row) ?? '');
    if (text.length > longest.length) longest = text;
  }
  const wanted = Math.max(titlePx, measure(longest, false) + AROUND_TEXT_PX + (render ? MARKS_PX : 0));
  return Math.max(titlePx, Math.min(wanted, isFirst ? Math.max(width, FIRST_MAX_PX) : width));
}
