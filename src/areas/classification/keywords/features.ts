import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { findIntentRule } from './intent-rules.ts';
import type { KeywordReading } from './read-keyword.ts';

const COUNTED_MAX = 9;

/** What the models of keywords see of a keyword. */
export function toKeywordFeatures({ folded, tokens, brands, signals }: KeywordReading): Features {
  const rule = findIntentRule(signals);
  const features = new FeatureBuilder(loadWords())
    .addNamed(`first:${tokens[0] ?? ''}`)
    .addNamed(`last:${tokens.at(-1) ?? ''}`)
    .addNamed(`words:${Math.min(COUNTED_MAX, tokens.length)}`)
    .addNamed(`rule:${rule?.name ?? 'none'}`)
    .addNamed(`rule says:${rule?.intent ?? 'nothing'}`)
    .addNamed(`brands:${Math.min(2, brands.length)}`)
    .addWords('query', tokens)
    .addNgrams('query', folded)
    .setVector(tokens);
  for (const signal of signals.keys()) features.addNamed(`signal:${signal}`, 0.7);
  return features.build();
}
