import { toFinding, type Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** What is part of a known site is usually of its kind; forums, shops and blogs of it have rules of their own. */
const PART_CONFIDENCE = 66;

/** Hosts that are known by name, themselves or by the domain that they are a part of. */
export function findByHost({ host, registrable }: HostName, { hosts }: DomainTables): Finding[] {
  const own = hosts.get(host);
  if (own !== undefined) return [toFinding(own, 'host', `${own.reason} (${host})`)];
  const whole = registrable === undefined ? undefined : hosts.get(registrable);
  if (whole === undefined) return [];
  return [toFinding({ ...whole, confidence: PART_CONFIDENCE }, 'part', `part of a ${whole.reason} (${registrable ?? ''})`)];
}
