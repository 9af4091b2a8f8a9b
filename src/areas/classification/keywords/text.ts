/** Text as keywords are compared: in lower case and usual width, without accents, punctuation and apostrophes. */

const LENGTH_MAX = 300;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/u;
const PLAIN = /^[a-z0-9 ]*$/u;
const MARKS = /[\u0300-\u036f]/gu;
const POSSESSIVE = /['’]s\b/gu;
const APART = /[^\p{L}\p{N}\p{M}]+/gu;
/** Letters that no decomposition turns into plain ones. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', ς: 'σ' };
const SPECIAL = /[łøßıæœđς]/gu;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** What is longer than 300 code units is cut. @example foldText("Lowe's – Köln") // 'lowes koln' */
export function foldText(text: string): string {
  const cut = text.slice(0, LENGTH_MAX);
  const lower = (ASCII.test(cut) ? cut : cut.normalize('NFKC')).toLowerCase();
  if (PLAIN.test(lower)) return lower.replaceAll(/ +/gu, ' ').trim();
  return lower
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(POSSESSIVE, 's')
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .replaceAll(APART, ' ')
    .trim();
}

/** Whether words are written without spaces, or with endings that join them. */
export function hasNoSpaces(text: string): boolean {
  return NO_SPACES.test(text);
}
