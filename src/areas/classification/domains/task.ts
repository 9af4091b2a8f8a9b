import type { Task } from '../models/task.ts';
import type { TrainingOptions } from '../models/train-model.ts';
import { toDomainFeatures } from './features.ts';
import { findAll } from './find.ts';
import { judgeDomainByRules } from './judge-domain-by-rules.ts';
import { listKnownHosts } from './list-known-hosts.ts';
import { readHost } from './read-host.ts';
import { getDomain } from 'tldts';

/** Small steps: the rules are few and strong features among many weak ones. */
const OPTIONS: TrainingOptions = { epochs: 15, learningRate: 0.05 };

/** What is trained and measured of domains. */
export const domainTask: Task = {
  name: 'domains',
  dimensions: [
    { name: 'tier1_type', evalPart: 0, options: OPTIONS },
    { name: 'domain_type', evalPart: 1, options: OPTIONS },
  ],
  toFeatures: (input) => {
    const host = readHost(input);
    return toDomainFeatures(host, findAll(host));
  },
  judgeByRules: judgeDomainByRules,
  toGroup: (host) => getDomain(host, { allowPrivateDomains: false }) ?? host,
  examples: new URL('./examples.tsv', import.meta.url),
  known: listKnownHosts,
};
