import type { Task } from '../models/task.ts';
import { toKeywordFeatures } from './features.ts';

/** What is trained and measured of keywords. */
export const keywordTask: Task = {
  name: 'keywords',
  dimensions: [{ name: 'intent_type', evalPart: 0 }],
  toFeatures: toKeywordFeatures,
  judgeByRules: () => [],
  toGroup: (keyword) => keyword.toLowerCase(),
  examples: new URL('./examples.tsv', import.meta.url),
};
