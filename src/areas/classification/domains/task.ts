import type { Task } from '../models/task.ts';
import { toDomainFeatures } from './features.ts';
import { getDomain } from 'tldts';

/** What is trained and measured of domains. */
export const domainTask: Task = {
  name: 'domains',
  dimensions: [
    { name: 'tier1_type', evalPart: 0 },
    { name: 'domain_type', evalPart: 1 },
  ],
  toFeatures: toDomainFeatures,
  judgeByRules: () => [],
  toGroup: (host) => getDomain(host, { allowPrivateDomains: false }) ?? host,
  examples: new URL('./examples.tsv', import.meta.url),
};
