import type { Word } from './split-words.ts';

/** A repetition of the question takes this share of its words, one after the other, and at least so many. */
const SHARE_MIN = 0.7;
const WORDS_MIN = 4;

/**
 * Whether a word of an answer stands in a repetition of the question: a run of the question's own words in their order. A name in it
 * is the asker's, not the assistant's.
 * @returns for each word of the answer
 */
export function findEchoes(answer: readonly Word[], prompt: readonly Word[]): readonly boolean[] {
  const needed = Math.max(Math.min(WORDS_MIN, prompt.length), Math.ceil(prompt.length * SHARE_MIN));
  const echoed = answer.map(() => false);
  if (prompt.length < 2) return echoed;
  const places = Map.groupBy(
    prompt.map(({ folded }, at) => ({ folded, at })),
    ({ folded }) => folded,
  );
  for (let at = 0; at < answer.length; at += 1)
    for (const { at: start } of places.get(answer[at]?.folded ?? '') ?? []) {
      let length = 0;
      while (prompt[start + length] !== undefined && answer[at + length]?.folded === prompt[start + length]?.folded) length += 1;
      if (length >= needed) echoed.fill(true, at, at + length);
    }
  return echoed;
}
