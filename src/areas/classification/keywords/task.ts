import type { Task } from '../models/task.ts';
import { toKeywordFeatures } from './features.ts';
import { stateIntent } from './judge-keyword.ts';
import { readKeyword } from './read-keyword.ts';

const WITHOUT_BRANDS = { brands: [] };

/** What is trained and measured of keywords. */
export const keywordTask: Task = {
  name: 'keywords',
  dimensions: [{ name: 'intent_type', evalPart: 0, measuredAs: { commercial: 'transactional' } }, { name: 'journey' }],
  toFeatures: (keyword) => toKeywordFeatures(readKeyword(keyword, WITHOUT_BRANDS)),
  stateByRules: (keyword) => {
    const stated = stateIntent(readKeyword(keyword, WITHOUT_BRANDS));
    return stated === undefined ? [] : [stated];
  },
  toGroup: (keyword) => keyword.toLowerCase(),
  examples: new URL('./examples.tsv', import.meta.url),
};
