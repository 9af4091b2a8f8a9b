import { FAILED, NOT_MEASURED, toBand, type BandId } from '../position-bands.ts';

/** Colours as the canvas stores them: one for each byte that a cell can hold. */
export type Ramp = Uint32Array;

const BYTES = 256;
const OPAQUE = 0xff000000;
const HATCH_PX = 4;
/** Rows at least so high have a line of paper between them. */
const PARTED_FROM_PX = 6;

/** Makes the colours out of those of the bands, each as `#rrggbb`. */
export function toRamp(colorOf: (band: BandId) => string): Ramp {
  return Uint32Array.from({ length: BYTES }, (_, byte) => toPixel(colorOf(toBand(byte))));
}

/** `#rrggbb`, or `#rgb` as builds shorten it, as a pixel: alpha, blue, green, red from the highest byte on. */
export function toPixel(color: string): number {
  const digits = color.slice(1);
  const value = Number.parseInt(digits.length === 3 ? digits.replaceAll(/./gu, '$&$&') : digits, 16);
  return (OPAQUE | ((value & 0xff) << 16) | (value & 0xff00) | ((value >> 16) & 0xff)) >>> 0;
}

export interface Cells {
  /** A byte for each row and day, rows one after the other. */
  readonly values: Uint8Array;
  readonly days: number;
  /** Which row stands where. */
  readonly order: Uint32Array;
}

export interface View {
  /** Width of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  /** How far the picture is scrolled, in pixels. */
  readonly top: number;
}

/** The first and the next pixel of a day. */
export function toDayPixels(day: number, days: number, width: number): readonly [number, number] {
  return [Math.round((day * width) / days), Math.round(((day + 1) * width) / days)];
}

/** Paints the cells in sight. Failed checks are hatched over paper; what was not measured is paper. */
export function paintCells(pixels: Uint32Array, { values, days, order }: Cells, { width, height, rowHeight, top }: View, ramp: Ramp): void {
  const paper = ramp[NOT_MEASURED] ?? 0;
  pixels.fill(paper);
  const parting = rowHeight >= PARTED_FROM_PX ? 1 : 0;
  for (let y = 0; y < height; y += 1) {
    const place = Math.floor((y + top) / rowHeight);
    const row = order[place];
    if (row === undefined || y + top - place * rowHeight >= rowHeight - parting) continue;
    for (let day = 0; day < days; day += 1) {
      const byte = values[row * days + day] ?? NOT_MEASURED;
      if (byte === NOT_MEASURED) continue;
      const [from, to] = toDayPixels(day, days, width);
      const color = ramp[byte] ?? paper;
      if (byte === FAILED) hatch(pixels, { from: y * width + from, to: y * width + to, y: y + top, color });
      else pixels.fill(color, y * width + from, y * width + to);
    }
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly color: number;
}

function hatch(pixels: Uint32Array, { from, to, y, color }: Stretch): void {
  for (let at = from; at < to; at += 1) if ((at - from + y) % HATCH_PX < 2) pixels[at] = color;
}
