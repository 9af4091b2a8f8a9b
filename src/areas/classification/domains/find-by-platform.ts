import { toFinding, type Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** Sites on the platforms of others. What the platform itself is says nothing of them. */
export function findByPlatform({ host }: HostName, { platforms }: DomainTables): Finding[] {
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const parent = host.slice(dot + 1);
    const group = platforms.get(parent) ?? platforms.get(toAnyCountry(parent));
    if (group !== undefined) return [toFinding(group, `platform:${parent}`, `hosted at ${parent}, ${group.reason}`)];
  }
  return [];
}

/** `blogspot.co.uk` and `blogspot.de` are `blogspot.*`. */
function toAnyCountry(host: string): string {
  return `${host.slice(0, Math.max(0, host.indexOf('.')))}.*`;
}
