import type { Segment } from './parse-url.ts';

/** What a short slug names by its last noun: a sort of goods, or a trade. */
export type Noun = 'goods' | 'trades';
export type Nouns = ReadonlyMap<string, Noun>;

export function readNouns(lines: readonly string[]): Nouns {
  const nouns = new Map<string, Noun>();
  let noun: Noun = 'goods';
  for (const line of lines) {
    if (line.startsWith('[')) noun = line === '[goods]' ? 'goods' : 'trades';
    else for (const word of line.split(' ').slice(1)) nouns.set(word, noun);
  }
  return nouns;
}

const WORDS_MAX = 5;

/** Towns and years stand after the noun: `/roof-repair-austin-tx`. */
export function findNoun({ words }: Segment, nouns: Nouns): { readonly noun: Noun; readonly word: string } | undefined {
  if (words.length > WORDS_MAX) return undefined;
  const last = words.findLast((word, at) => nouns.has(word) && at >= words.length - 1);
  const found = last ?? words.findLast((word) => nouns.get(word) === 'trades');
  const noun = nouns.get(found ?? '');
  return found === undefined || noun === undefined ? undefined : { noun, word: found };
}
