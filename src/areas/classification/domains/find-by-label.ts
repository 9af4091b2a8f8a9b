import { toFinding, type Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** Sub-domains that say what they are: `shop.`, `forum.`, `docs.`. */
export function findByLabel({ subLabels }: HostName, { labels }: DomainTables): Finding[] {
  return subLabels.flatMap((label) => {
    const group = labels.get(label);
    return group === undefined ? [] : [toFinding(group, `label:${label}`, `sub-domain ${label}., ${group.reason}`)];
  });
}
