import { toFinding, type Finding } from './finding.ts';
import type { Group } from './read-groups.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** The longest suffix of the table that the host ends with. */
export function findBySuffix({ host, isIp }: HostName, { suffixes }: DomainTables): Finding[] {
  if (isIp) return [];
  for (let from = 0; from !== -1; from = host.indexOf('.', from) + 1 || -1) {
    const suffix = host.slice(from);
    const group = lookUp(suffix, suffixes);
    if (group !== undefined) return [toFinding(group, `suffix:${suffix}`, `suffix .${suffix}`)];
  }
  return [];
}

const COUNTRY_AT_END = /\.[a-z]{2}$/u;
const STATE_BEFORE_COUNTRY = /(?<before>^|\.)[a-z]{2}(?=\.us$)/u;

function lookUp(suffix: string, suffixes: ReadonlyMap<string, Group>): Group | undefined {
  return (
    suffixes.get(suffix) ??
    suffixes.get(suffix.replace(COUNTRY_AT_END, '.*')) ??
    suffixes.get(suffix.replace(STATE_BEFORE_COUNTRY, '$<before>*'))
  );
}
