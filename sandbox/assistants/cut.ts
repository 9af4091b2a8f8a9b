import type { Script } from './script.ts';

const CUT_AT = 0.55;

/** Two letters of one word, from the middle of an answer on. */
const INSIDE_WORD = /\p{L}(?=\p{L})/gu;

/** The answer stops in the middle, within a word or a name; what is beyond is not there. */
export function cutScript({ markdown, blocks, names, cites }: Script): Script {
  const end = findEnd(markdown);
  return {
    markdown: markdown.slice(0, end),
    blocks: blocks.filter(({ start }) => start < end).map((block) => ({ ...block, end: Math.min(block.end, end) })),
    names: names
      .filter((name) => name.end <= end)
      .map((name) => ({ ...name, sentence: { start: name.sentence.start, end: Math.min(name.sentence.end, end) } })),
    cites: cites.filter((cite) => cite.end <= end),
  };
}

function findEnd(markdown: string): number {
  const middle = Math.floor(markdown.length * CUT_AT);
  INSIDE_WORD.lastIndex = middle;
  return INSIDE_WORD.test(markdown) ? INSIDE_WORD.lastIndex : middle;
}
