/** Little words that give a language away. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  de: /\b(?:der|die|das|für|welche[rs]?|beste[rs]?|wie|ist|und|was)\b/giu,
  fr: /\b(?:le|la|les|pour|quel(?:le)?s?|meilleurs?|est|comment|des)\b/giu,
  es: /\b(?:el|los|las|para|cuál|mejor(?:es)?|es|cómo|qué)\b/giu,
};
const SIGNS_MIN = 2;

/** What a prompt is written in; English unless two words at least say something else. */
export function guessLanguage(prompt: string): string {
  const counts = Object.entries(SIGNS).map(([code, sign]) => ({ code, count: prompt.match(sign)?.length ?? 0 }));
  const [best] = counts.toSorted((left, right) => right.count - left.count);
  return best !== undefined && best.count >= SIGNS_MIN ? best.code : 'en';
}
