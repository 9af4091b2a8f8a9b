import { readFileSync } from 'node:fs';
import { pick } from '../hashing.ts';
import { toSentence, toTitle } from '../world/names.ts';
import { TOPIC_LANGUAGES, type TopicLanguage } from '../world/topics.ts';

/** What phrases speak of. */
export interface Talk {
  readonly language: TopicLanguage;
  /** Name of the site. */
  readonly name: string;
  /** Two subjects. */
  readonly subject: string;
  readonly other: string;
  readonly city: string;
  readonly street: string;
  readonly phone: string;
  readonly price: string;
}

const BOOKS = Object.fromEntries(TOPIC_LANGUAGES.map((language) => [language, readBook(language)])) as Readonly<
  Record<TopicLanguage, ReadonlyMap<string, readonly string[]>>
>;

/** All phrases for a purpose, in a language, not filled in. */
export function listPhrases(language: TopicLanguage, purpose: string): readonly string[] {
  const phrases = BOOKS[language].get(purpose);
  if (phrases === undefined) throw new Error(`no phrases for ${purpose} in ${language}`);
  return phrases;
}

/** One of the phrases for a purpose. */
export function say(talk: Talk, purpose: string, hash: number): string {
  return fill(pick(listPhrases(talk.language, purpose), hash), talk);
}

/** Several of them, none twice. */
export function sayMany(talk: Talk, purpose: string, { hash, count }: { readonly hash: number; readonly count: number }): string[] {
  const phrases = listPhrases(talk.language, purpose);
  return Array.from({ length: Math.min(count, phrases.length) }, (_none, place) =>
    fill(phrases[(hash + place) % phrases.length] ?? '', talk),
  );
}

function fill(phrase: string, { name, subject, other, city, street, phone, price }: Talk): string {
  const values: Readonly<Record<string, string>> = {
    n: name,
    s: subject,
    S: toTitle(subject),
    t: other,
    T: toTitle(other),
    c: city,
    a: street,
    f: phone,
    p: price,
  };
  return toSentence(phrase.replaceAll(/\{(\w)\}/gu, (_whole, letter: string) => values[letter] ?? ''));
}

/** Purposes stand in brackets, each above its phrases. */
function readBook(language: TopicLanguage): ReadonlyMap<string, readonly string[]> {
  const blocks = readFileSync(new URL(`wording/${language}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/^\[/mu)
    .slice(1);
  return new Map(
    blocks.map((block) => {
      const [head = '', ...phrases] = block.trim().split('\n');
      return [head.replace(']', ''), phrases];
    }),
  );
}
