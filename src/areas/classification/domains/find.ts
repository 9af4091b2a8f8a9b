import { findByHost } from './find-by-host.ts';
import { findByLabel } from './find-by-label.ts';
import { findByPlatform } from './find-by-platform.ts';
import { findByShape } from './find-by-shape.ts';
import { findBySuffix } from './find-by-suffix.ts';
import { findByWord } from './find-by-word.ts';
import type { Finder, Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import { loadDomainTables } from './tables.ts';

const FINDERS: readonly Finder[] = [findByHost, findByPlatform, findByLabel, findBySuffix, findByShape, findByWord];

/** Everything that rules find of a host. */
export function findAll(host: HostName): Finding[] {
  const tables = loadDomainTables();
  return FINDERS.flatMap((find) => find(host, tables));
}
