import { readLines } from '../engine/read-lines.ts';
import { foldText, hasNoSpaces } from './text.ts';

/** Phrases in many languages, and what each says about a keyword. */

interface Phrase {
  readonly tokens: readonly string[];
  readonly text: string;
  readonly signal: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

interface PhraseTable {
  readonly byFirstToken: ReadonlyMap<string, readonly Phrase[]>;
  /** Of scripts without spaces: found anywhere. */
  readonly anywhere: readonly Phrase[];
}

let table: PhraseTable | undefined;

/** The signals that a folded keyword gives, each with the phrase that gave it first. */
export function findSignals(folded: string): Map<string, string> {
  const { byFirstToken, anywhere } = loadPhrases();
  const signals = new Map<string, string>();
  const tokens = folded.split(' ');
  tokens.forEach((token, at) => {
    for (const phrase of byFirstToken.get(token) ?? [])
      if (!signals.has(phrase.signal) && isAt(phrase, tokens, at)) signals.set(phrase.signal, phrase.text);
  });
  if (hasNoSpaces(folded))
    for (const { signal, text } of anywhere) if (!signals.has(signal) && folded.includes(text)) signals.set(signal, text);
  return signals;
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

/** Sections `[signal]` of lines `language: phrase|phrase`, with `^` and `$` for the ends of a keyword. */
function parsePhrases(lines: readonly string[]): PhraseTable {
  const phrases: Phrase[] = [];
  let signal = '';
  for (const line of lines) {
    if (line.startsWith('[')) signal = line.slice(1, -1);
    else for (const phrase of line.slice(line.indexOf(':') + 1).split('|')) phrases.push(toPhrase(phrase.trim(), signal));
  }
  const anywhere = phrases.filter((phrase) => hasNoSpaces(phrase.text));
  const spaced = phrases.filter((phrase) => !hasNoSpaces(phrase.text));
  return { byFirstToken: Map.groupBy(spaced, ({ tokens }) => tokens[0] ?? ''), anywhere };
}

function toPhrase(written: string, signal: string): Phrase {
  const text = foldText(written);
  return { tokens: text.split(' '), text, signal, isAtStart: written.startsWith('^'), isAtEnd: written.endsWith('$') };
}
