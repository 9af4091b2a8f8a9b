/** Letters that Unicode does not take apart into a letter and its mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const WORD_JOINS = /[-_\s+.,;:~!'"()[\]{}|*&@$]+/u;
/** Real words run together, not the letters of an identifier. */
const CAMEL_CASE = /^[a-z]{2,}(?:[A-Z][a-z]{2,})+$|^(?:[A-Z][a-z]{2,}){2,}$/u;

/** Decoded, in lower case, without accents; what cannot be decoded stays. `PrivacyPolicy` becomes `privacy-policy`. */
export function toPlainText(text: string): string {
  const decoded = text.includes('%') ? decode(text) : text;
  const parted = CAMEL_CASE.test(decoded) ? decoded.replaceAll(/([a-z])([A-Z])/gu, '$1-$2') : decoded;
  const lower = parted.toLowerCase();
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/u.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[ßøæœłđðþı]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a slug. */
export function toWords(text: string): string[] {
  return text.split(WORD_JOINS).filter((word) => word !== '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[0-9a-f]{2}/giu, ' ').trim();
  }
}
