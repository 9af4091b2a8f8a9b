import { formatShortDay } from '#data/format.ts';
import { readColors } from '../colors.ts';
import { toDayTicks, toRuns } from '../chart/plot-data.ts';
import type { ChartNote } from '../chart/spec.ts';
import { paintCells, toDayPixels, toRamp, type Cells } from './paint.ts';

/** Room above the cells for days and annotations, and left of them for names, in CSS pixels. */
export const HEAD_PX = 26;
const LABELS_FROM_PX = 11;
const PX_PER_DAY_LABEL = 56;
const LABEL_LEFT_PX = 8;
/** What a name ends with in brackets says which of several rows it is. */
const ENDING = / \([^)]*\)$/u;

export interface Picture {
  readonly cells: Cells;
  readonly days: readonly string[];
  readonly labelOf: (row: number) => string;
  /** Rows of different groups that stand together are parted by a line. */
  readonly groupOf: (row: number) => string | null;
  readonly notes: readonly ChartNote[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly gutter: number;
  readonly rowHeight: number;
  readonly top: number;
}

/** Draws what is in sight: cells, names at their left, days and annotations above. */
export function drawHeatMap(canvas: HTMLCanvasElement, picture: Picture): void {
  const { width, height } = picture;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context || width <= picture.gutter || height <= HEAD_PX) return;
  const colors = readColors();
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawCells(context, picture, ratio);
  context.scale(ratio, ratio);
  context.fillStyle = colors.axis;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  drawDays(context, picture);
  drawNotes(context, picture, colors.note);
  drawPartings(context, picture, colors.axis);
  if (picture.rowHeight >= LABELS_FROM_PX && picture.gutter > 0) drawLabels(context, picture, colors.axis);
}

function drawCells(context: CanvasRenderingContext2D, { cells, width, height, gutter, rowHeight, top }: Picture, ratio: number): void {
  const colors = readColors();
  const ramp = toRamp((band) => colors.of(`band-${band}`));
  const image = new ImageData(Math.round((width - gutter) * ratio), Math.round((height - HEAD_PX) * ratio));
  const view = { width: image.width, height: image.height, rowHeight: rowHeight * ratio, top: top * ratio };
  paintCells(new Uint32Array(image.data.buffer), cells, view, ramp);
  context.putImageData(image, Math.round(gutter * ratio), Math.round(HEAD_PX * ratio));
}

function drawDays(context: CanvasRenderingContext2D, { days, width, gutter }: Picture): void {
  context.textAlign = 'left';
  const most = Math.floor((width - gutter) / PX_PER_DAY_LABEL);
  for (const day of toDayTicks(days, { from: 0, to: days.length - 1, most })) {
    const [from] = toDayPixels(day, days.length, width - gutter);
    context.fillText(formatShortDay(days[day] ?? ''), gutter + from + 2, HEAD_PX / 2 - 1);
    context.fillRect(gutter + from, HEAD_PX - 5, 1, 5);
  }
}

function drawNotes(context: CanvasRenderingContext2D, { days, notes, width, gutter }: Picture, color: string): void {
  context.fillStyle = color;
  for (const { from, to } of notes) {
    const [run] = toRuns(days, (day) => day >= from && day <= to);
    if (!run) continue;
    const [left] = toDayPixels(run[0], days.length, width - gutter);
    const [, right] = toDayPixels(run[1], days.length, width - gutter);
    context.fillRect(gutter + left, HEAD_PX - 4, Math.max(3, right - left), 4);
  }
}

function drawPartings(
  context: CanvasRenderingContext2D,
  { cells: { order }, groupOf, width, height, rowHeight, top }: Picture,
  color: string,
): void {
  context.fillStyle = color;
  const last = Math.min(order.length, Math.ceil((top + height) / rowHeight));
  for (let place = Math.max(1, Math.floor(top / rowHeight)); place < last; place += 1) {
    if (groupOf(order[place] as number) === groupOf(order[place - 1] as number)) continue;
    const y = HEAD_PX + place * rowHeight - top;
    if (y > HEAD_PX) context.fillRect(0, y - 1, width, 1);
  }
}

function drawLabels(context: CanvasRenderingContext2D, { cells, labelOf, height, gutter, rowHeight, top }: Picture, color: string): void {
  context.save();
  context.beginPath();
  context.rect(0, HEAD_PX, gutter - 6, height - HEAD_PX);
  context.clip();
  context.fillStyle = color;
  const first = Math.floor(top / rowHeight);
  const last = Math.min(cells.order.length, Math.ceil((top + height) / rowHeight));
  for (let place = first; place < last; place += 1)
    context.fillText(
      cutLabel(context, labelOf(cells.order[place] as number), gutter - 6 - LABEL_LEFT_PX),
      LABEL_LEFT_PX,
      HEAD_PX + (place + 0.5) * rowHeight - top,
    );
  context.restore();
}

/** A name without room loses the end of its words, and keeps what it has in brackets. */
function cutLabel(context: CanvasRenderingContext2D, label: string, room: number): string {
  if (context.measureText(label).width <= room) return label;
  const ending = ENDING.exec(label)?.[0] ?? '';
  const words = label.slice(0, label.length - ending.length);
  const perLetter = context.measureText(words).width / Math.max(1, words.length);
  const toCut = (letters: number): string => `${words.slice(0, Math.max(1, letters)).trimEnd()}…${ending}`;
  let letters = Math.floor((room - context.measureText(`…${ending}`).width) / perLetter);
  // Its first letters may be wider than its others.
  while (letters > 1 && context.measureText(toCut(letters)).width > room) letters -= 1;
  return toCut(letters);
}
