import type { AnswerMention } from '#client';

/** A part of an answer: plain, or the name of a brand. */
export interface Piece {
  readonly from: number;
  readonly text: string;
  readonly mention?: AnswerMention;
}

/** Cuts a text at the names in it. Spans that lie outside of it, or within another one, are left out. */
export function toPieces(text: string, mentions: readonly AnswerMention[]): Piece[] {
  const spans = mentions
    .flatMap((mention) => mention.spans.map((span) => ({ ...span, mention })))
    .filter(({ from, to }) => from >= 0 && to > from && to <= text.length)
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, mention } of spans) {
    if (from < at) continue;
    if (from > at) pieces.push({ from: at, text: text.slice(at, from) });
    pieces.push({ from, text: text.slice(from, to), mention });
    at = to;
  }
  if (at < text.length) pieces.push({ from: at, text: text.slice(at) });
  return pieces;
}
