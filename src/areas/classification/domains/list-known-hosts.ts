import type { LabelledItem } from '../models/task.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import { loadDomainTables } from './tables.ts';

/** The hosts of the tables as examples for the models: their names show what others of their kind are called. */
export function listKnownHosts(): LabelledItem[] {
  return [...loadDomainTables().hosts].map(([input, { property }]) => {
    const known = findPropertyType(property);
    return { input, labels: { tier1_type: [known?.tier1Type ?? ''], domain_type: [known?.domainType ?? ''] }, source: 'own:known' };
  });
}
