import type { Span } from './sentences.ts';
import type { Word } from './split-words.ts';

/** What people said of names in answers. */
export interface Learned {
  /** Whether a brand is meant in a case, by `toCaseName`. */
  readonly cases: ReadonlyMap<string, boolean>;
  /** Whether a brand is meant in an answer, by `toDecisionName`. */
  readonly answers: ReadonlyMap<string, boolean>;
}

export const NOTHING_LEARNED: Learned = { cases: new Map(), answers: new Map() };

const WORDS_AROUND = 2;

/**
 * The case in which a name stands: as it is written, in its case, with the two words before and after it in its
 * sentence. Where the same words stand around the same name, the same is meant.
 * @param at the first of its words
 */
export function toCaseKey(
  markdown: string,
  words: readonly Word[],
  { at, length, sentence }: { readonly at: number; readonly length: number; readonly sentence: Span },
): string {
  const inSentence = ({ from, to }: Word): boolean => from >= sentence.from && to <= sentence.to;
  const around = (some: readonly Word[]): string =>
    some
      .filter(inSentence)
      .map(({ folded }) => folded)
      .join(' ');
  const written = markdown.slice(words[at]?.from ?? 0, words[at + length - 1]?.to ?? 0);
  const [before, after] = [words.slice(Math.max(0, at - WORDS_AROUND), at), words.slice(at + length, at + length + WORDS_AROUND)];
  return `${around(before)} [${written}] ${around(after)}`;
}

export function toCaseName(brandId: string, caseKey: string): string {
  return `${brandId} ${caseKey}`;
}

export function toDecisionName(sampleId: string, brandId: string): string {
  return `${sampleId} ${brandId}`;
}
