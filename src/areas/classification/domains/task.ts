import type { Task } from '../models/task.ts';
import { toDomainFeatures } from './features.ts';
import { findAll } from './find.ts';
import { judgeDomainByRules } from './judge-domain-by-rules.ts';
import { listKnownHosts } from './list-known-hosts.ts';
import { readHost } from './read-host.ts';
import { getDomain } from 'tldts';

/** What is trained and measured of domains. */
export const domainTask: Task = {
  name: 'domains',
  dimensions: [
    { name: 'tier1_type', evalPart: 0 },
    { name: 'domain_type', evalPart: 1 },
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
