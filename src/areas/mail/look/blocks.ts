/** A part of a mail, of plain texts. Nothing in them is read as markup. */
export type MailBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly MailFact[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly MailRow[] }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'note'; readonly text: string };

export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** Beside the value, such as `-0.4`. */
  readonly change?: string | undefined;
}

export interface MailRow {
  readonly cells: readonly string[];
  /** Where its first cell leads; other addresses than web addresses lead nowhere. */
  readonly url?: string | undefined;
}

/** What is between the head and the foot of a mail, part by part; each part is whole in itself. */
export interface Piece {
  readonly head: string;
  /** The rows in order; as many are taken as have room. */
  readonly rows: readonly string[];
  readonly tail: string;
  /** Says how many rows have no room. */
  readonly more: (count: number) => string;
}

export const TEXT_LENGTH_MAX = 6_000;
export const LINE_LENGTH_MAX = 400;
const COLUMNS_MAX = 8;

/** A table has as many cells in a row as it has columns. */
export function toCells(columns: readonly string[], cells: readonly string[]): readonly string[] {
  return columns.slice(0, COLUMNS_MAX).map((_, index) => cells[index] ?? '');
}

/**
 * Puts pieces together within a size in bytes. A piece whose rows have no room says how many are missing; the first piece that has no room
 * at all ends the list, with the line that says so.
 */
export function fitPieces(pieces: readonly Piece[], bytesMax: number, rest: string): string {
  let room = bytesMax - Buffer.byteLength(rest);
  let text = '';
  for (const piece of pieces) {
    const fitted = fitPiece(piece, room);
    if (fitted === undefined) return text + rest;
    text += fitted;
    room -= Buffer.byteLength(fitted);
  }
  return text;
}

function fitPiece({ head, rows, tail, more }: Piece, bytesMax: number): string | undefined {
  const frame = Buffer.byteLength(head) + Buffer.byteLength(tail);
  const sizes = rows.map((row) => Buffer.byteLength(row));
  if (frame + sizes.reduce((sum, size) => sum + size, 0) <= bytesMax) return head + rows.join('') + tail;
  let room = bytesMax - frame - Buffer.byteLength(more(rows.length));
  let count = 0;
  while (count < rows.length && room >= (sizes[count] ?? 0)) {
    room -= sizes[count] ?? 0;
    count += 1;
  }
  return count === 0 ? undefined : head + rows.slice(0, count).join('') + more(rows.length - count) + tail;
}
