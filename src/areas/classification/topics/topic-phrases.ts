import { readLines } from '../engine/read-lines.ts';
import type { PhraseRow } from '../content/reading/phrase-matcher.ts';

/** What people call the categories of the provider, in several languages; the kind is the path of the category. */
export function readTopicPhrases(): PhraseRow[] {
  return readLines(new URL('data/topics.tsv', import.meta.url)).map((line) => {
    const [path = '', phrases = ''] = line.split('\t');
    return { kind: path, phrases: phrases.split('|') };
  });
}
