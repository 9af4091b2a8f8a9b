import type { WordTable } from './word-table.ts';

const WORD_LENGTH_MAX = 20;
/** Longer runs are cut into pieces of this length first, so that no input costs more than a few microseconds a letter. */
const RUN_LENGTH_MAX = 48;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
const LETTERS_OR_DIGITS = /\p{L}+|\p{N}+/gu;
/** A letter that belongs to no known word costs more than a rare word of three letters. */
const UNKNOWN_LETTER_COST = 12;

/**
 * Splits a text that lost its spaces, such as a label of a host name, into the likeliest words: the cost of a word is
 * the logarithm of its rank (Zipf's law), and the split of the least cost wins. Neighbouring letters that belong to no
 * word stay together.
 * @example splitWords('thelancasternews', table) // ['the', 'lancaster', 'news']
 */
export function splitWords(text: string, table: WordTable): string[] {
  const words: string[] = [];
  for (const piece of text.toLowerCase().split(SEPARATORS)) {
    for (const run of piece.match(LETTERS_OR_DIGITS) ?? []) {
      for (let from = 0; from < run.length; from += RUN_LENGTH_MAX) splitRun(run.slice(from, from + RUN_LENGTH_MAX), table, words);
    }
  }
  return words;
}

function splitRun(run: string, table: WordTable, words: string[]): void {
  if (table.ranks.has(run) || run.length < 2) {
    words.push(run);
    return;
  }
  const starts = findCheapestStarts(run, table);
  const found: string[] = [];
  for (let end = run.length; end > 0; end = starts[end] ?? 0) found.push(run.slice(starts[end] ?? 0, end));
  joinUnknown(found.toReversed(), table, words);
}

/** For each end, where the last word of the cheapest split of the letters before it starts. */
function findCheapestStarts(run: string, { ranks, size }: WordTable): Uint8Array {
  const zipf = Math.log(Math.log(size));
  const costs = new Float64Array(run.length + 1).fill(Infinity);
  const starts = new Uint8Array(run.length + 1);
  costs[0] = 0;
  for (let end = 1; end <= run.length; end += 1) {
    for (let start = Math.max(0, end - WORD_LENGTH_MAX); start < end; start += 1) {
      const rank = ranks.get(run.slice(start, end));
      const isUsable = rank !== undefined && (end - start > 1 || run[start] === 'a' || run[start] === 'i');
      if (!isUsable && end - start > 1) continue;
      const cost = (costs[start] ?? 0) + (isUsable ? Math.log(rank + 2) + zipf : UNKNOWN_LETTER_COST);
      if (cost < (costs[end] ?? Infinity)) {
        costs[end] = cost;
        starts[end] = start;
      }
    }
  }
  return starts;
}

function joinUnknown(parts: readonly string[], { ranks }: WordTable, words: string[]): void {
  let unknown = '';
  for (const part of parts) {
    if (part.length === 1 && part !== 'a' && part !== 'i') unknown += part;
    else if (!ranks.has(part)) unknown += part;
    else {
      if (unknown !== '') words.push(unknown);
      unknown = '';
      words.push(part);
    }
  }
  if (unknown !== '') words.push(unknown);
}
