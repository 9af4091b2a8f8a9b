import type { Script } from './script.ts';

const CUT_AT = 0.55;

/** The answer stops in the middle, between two letters or within a name; what is beyond is not there. */
export function cutScript({ markdown, blocks, names, cites }: Script): Script {
  const end = Math.floor(markdown.length * CUT_AT);
  return {
    markdown: markdown.slice(0, end),
    blocks: blocks.filter(({ start }) => start < end).map((block) => ({ ...block, end: Math.min(block.end, end) })),
    names: names
      .filter((name) => name.end <= end)
      .map((name) => ({ ...name, sentence: { start: name.sentence.start, end: Math.min(name.sentence.end, end) } })),
    cites: cites.filter((cite) => cite.end <= end),
  };
}
