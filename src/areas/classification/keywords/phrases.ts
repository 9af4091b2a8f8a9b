import { readLines } from '../engine/read-lines.ts';
import { foldText, hasNoSpaces } from './text.ts';

/** Phrases in many languages, and what each says about a keyword. */

interface Phrase {
  readonly tokens: readonly string[];
  readonly text: string;
  readonly signal: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly language: string;
  /** Shorter phrases inside it say nothing: `order of operations` orders nothing. */
  readonly isName: boolean;
  /** An English word that means something else in its language: `location`. */
  readonly isFalseFriend: boolean;
}

interface PhraseTable {
  readonly byFirstToken: ReadonlyMap<string, readonly Phrase[]>;
  /** Of scripts without spaces: found anywhere. */
  readonly anywhere: readonly Phrase[];
  /** Of each language, words that English does not have. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A phrase in a keyword: its first token, and the one after its last. */
interface Match {
  readonly phrase: Phrase;
  readonly from: number;
  readonly to: number;
}

let table: PhraseTable | undefined;

/** The signals that a folded keyword gives, each with the phrase that gave it first. */
export function findSignals(folded: string): Map<string, string> {
  const { byFirstToken, anywhere, words } = loadPhrases();
  const signals = new Map<string, string>();
  const tokens = folded.split(' ');
  const found = tokens.flatMap((token, at): Match[] =>
    (byFirstToken.get(token) ?? [])
      .filter((phrase) => isAt(phrase, tokens, at))
      .map((phrase) => ({ phrase, from: at, to: at + phrase.tokens.length })),
  );
  const names = found.filter(({ phrase }) => phrase.isName);
  for (const match of found) {
    const { signal, text, isFalseFriend, language } = match.phrase;
    if (signals.has(signal) || names.some((name) => isInside(match, name))) continue;
    if (isFalseFriend && !tokens.some((token, at) => (at < match.from || at >= match.to) && words.get(language)?.has(token))) continue;
    signals.set(signal, text);
  }
  if (hasNoSpaces(folded))
    for (const { signal, text } of anywhere) if (!signals.has(signal) && folded.includes(text)) signals.set(signal, text);
  return signals;
}

/** Whether a phrase is a part of another one, and not the whole. */
function isInside(one: Match, other: Match): boolean {
  return other.from <= one.from && one.to <= other.to && one.to - one.from < other.to - other.from;
}

/** The words of a folded keyword that stand in no phrase which is dropped. */
export function dropPhrases(folded: string, isDropped: (signal: string, phrase: string) => boolean): string[] {
  const { byFirstToken, anywhere } = loadPhrases();
  const isAsked = ({ signal, text }: Phrase): boolean => isDropped(signal, text);
  const left = hasNoSpaces(folded) ? anywhere.filter(isAsked).reduce((text, phrase) => text.replaceAll(phrase.text, ' '), folded) : folded;
  const tokens = left.split(' ').filter((token) => token !== '');
  const kept = new Set(tokens.keys());
  tokens.forEach((token, at) => {
    for (const phrase of byFirstToken.get(token) ?? [])
      if (isAt(phrase, tokens, at) && isAsked(phrase)) phrase.tokens.forEach((_token, offset) => kept.delete(at + offset));
  });
  return tokens.filter((_token, at) => kept.has(at));
}

function loadPhrases(): PhraseTable {
  table ??= parsePhrases(readLines(new URL('data/phrases.txt', import.meta.url)));
  return table;
}

function isAt({ tokens, isAtStart, isAtEnd }: Phrase, all: readonly string[], at: number): boolean {
  if (isAtStart && at !== 0) return false;
  if (isAtEnd && at + tokens.length !== all.length) return false;
  return tokens.every((token, offset) => all[at + offset] === token);
}

/** Words that show a language and nothing else. */
const LANGUAGE = 'language';

/** Sections `[signal]` of lines `language: phrase|phrase`, with the marks that the head of the file explains. */
function parsePhrases(lines: readonly string[]): PhraseTable {
  const all: Phrase[] = [];
  let signal = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (line.startsWith('[')) signal = line.slice(1, -1);
    else for (const phrase of line.slice(colon + 1).split('|')) all.push(toPhrase(phrase.trim(), signal, line.slice(0, colon)));
  }
  const phrases = all.filter((phrase) => phrase.signal !== LANGUAGE);
  const anywhere = phrases.filter((phrase) => hasNoSpaces(phrase.text));
  const spaced = phrases.filter((phrase) => !hasNoSpaces(phrase.text));
  return { byFirstToken: Map.groupBy(spaced, ({ tokens }) => tokens[0] ?? ''), anywhere, words: listWords(all) };
}

function listWords(all: readonly Phrase[]): ReadonlyMap<string, ReadonlySet<string>> {
  const english = new Set(all.filter(({ language }) => language === 'en').flatMap(({ tokens }) => tokens));
  const own = all.filter(({ isFalseFriend, language }) => !isFalseFriend && language !== 'en');
  return new Map(
    [...Map.groupBy(own, ({ language }) => language)].map(([language, phrases]) => [
      language,
      new Set(phrases.flatMap(({ tokens }) => tokens).filter((token) => !english.has(token))),
    ]),
  );
}

const MARKS = /^[=~^]*/u;

function toPhrase(written: string, signal: string, language: string): Phrase {
  const text = foldText(written);
  const marks = MARKS.exec(written)?.[0] ?? '';
  return {
    tokens: text.split(' '),
    text,
    signal,
    language,
    isAtStart: marks.includes('^'),
    isAtEnd: written.endsWith('$'),
    isName: marks.includes('='),
    isFalseFriend: marks.includes('~'),
  };
}
