import type { LabelledItem } from '../models/task.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import { loadDomainTables } from './tables.ts';

/** They are many, famous and short: a tenth each leaves the last word to examples of ordinary sites. */
const WEIGHT = 0.1;

/** The hosts of the tables as examples for the models: their names show what others of their kind are called. */
export function listKnownHosts(): LabelledItem[] {
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
