import { readLines } from '../engine/read-lines.ts';
import { loadWords } from '../models/load-models.ts';
import { foldText } from './text.ts';

/** A brand as it is looked for in keywords. */
export interface Brand {
  readonly name: string;
  readonly tokens: readonly string[];
  /** The name is also a common word, which needs a sign that the brand is meant. */
  readonly isWord: boolean;
  /** Words that say so. */
  readonly cues: ReadonlySet<string>;
  /** Words that say that the common word is meant. */
  readonly refusals: ReadonlySet<string>;
  readonly isOwn: boolean;
}

const NONE: ReadonlySet<string> = new Set();
/** A word of this rank or more frequent is common enough to be meant as a word. */
const COMMON_RANK_MAX = 25_000;

/** The brands that the service knows by itself. */
export function readKnownBrands(): Brand[] {
  const lines = readLines(new URL('data/brands.txt', import.meta.url));
  const names = lines.indexOf('[names]');
  return lines.flatMap((line, at) => {
    if (line.startsWith('[')) return [];
    return at < names ? toWordBrand(line) : [toNameBrand(line)];
  });
}

/** A brand of the caller: a single common word, such as Notion, is read as a brand only where there is a sign of it. */
export function toOwnBrand(name: string): Brand {
  const brand = toNameBrand(name);
  const rank = brand.tokens.length === 1 ? loadWords().ranks.get(brand.tokens[0] ?? '') : undefined;
  return { ...brand, isOwn: true, isWord: rank !== undefined && rank < COMMON_RANK_MAX };
}

function toNameBrand(name: string): Brand {
  return { name, tokens: foldText(name).split(' '), isWord: false, cues: NONE, refusals: NONE, isOwn: false };
}

function toWordBrand(line: string): Brand {
  const [name = '', context = ''] = line.split(': ', 2);
  const [cues = '', refusals = ''] = context.split('!', 2);
  return { ...toNameBrand(name), isWord: true, cues: toWords(cues), refusals: toWords(refusals) };
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(
    foldText(text)
      .split(' ')
      .filter((word) => word !== ''),
  );
}
