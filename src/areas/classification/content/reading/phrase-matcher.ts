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
  /** As it stands in the table; of an ending the whole word. */
  readonly phrase: string;
}

interface Entry extends PhraseFinding {
  readonly words: readonly string[];
}

/** Before an ending stands at least so much of a word. */
const STEM_LENGTH_MIN = 3;
const ENDING = '*';

/** Finds phrases in texts; its work grows with the text, hardly with the number of phrases. */
export interface PhraseMatcher {
  /** Every phrase that the text holds, or word with such an ending, each once, in the order of the text. Spelling in capitals, signs and spaces do not count. */
  find(text: string): PhraseFinding[];
}

export function makePhraseMatcher(rows: readonly PhraseRow[]): PhraseMatcher {
  const byWord = new Map<string, Entry[]>();
  const byEnding = new Map<string, string>();
  const unspaced: PhraseFinding[] = [];
  for (const { kind, phrases } of rows)
    for (const phrase of phrases) {
      const words = listWords(phrase);
      if (phrase.startsWith(ENDING)) byEnding.set(words[0] ?? '', kind);
      else if (UNSPACED.test(phrase)) unspaced.push({ kind, phrase });
      else if (words[0] !== undefined) {
        const entries = byWord.get(words[0]) ?? [];
        entries.push({ kind, phrase, words });
        byWord.set(words[0], entries);
      }
    }
  const endingLengths = [...new Set([...byEnding.keys()].map(({ length }) => length))];
  const listEndings = (word: string): PhraseFinding[] =>
    endingLengths.flatMap((length) => {
      const kind = word.length < length + STEM_LENGTH_MIN ? undefined : byEnding.get(word.slice(-length));
      return kind === undefined ? [] : { kind, phrase: word };
    });
  return {
    find: (text) => {
      const found = new Map<string, PhraseFinding>();
      const add = ({ kind, phrase }: PhraseFinding): void => void found.set(`${kind} ${phrase}`, { kind, phrase });
      const words = listWords(text);
      for (const [at, word] of words.entries()) {
        for (const entry of byWord.get(word) ?? []) if (entry.words.every((part, index) => words[at + index] === part)) add(entry);
        for (const ending of listEndings(word)) add(ending);
      }
      if (UNSPACED.test(text)) for (const entry of unspaced) if (text.includes(entry.phrase)) add(entry);
      return [...found.values()];
    },
  };
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
