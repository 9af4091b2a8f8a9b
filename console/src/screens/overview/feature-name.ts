import { capitalize } from '#data/words.ts';

const ABBREVIATIONS: Readonly<Record<string, string>> = { ai: 'AI', faq: 'FAQ' };

/** `people_also_ask` as people read it: `People also ask`. */
export function toFeatureName(feature: string): string {
  const words = feature.split('_').map((word) => ABBREVIATIONS[word] ?? word);
  return capitalize(words.join(' '));
}
