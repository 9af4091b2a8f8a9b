import { loadWords } from '../models/load-models.ts';
import { readKnownBrands, toOwnBrand, type Brand } from './brand-list.ts';
import { findSignals } from './phrases.ts';
import { foldText } from './text.ts';

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
/** What customers add to the name of whom they buy from, beside a brand of the caller: "... invoicing software", "... opening hours". */
const CUES_OF_OWN = new Set(
  'software platform tool saas crm erp plan plans enterprise premium cost costs fee fees price prices demo trial tutorial template templates features integrations plugin plugins extension chatbot bot hosting analytics accounting invoicing bookkeeping payroll tax billing insurance bank banking agency consulting service services warehouse dealer dealership showroom outlet shop phone number contact address email hours opening tracking delivery shipping returns voucher code sale gift warranty manual firmware driver drivers portal dashboard status outage down hiring salary jobs interview headquarters review vs versus competitor better safe legit scam legal owner owns funding ipo valuation acquisition investors docs documentation sdk webhook changelog homeware furniture skincare clothing shoes hotel hotels clinic dental gym salon'.split(
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

/** A brand of the caller is not lost in a longer name: "google ads agency" names Google to its owner. */
function swallows(one: BrandMention, other: BrandMention, isBefore: boolean): boolean {
  const isInside = one.from <= other.from && one.from + one.length >= other.from + other.length;
  const isAround = other.from <= one.from && other.from + other.length >= one.from + one.length;
  if (one.isOwn !== other.isOwn) return one.isOwn && (isInside || isAround);
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

function toIndex(listed: readonly Brand[]): BrandIndex {
  const brands = listed.flatMap(listSpellings);
  const joined = new Map<string, Brand>();
  const typos = new Map<string, Brand>();
  for (const brand of brands) {
    const together = brand.tokens.join('');
    if (!brand.isWord && together.length >= TYPO_LENGTH_MIN) joined.set(together, brand);
    if (brand.isWord || brand.tokens.length > 1 || together.length < TYPO_LENGTH_MIN) continue;
    for (const typo of listDeletions(together)) typos.set(typo, brand);
  }
  return { byFirstToken: Map.groupBy(brands, ({ tokens }) => tokens[0] ?? ''), joined, typos };
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** "Barnes & Noble" is also searched for without the sign, and "Möbel" as "Moebel". */
function listSpellings(brand: Brand): Brand[] {
  const plain = brand.name.toLowerCase().replaceAll(/[äöü]/gu, (letter) => UMLAUTS[letter] ?? letter);
  return [foldText(plain).split(' '), brand.tokens]
    .flatMap((tokens) => [tokens, tokens.filter((word) => word !== 'and')])
    .filter((tokens, at, all) => tokens.length > 0 && all.findIndex((one) => one.join(' ') === tokens.join(' ')) === at)
    .map((tokens) => ({ ...brand, tokens }));
}

function findInIndex(tokens: readonly string[], index: BrandIndex): BrandMention[] {
  const mentions: BrandMention[] = [];
  tokens.forEach((token, from) => {
    for (const brand of index.byFirstToken.get(token) ?? []) {
      if (!brand.tokens.every((word, offset) => tokens[from + offset] === word)) continue;
      const reason = findReason(brand, tokens, from);
      if (reason !== undefined) mentions.push(toMention(brand, from, brand.tokens.length, reason));
    }
    mentions.push(...findJoined(tokens, from, index));
    const misspelt = index.byFirstToken.has(token) ? undefined : findMisspelt(token, index);
    if (misspelt !== undefined) mentions.push(toMention(misspelt, from, 1, `"${token}" is close to the brand ${misspelt.name}`));
  });
  return mentions;
}

/** A name with other spaces than its own: "bestbuy", "face book". Parts of one letter are parts of another text. */
function findJoined(tokens: readonly string[], from: number, { joined }: BrandIndex): BrandMention[] {
  return [1, 2, 3, 4].flatMap((length) => {
    const parts = tokens.slice(from, from + length);
    const brand = parts.length === length ? joined.get(parts.join('')) : undefined;
    const isAsWritten = brand?.tokens.length === length && brand.tokens.every((word, at) => word === parts[at]);
    if (brand === undefined || isAsWritten || (length > 1 && !isNameApart(parts, brand))) return [];
    return isRefused(brand, tokens, from, length) ? [] : [toMention(brand, from, length, `brand ${brand.name}`)];
  });
}

/** For the owner of runningshoes.com "running shoes" are goods like any other. */
function isNameApart(parts: readonly string[], { tokens }: Brand): boolean {
  return parts.every((part) => part.length > 1) && (tokens.length > 1 || findSignals(parts.join(' ')).size === 0);
}

function isRefused({ refusals }: Brand, tokens: readonly string[], from: number, length: number): boolean {
  return tokens.some((word, at) => (at < from || at >= from + length) && refusals.has(word));
}

function toMention({ name, isOwn }: Brand, from: number, length: number, reason: string): BrandMention {
  return { name, isOwn, reason, from, length };
}

function findReason(brand: Brand, tokens: readonly string[], from: number): string | undefined {
  const { name, isWord, isOwn, tokens: words, cues } = brand;
  if (isRefused(brand, tokens, from, words.length)) return undefined;
  if (!isWord) return `brand ${name}`;
  if (tokens.length === words.length) return `brand ${name} alone`;
  const others = tokens.filter((_, at) => at < from || at >= from + words.length);
  const cue = others.find((word) => cues.has(word) || CUES_OF_ALL.has(word) || (isOwn && CUES_OF_OWN.has(word)));
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
