import { readLines } from '../engine/read-lines.ts';
import { foldText } from './text.ts';

/** A brand as it is looked for in keywords. */
export interface Brand {
  readonly name: string;
  readonly tokens: readonly string[];
  /** The name is also a common word, which needs a sign that the brand is meant. */
  readonly isWord: boolean;
  /** Words that say so. */
  readonly cues: ReadonlySet<string>;
  /** Words that say that something else is meant. */
  readonly refusals: ReadonlySet<string>;
  readonly isOwn: boolean;
}

const NONE: ReadonlySet<string> = new Set();

let known: readonly Brand[] | undefined;
let knownByName: ReadonlyMap<string, Brand> | undefined;
let ordinary: ReadonlySet<string> | undefined;

/** The brands that the service knows by itself. */
export function readKnownBrands(): readonly Brand[] {
  known ??= parseBrands(readLines(new URL('data/brands.txt', import.meta.url)));
  return known;
}

function parseBrands(lines: readonly string[]): Brand[] {
  const names = lines.indexOf('[names]');
  return lines.flatMap((line, at) => (line.startsWith('[') ? [] : [toKnownBrand(line, at < names)]));
}

/**
 * A brand of the caller. One that is known is read like the known one; another one that is an ordinary word, such as
 * Cascade, is read as a brand only where there is a sign of it.
 */
export function toOwnBrand(name: string): Brand {
  const brand = toNameBrand(name);
  const [word = ''] = brand.tokens;
  knownByName ??= new Map(readKnownBrands().map((one) => [one.tokens.join(' '), one]));
  const like = knownByName.get(brand.tokens.join(' '));
  if (like !== undefined) return { ...like, name, isOwn: true };
  return { ...brand, isOwn: true, isWord: brand.tokens.length === 1 && isOrdinary(word) };
}

function isOrdinary(word: string): boolean {
  ordinary ??= new Set(readLines(new URL('data/ordinary-words.txt', import.meta.url)));
  return ordinary.has(word);
}

function toNameBrand(name: string): Brand {
  return { name, tokens: foldText(name).split(' '), isWord: false, cues: NONE, refusals: NONE, isOwn: false };
}

function toKnownBrand(line: string, isWord: boolean): Brand {
  const [name = '', context = ''] = line.split(': ', 2);
  const [cues = '', refusals = ''] = context.split('!', 2);
  return { ...toNameBrand(name), isWord, cues: toWords(cues), refusals: toWords(refusals) };
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(
    foldText(text)
      .split(' ')
      .filter((word) => word !== ''),
  );
}
