import { getDomain } from 'tldts';
import type { Task, LabelledItem } from '../models/task.ts';
import { toDomainFeatures } from './features.ts';
import { findAll } from './find.ts';
import { stateOfDomain } from './judge-domain-by-rules.ts';
import { readHost } from './read-host.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import { loadDomainTables } from './tables.ts';

/** They are many, famous and short: less than a row each leaves the last word to examples of ordinary sites. */
const WEIGHT = 0.8;

/** What is trained and measured of domains. */
export const domainTask: Task = {
  name: 'domains',
  dimensions: [
    { name: 'tier1_type', evalPart: 0, options: { learningRate: 0.025 } },
    { name: 'domain_type', evalPart: 1 },
  ],
  toFeatures: (input) => {
    const host = readHost(input);
    return toDomainFeatures(host, findAll(host));
  },
  stateByRules: stateOfDomain,
  toGroup: (host) => getDomain(host, { allowPrivateDomains: false }) ?? host,
  examples: new URL('./examples.tsv', import.meta.url),
  known: listKnownHosts,
};

/** The hosts of the tables as examples for the models: their names show what others of their kind are called. */
function listKnownHosts(): LabelledItem[] {
  return [...loadDomainTables().hosts].map(([input, { property }]) => {
    const known = findPropertyType(property);
    return {
      input,
      labels: { tier1_type: [known?.tier1Type ?? ''], domain_type: [known?.domainType ?? ''] },
      source: 'own:known',
      weight: WEIGHT,
    };
  });
}
