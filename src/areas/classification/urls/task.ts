import type { Task } from '../models/task.ts';
import { toUrlFeatures } from './features.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import { readUrl } from './read-url.ts';
import { judgeUrlByRules } from './judge-url-by-rules.ts';
import { getDomain } from 'tldts';

/** What is trained and measured of addresses. */
export const urlTask: Task = {
  name: 'urls',
  dimensions: [
    {
      name: 'page_type',
      evalPart: 1,
      options: { learningRate: 0.1 },
      derived: [{ name: 'page_bucket', evalPart: 0, toLabel: findPageBucket }],
    },
  ],
  toFeatures: (url) => toUrlFeatures(readUrl(url, [])),
  judgeByRules: (url) => judgeUrlByRules(url, []),
  toGroup: (url) => getDomain(url, { allowPrivateDomains: false }) ?? url,
  examples: new URL('./examples.tsv', import.meta.url),
};
