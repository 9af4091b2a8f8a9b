import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';

const WORD = /[\p{L}\p{N}]+/gu;
const LENGTH_MAX = 200;
const COUNTED_MAX = 9;

/** What the models of keywords see of a query. */
export function toKeywordFeatures(keyword: string): Features {
  const table = loadWords();
  const text = keyword.toLowerCase().slice(0, LENGTH_MAX);
  const words = text.match(WORD) ?? [];
  return new FeatureBuilder(table)
    .addNamed(`first:${words[0] ?? ''}`)
    .addNamed(`last:${words.at(-1) ?? ''}`)
    .addNamed(`words:${Math.min(COUNTED_MAX, words.length)}`)
    .addWords('query', words)
    .addNgrams('query', text)
    .setVector(words)
    .build();
}
