import type { Fold, Word } from './split-words.ts';

/** A name that is looked for. */
export interface Name {
  readonly text: string;
  /** Whose it is; undefined: a longer name of others, in which a shorter one is not meant. */
  readonly brandId: string | undefined;
}

/** A name where it stands, in places of words. */
export interface FoundName {
  readonly brandId: string;
  readonly at: number;
  readonly words: number;
}

export interface NameIndex {
  /** By the first word; the longest first. */
  readonly byFirst: ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly brandId: string | undefined }[]>;
}

/** Names by their first word. Of two that are alike the first counts. */
export function indexNames(names: readonly Name[], fold: Fold): NameIndex {
  const entries = names.flatMap(({ text, brandId }) => {
    const words = fold(text).split(' ');
    // "Barnes & Noble" is written without the sign too.
    const plain = words.filter((word) => word !== 'and');
    return [words, plain.length > 1 ? plain : words].map((spelling) => ({ words: spelling, brandId }));
  });
  const known = entries.filter(({ words }) => words[0] !== undefined && words[0] !== '');
  const sorted = known.toSorted((one, other) => other.words.length - one.words.length);
  return { byFirst: Map.groupBy(sorted, ({ words }) => words[0] ?? '') };
}

/** Names by whole words, each word once: the longest wins, so that "Ledger" is not meant by "Ledger Live". */
export function findNames(words: readonly Word[], { byFirst }: NameIndex): FoundName[] {
  const found: FoundName[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { folded, stem } = words[at] as Word;
    const names = [...(byFirst.get(folded) ?? []), ...(stem === folded ? [] : (byFirst.get(stem) ?? []))];
    const match = names.find((name) => name.words.every((word, offset) => isSame(words[at + offset], word)));
    if (match === undefined) continue;
    if (match.brandId !== undefined) found.push({ brandId: match.brandId, at, words: match.words.length });
    at += match.words.length - 1;
  }
  return found;
}

function isSame(word: Word | undefined, folded: string): boolean {
  return word?.folded === folded || word?.stem === folded;
}
