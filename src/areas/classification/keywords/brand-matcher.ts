import { loadWords } from '../models/load-models.ts';
import { readKnownBrands, toOwnBrand, type Brand } from './brand-list.ts';

/** A brand that a keyword names, and why the words are read as one. */
export interface BrandMention {
  readonly name: string;
  readonly isOwn: boolean;
  readonly reason: string;
  /** Where its words stand. */
  readonly from: number;
  readonly length: number;
}

/** A common word beside one of these is read as a brand: "... login", "... customer service". */
const CUES_OF_ALL = new Set(
  'login logon signin account app apps website site com net org io customer support careers headquarters hq ceo stock coupon coupons promo discount reviews pricing alternative alternatives vs competitors subscription membership api integration download refund store stores online shop official warranty helpline complaints founder company brand logo'.split(
    ' ',
  ),
);
/** Names this long are recognised with one letter missing or doubled. */
const TYPO_LENGTH_MIN = 6;
const OWN_SETS_MAX = 50;

interface BrandIndex {
  readonly byFirstToken: ReadonlyMap<string, readonly Brand[]>;
  /** Names written together, and names with one letter left out. */
  readonly joined: ReadonlyMap<string, Brand>;
  readonly typos: ReadonlyMap<string, Brand>;
}

let known: BrandIndex | undefined;
const own = new Map<string, BrandIndex>();

/**
 * The brands in a folded keyword, by whole words; the brands of the caller first. A common word counts as a brand when it
 * stands alone, or beside a word that fits the brand and none that refuses it: "apple store", not "apple pie".
 */
export function findBrands(folded: string, brands: readonly string[]): BrandMention[] {
  known ??= toIndex(readKnownBrands());
  const tokens = folded.split(' ');
  const mentions = [...findInIndex(tokens, toOwnIndex(brands)), ...findInIndex(tokens, known)];
  // A longer name swallows a shorter one that stands inside it: "amazon prime" is not Prime as well.
  return mentions.filter((mention, at) => !mentions.some((other, otherAt) => otherAt !== at && swallows(other, mention, otherAt < at)));
}

function swallows(one: BrandMention, other: BrandMention, isBefore: boolean): boolean {
  const isInside = one.from <= other.from && one.from + one.length >= other.from + other.length;
  return isInside && (one.length > other.length || isBefore);
}

function toOwnIndex(brands: readonly string[]): BrandIndex {
  const key = brands.join('\n');
  const kept = own.get(key);
  if (kept !== undefined) return kept;
  const index = toIndex(brands.map(toOwnBrand).filter(({ tokens }) => tokens[0] !== ''));
  if (own.size >= OWN_SETS_MAX) own.clear();
  own.set(key, index);
  return index;
}

function toIndex(brands: readonly Brand[]): BrandIndex {
  const joined = new Map<string, Brand>();
  const typos = new Map<string, Brand>();
  for (const brand of brands) {
    const together = brand.tokens.join('');
    if (brand.tokens.length > 1 && together.length >= TYPO_LENGTH_MIN) joined.set(together, brand);
    if (brand.isWord || brand.tokens.length > 1 || together.length < TYPO_LENGTH_MIN) continue;
    for (const typo of listDeletions(together)) typos.set(typo, brand);
  }
  return { byFirstToken: Map.groupBy(brands, ({ tokens }) => tokens[0] ?? ''), joined, typos };
}

function findInIndex(tokens: readonly string[], index: BrandIndex): BrandMention[] {
  const mentions: BrandMention[] = [];
  tokens.forEach((token, from) => {
    for (const brand of index.byFirstToken.get(token) ?? []) {
      if (!brand.tokens.every((word, offset) => tokens[from + offset] === word)) continue;
      const reason = findReason(brand, tokens, from);
      if (reason !== undefined) mentions.push(toMention(brand, from, brand.tokens.length, reason));
    }
    const joined = index.joined.get(token);
    if (joined !== undefined) mentions.push(toMention(joined, from, 1, `brand ${joined.name}`));
    const misspelt = index.byFirstToken.has(token) ? undefined : findMisspelt(token, index);
    if (misspelt !== undefined) mentions.push(toMention(misspelt, from, 1, `"${token}" is close to the brand ${misspelt.name}`));
  });
  return mentions;
}

function toMention({ name, isOwn }: Brand, from: number, length: number, reason: string): BrandMention {
  return { name, isOwn, reason, from, length };
}

function findReason({ name, isWord, tokens: words, cues, refusals }: Brand, tokens: readonly string[], from: number): string | undefined {
  if (!isWord) return `brand ${name}`;
  if (tokens.length === words.length) return `brand ${name} alone`;
  const others = tokens.filter((_, at) => at < from || at >= from + words.length);
  if (others.some((word) => refusals.has(word))) return undefined;
  const cue = others.find((word) => cues.has(word)) ?? others.find((word) => CUES_OF_ALL.has(word));
  return cue === undefined ? undefined : `brand ${name} beside "${cue}"`;
}

/** A token that is no word and differs from a name by one letter: left out, added, changed or swapped. */
function findMisspelt(token: string, { typos }: BrandIndex): Brand | undefined {
  if (token.length < TYPO_LENGTH_MIN || typos.size === 0 || loadWords().ranks.has(token)) return undefined;
  const shorter = typos.get(token);
  if (shorter?.name.startsWith(token.slice(0, 1)) === true) return shorter;
  for (const deletion of listDeletions(token)) {
    const brand = typos.get(deletion);
    if (brand?.name.startsWith(token.slice(0, 1)) === true) return brand;
  }
  return undefined;
}

function listDeletions(word: string): string[] {
  return Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1));
}
