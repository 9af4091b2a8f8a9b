import type { Block, Script } from './script.ts';

const CUT_AT = 0.55;

/** Two letters of one word, from the middle of an answer on. */
const INSIDE_WORD = /\p{L}(?=\p{L})/gu;

/** The answer stops in the middle, within a word or a name; what is beyond is not there. */
export function cutScript({ markdown, blocks, names, cites }: Script): Script {
  const end = findEnd(markdown);
  return {
    markdown: markdown.slice(0, end),
    blocks: blocks.filter(({ start }) => start < end).map((block) => cutBlock(block, markdown.slice(0, end))),
    names: names
      .filter((name) => name.end <= end)
      .map((name) => ({ ...name, sentence: { start: name.sentence.start, end: Math.min(name.sentence.end, end) } })),
    cites: cites.filter((cite) => cite.end <= end),
  };
}

/** Head, line and the beginning of a row. */
const BEGUN_TABLE = /^.+\n.+\n\|./u;

/** A table without a row is no table yet. */
function cutBlock(block: Block, markdown: string): Block {
  const end = Math.min(block.end, markdown.length);
  return block.type === 'table' && !BEGUN_TABLE.test(markdown.slice(block.start, end))
    ? { ...block, type: 'text', end }
    : { ...block, end };
}

function findEnd(markdown: string): number {
  const middle = Math.floor(markdown.length * CUT_AT);
  INSIDE_WORD.lastIndex = middle;
  return INSIDE_WORD.test(markdown) ? INSIDE_WORD.lastIndex : middle;
}
