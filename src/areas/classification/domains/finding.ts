import type { Group } from './read-groups.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** What one rule says of a host. */
export interface Finding {
  readonly property: string;
  /** From 0 to 100. */
  readonly confidence: number;
  readonly evidence: string;
  /** Names the rule for models and measurements: `host`, `suffix:gov.*`, `word:end:news`. */
  readonly rule: string;
}

export type Finder = (host: HostName, tables: DomainTables) => Finding[];

export function toFinding({ property, confidence }: Group, rule: string, evidence: string): Finding {
  return { property, confidence, rule, evidence };
}
