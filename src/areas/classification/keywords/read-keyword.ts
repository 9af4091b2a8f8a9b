import { parse } from 'tldts';
import { modifier } from '../vocabulary/keywords.ts';
import { findConversion, findMoney } from './amounts.ts';
import { findBrands, type BrandMention } from './brand-matcher.ts';
import { findSignals } from './phrases.ts';
import { findRequest } from './requests.ts';
import { foldText } from './text.ts';

/** What can be seen in a keyword before anything is decided. */
export interface KeywordReading {
  /** Lower case, without accents and punctuation. */
  readonly folded: string;
  readonly tokens: readonly string[];
  readonly brands: readonly BrandMention[];
  /** Values of the vocabulary `modifier`. */
  readonly modifiers: readonly string[];
  /** Modifiers and other signs, each with what it was seen by. */
  readonly signals: ReadonlyMap<string, string>;
}

export interface KeywordOptions {
  /** The caller's own brands. */
  readonly brands: readonly string[];
}

const MODEL_NUMBER = /\b(?=[a-z\d-]*[a-z])(?=[a-z\d-]*\d)[a-z\d]+(?:-[a-z\d]+)*\b/giu;
const PLAIN_MEASURE =
  /^(?:\d+(?:st|nd|rd|th|s|k|g|kg|cm|mm|m|in|ft|l|ml|oz|lb|lbs|v|w|gb|tb|mp|hz|inch|x\d+)|\d+x\d+|[a-z]\d|mp[34]|[34]d|[45]g|4k|8k|covid-19|ps[345])$/iu;
const CODE = /\b(?:0x[\da-f]+|err_\w+|[a-z]{1,3}-?\d{4,}\b)/iu;
const YEAR = /\b(?:19|20)\d\d\b/u;
const ATTRIBUTES_MIN = 2;
const WORDS_OF_SENTENCE = 6;

export function readKeyword(keyword: string, { brands: own }: KeywordOptions): KeywordReading {
  const folded = foldText(keyword);
  const tokens = folded.split(' ');
  const brands = findBrands(folded, own);
  const signals = findSignals(folded);
  addSigns(keyword, tokens, signals);
  addBrandSigns(tokens, brands, signals);
  const modifiers = Object.keys(modifier.labels).filter((label) => signals.has(label));
  return { folded, tokens, brands, modifiers, signals };
}

function addSigns(keyword: string, tokens: readonly string[], signals: Map<string, string>): void {
  const address = keyword.slice(0, 300).split(/\s+/u).find(isAddress);
  if (address !== undefined) signals.set('address', address);
  const code = CODE.exec(keyword)?.[0];
  if (code !== undefined) signals.set('code', code);
  const number = keyword.match(MODEL_NUMBER)?.find((word) => !PLAIN_MEASURE.test(word) && word !== address);
  if (number !== undefined) signals.set('model_number', number);
  const money = findMoney(keyword);
  if (money !== undefined && !signals.has('price')) signals.set('price', money);
  const year = YEAR.exec(money === undefined ? keyword : keyword.replace(money.replaceAll(/\D/gu, ''), ''))?.[0];
  if (year !== undefined && !signals.has('date')) signals.set('date', year);
  if (keyword.trimEnd().endsWith('?') && !signals.has('question')) signals.set('question', 'question mark');
  const folded = tokens.join(' ');
  const request = findRequest(folded);
  if (request !== undefined) signals.set('request', request);
  const conversion = findConversion(folded);
  if (conversion !== undefined) signals.set('conversion', conversion);
  const product = signals.get('product');
  if (product !== undefined && folded.endsWith(product)) signals.set('product_last', product);
  if (tokens.length >= WORDS_OF_SENTENCE) signals.set('long', `${tokens.length} words`);
}

function addBrandSigns(tokens: readonly string[], brands: readonly BrandMention[], signals: Map<string, string>): void {
  const [first] = brands;
  if (first === undefined) return;
  signals.set('brand', first.reason);
  const words = brands.reduce((sum, { length }) => sum + length, 0);
  if (brands.length === 1 && words >= tokens.length) signals.set('brand_only', first.reason);
  if (brands.length === 1 && first.from === 0 && tokens.length === words + 1) signals.set('brand_and_word', first.reason);
  if (brands.length >= ATTRIBUTES_MIN) signals.set('brands', brands.map(({ name }) => name).join(' and '));
}

/** A word that is written as a host or a web address. */
function isAddress(word: string): boolean {
  if (!word.includes('.') || word.startsWith('.') || word.endsWith('.')) return false;
  const { domain, isIcann, isIp } = parse(word);
  return domain !== null && isIcann === true && isIp === false;
}
