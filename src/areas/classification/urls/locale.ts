/** Codes of languages and countries in paths. Left out are those that paths use as words: `id`, `my`, `me`, `to`, `tv`, `in`, `is`, `ai`. */
const CODES = new Set(
  (
    'en de fr es pt it nl sv da no nb nn fi pl cs sk sl hr sr hu ro bg ru uk el tr ja jp zh cn ko kr ar he fa hi th vi et lv lt ca eu gl ms tl ur bn ta te ' +
    'us gb au nz ie za at ch be lu mx br cl co pe uy ec sg hk tw ph ae sa il eg ng ke se dk cz gr ua eng ger deu fra esp ita int intl'
  ).split(' '),
);
const REGIONAL = /^(?:[a-z]{2}[-_][a-z]{2}|[a-z]{2}[-_](?:hans|hant|latn|cyrl|419)(?:[-_][a-z]{2})?|[a-z]{2,3}[-_](?:int|intl|eu))$/u;
const DEPTH_MAX = 2;

/** Whether the segment at this index names a language or country and says nothing of the kind of page. */
export function isLocale(segment: string, index: number): boolean {
  return REGIONAL.test(segment)
    ? CODES.has(segment.slice(0, 2)) || CODES.has(segment.slice(3, 5))
    : index < DEPTH_MAX && CODES.has(segment);
}
