import { toShown, type RowColumn } from './column.ts';

/** What a first column can take before it is cut. */
const FIRST_MAX_PX = 420;
/** What a day, an instant or a figure can take. */
const WRITTEN_MAX_PX = 200;
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
 * 420 px. Titles always have their room. An empty list keeps its widths, and so does a column that
 * draws its cells.
 */
export function fitWidth<Row>(column: RowColumn<Row>, rows: readonly Row[], isFirst: boolean): number {
  const { title, width, kind, render, value } = column;
  const titlePx = measure(title, true) + AROUND_TITLE_PX;
  const sample = rows.slice(0, ROWS_MAX);
  // Days, instants and figures are written out: what they say is never cut.
  const shown = render || kind === 'number' ? sample.map((row) => toShown(column, row)) : [];
  const written = shown.filter((one) => typeof one === 'string');
  const isWritten = sample.length > 0 && written.length === sample.length;
  if (sample.length === 0 || (render && !isWritten && !isFirst)) return Math.max(width, titlePx);
  const texts = isWritten ? written : sample.map((row) => String(value(row) ?? ''));
  // One of the longest texts is the widest one.
  const lettersMax = Math.max(...texts.map(({ length }) => length));
  const longest = new Set(texts.filter(({ length }) => length >= lettersMax - 1));
  const wanted = Math.max(
    titlePx,
    Math.max(...Array.from(longest, (text) => measure(text, false))) + AROUND_TEXT_PX + (render && !isWritten ? MARKS_PX : 0),
  );
  if (isFirst) return Math.max(titlePx, Math.min(wanted, Math.max(width, FIRST_MAX_PX)));
  return Math.max(titlePx, Math.min(wanted, isWritten ? Math.max(width, WRITTEN_MAX_PX) : width));
}
