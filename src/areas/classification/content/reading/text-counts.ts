const MONTH = String.raw`\p{L}{3,12}\.?`;
/** Signs and short names of currencies. */
const SIGN = String.raw`[$€£¥₹₽₺₩฿₫₴₦]`;
const NAME = '(?:USD|EUR|GBP|CHF|JPY|CNY|INR|AUD|CAD|NOK|SEK|DKK|PLN|CZK|HUF|RON|BRL|R\\$|zł|kr|Kč|Ft|lei|руб|грн|円|元|원|TL)';
const AMOUNT = String.raw`(?<![\d.,])\d{1,3}(?:[.,\s ]?\d{3}){0,3}(?:[.,]\d{1,2}|,-)?(?![\d])`;
const PRICE = new RegExp(`(?:${SIGN}|\\b(?:USD|EUR|GBP|CHF|Rs)\\b)\\s?${AMOUNT}|${AMOUNT}\\s?(?:${SIGN}|${NAME}(?![\\p{L}]))`, 'gu');
const DATE = new RegExp(
  [
    String.raw`\b(?:19|20)\d\d[-./年]\s?\d{1,2}[-./月]\s?\d{1,2}`,
    String.raw`\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d\b`,
    String.raw`\b\d{1,2}\.?\s(?:de\s)?${MONTH},?\s(?:de\s)?(?:19|20)\d\d\b`,
    String.raw`(?<!\p{L})${MONTH}\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d\b`,
  ].join('|'),
  'gu',
);
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const CHARACTERS_A_WORD = 2;

export interface TextCounts {
  readonly words: number;
  readonly prices: number;
  readonly dates: number;
}

/** Counts words, amounts of money and dates in a text of bounded length. */
export function countInText(text: string): TextCounts {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) words += UNSPACED.test(word) ? Math.ceil(word.length / CHARACTERS_A_WORD) : 1;
  return { words, prices: countMatches(text, PRICE), dates: countMatches(text, DATE) };
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _match of text.matchAll(pattern)) count += 1;
  return count;
}
