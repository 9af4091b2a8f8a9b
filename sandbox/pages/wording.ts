import { readFileSync } from 'node:fs';
import { pick } from '../hashing.ts';
import { toSentence, toTitle } from '../world/names.ts';
import { TOPIC_LANGUAGES, type TopicLanguage } from '../world/topics.ts';

/** A book of phrases: one for each language, and one that only sites outside of the samples speak by. */
export type Book = TopicLanguage | 'en-unseen';

/** What phrases speak of. */
export interface Talk {
  readonly language: TopicLanguage;
  readonly book: Book;
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
/**
 * Rules that judge sites are written with the samples at hand. So that their figures on other sites say what a site
 * meets that they have never seen, these phrases are not to be used for writing rules.
 */
const UNSEEN = readBook('en-unseen');

/** All phrases for a purpose, not filled in. */
export function listPhrases(book: Book, purpose: string): readonly string[] {
  const phrases = book === 'en-unseen' ? (UNSEEN.get(purpose) ?? BOOKS.en.get(purpose)) : BOOKS[book].get(purpose);
  if (phrases === undefined) throw new Error(`no phrases for ${purpose} in ${book}`);
  return phrases;
}

/** One of the phrases for a purpose. */
export function say(talk: Talk, purpose: string, hash: number): string {
  return fill(pick(listPhrases(talk.book, purpose), hash), talk);
}

/** Several of them, none twice. */
export function sayMany(talk: Talk, purpose: string, { hash, count }: { readonly hash: number; readonly count: number }): string[] {
  const phrases = listPhrases(talk.book, purpose);
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
function readBook(book: Book): ReadonlyMap<string, readonly string[]> {
  const blocks = readFileSync(new URL(`wording/${book}.txt`, import.meta.url), 'utf8')
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
