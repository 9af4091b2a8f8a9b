import { readFileSync } from 'node:fs';
import { pick } from '../hashing.ts';

/** What assistants say, by language and purpose. `{n}` a name, `{o}` another one, `{k}` the subject, `{q}` the question. */
const PHRASES: ReadonlyMap<string, readonly string[]> = readPhrases();

/** One phrase for a purpose. */
export function phraseFor(languageCode: string, purpose: string, hash: number): string {
  const phrases = PHRASES.get(`${languageCode} ${purpose}`);
  if (phrases === undefined) throw new Error(`there is no phrase for ${purpose} in ${languageCode}`);
  return pick(phrases, hash);
}

function readPhrases(): ReadonlyMap<string, readonly string[]> {
  const rows = readFileSync(new URL('phrases.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const phrases = new Map<string, string[]>();
  for (const row of rows) {
    const [language = '', purpose = '', text = ''] = row.split('\t');
    const key = `${language} ${purpose}`;
    phrases.set(key, [...(phrases.get(key) ?? []), text]);
  }
  return phrases;
}
