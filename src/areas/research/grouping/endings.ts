/**
 * Endings that forms of one word differ by, by language, the longest first. No grammar: it is enough that the forms of
 * a word usually come to the same stem and different words do not.
 */
export const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  en: ['ies', 'es', 's', 'y', 'e'],
  de: ['innen', 'ern', 'en', 'er', 'es', 'em', 'e', 'n', 's'],
  fr: ['aux', 'es', 's', 'x', 'e'],
  es: ['es', 'os', 'as', 's', 'o', 'a', 'e'],
  it: ['i', 'e', 'o', 'a'],
  pt: ['oes', 'es', 'os', 'as', 's', 'o', 'a', 'e'],
  nl: ['en', 's', 'e'],
  sv: ['orna', 'arna', 'erna', 'or', 'ar', 'er', 'en', 'et', 'a'],
  da: ['erne', 'ene', 'er', 'en', 'et', 'e'],
  pl: ['ami', 'ach', 'ow', 'om', 'ie', 'y', 'i', 'a', 'e', 'u'],
};
/** What is left of a word has at least so many letters. */
const STEM_LENGTH_MIN = 4;

/** @param word folded */
export function toStem(word: string, languageCode: string): string {
  const endings = ENDINGS[languageCode.split('-')[0] ?? ''] ?? [];
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= STEM_LENGTH_MIN);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
