import { findByGivenName } from './find-by-given-name.ts';
import { findByHost } from './find-by-host.ts';
import { findByLabel } from './find-by-label.ts';
import { findByPlace } from './find-by-place.ts';
import { findByPlatform } from './find-by-platform.ts';
import { findByShape } from './find-by-shape.ts';
import { findBySuffix } from './find-by-suffix.ts';
import { findByWord } from './find-by-word.ts';
import type { Finder, Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import { loadDomainTables } from './tables.ts';

const FINDERS: readonly Finder[] = [findByHost, findByLabel, findBySuffix, findByShape, findByPlace, findByGivenName, findByWord];
const FINDERS_OF_HOSTED: readonly Finder[] = [findByShape, findByGivenName, findByWord];
/** A name inside a platform is chosen freely: `bobs-bank.blogspot.com` is a blog. */
const HOSTED_WORD_CONFIDENCE_MAX = 60;

/** Everything that rules find of a host. */
export function findAll(host: HostName): Finding[] {
  const tables = loadDomainTables();
  const isKnown = tables.hosts.has(host.host);
  const platform = isKnown ? [] : findByPlatform(host, tables);
  if (platform.length === 0) return FINDERS.flatMap((find) => find(host, tables));
  // What the platform itself is, its name and its suffix say nothing of the site.
  const inside = { ...host, name: host.subLabels.at(-1) ?? host.name, subLabels: host.subLabels.slice(0, -1) };
  const others = FINDERS_OF_HOSTED.flatMap((find) => find(inside, tables));
  return [...platform, ...others.map((finding) => ({ ...finding, confidence: Math.min(finding.confidence, HOSTED_WORD_CONFIDENCE_MAX) }))];
}
