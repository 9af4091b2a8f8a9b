const WORD = /[\p{L}\p{N}\p{M}]+|\|/gu;
/** Scripts that put no spaces between words: their phrases are looked for as they are. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A kind of phrases in one language. */
export interface PhraseRow {
  readonly kind: string;
  readonly phrases: readonly string[];
}

export interface PhraseFinding {
  readonly kind: string;
  /** As it stands in the table. */
  readonly phrase: string;
}

interface Entry extends PhraseFinding {
  readonly words: readonly string[];
}

/** Finds phrases in texts; its work grows with the text, hardly with the number of phrases. */
export interface PhraseMatcher {
  /** Every phrase that the text holds, each once, in the order of the text. Spelling in capitals, signs and spaces do not count. */
  find(text: string): PhraseFinding[];
}

export function makePhraseMatcher(rows: readonly PhraseRow[]): PhraseMatcher {
  const byWord = new Map<string, Entry[]>();
  const unspaced: PhraseFinding[] = [];
  for (const { kind, phrases } of rows)
    for (const phrase of phrases) {
      const words = listWords(phrase);
      if (UNSPACED.test(phrase)) unspaced.push({ kind, phrase });
      else if (words[0] !== undefined) {
        const entries = byWord.get(words[0]) ?? [];
        entries.push({ kind, phrase, words });
        byWord.set(words[0], entries);
      }
    }
  return {
    find: (text) => {
      const found = new Set<PhraseFinding>();
      const words = listWords(text);
      for (const [at, word] of words.entries())
        for (const entry of byWord.get(word) ?? []) if (entry.words.every((part, place) => words[at + place] === part)) found.add(entry);
      if (UNSPACED.test(text)) for (const entry of unspaced) if (text.includes(entry.phrase)) found.add(entry);
      return [...found].map(({ kind, phrase }) => ({ kind, phrase }));
    },
  };
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
