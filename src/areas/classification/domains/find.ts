import { findByLocation } from './find-by-location.ts';
import { findDomainByShape } from './find-by-shape.ts';
import { findByWord } from './find-by-word.ts';
import { type Finder, type Finding, toFinding } from './finding.ts';
import type { HostName } from './read-host.ts';
import { loadDomainTables, type DomainTables } from './tables.ts';
import type { Group } from './read-groups.ts';

const COUNTRY_AT_END = /\.[a-z]{2}$/u;
const STATE_BEFORE_COUNTRY = /(?<before>^|\.)[a-z]{2}(?=\.us$)/u;

/** What is part of a known site is usually of its kind; forums, shops and blogs of it have rules of their own. */
const PART_CONFIDENCE = 66;

const GIVEN_LENGTH_MIN = 3;
const GIVEN_LENGTH_MAX = 12;
const SURNAME_LENGTH_MIN = 3;
/** A longer rest is no surname. */
const SURNAME_LENGTH_MAX = 14;
/** Three letters begin many words that are no name. */
const LESS_WHEN_SHORT = 24;

const FINDERS: readonly Finder[] = [findByHost, findByLabel, findBySuffix, findDomainByShape, findByLocation, findByGivenName, findByWord];
const FINDERS_OF_HOSTED: readonly Finder[] = [findDomainByShape, findByGivenName, findByWord];
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

/** Names that begin with a given name and could go on with a surname: homepages of persons. */
function findByGivenName({ name, subLabels }: HostName, { givenNames }: DomainTables): Finding[] {
  const label = subLabels.at(0) ?? name;
  const token = label.replaceAll('-', '');
  for (let length = Math.min(GIVEN_LENGTH_MAX, token.length); length >= GIVEN_LENGTH_MIN; length -= 1) {
    const given = token.slice(0, length);
    const group = givenNames.get(given);
    if (group === undefined) continue;
    const rest = token.length - length;
    if (rest !== 0 && (rest < SURNAME_LENGTH_MIN || rest > SURNAME_LENGTH_MAX)) continue;
    const confidence = group.confidence - (length <= GIVEN_LENGTH_MIN ? LESS_WHEN_SHORT : 0);
    const rule = rest === 0 ? 'given-name' : 'given-name-and-more';
    return [toFinding({ ...group, confidence }, rule, `given name '${given}'`)];
  }
  return [];
}

/** Hosts that are known by name, themselves or by the domain that they are a part of. */
function findByHost({ host, registrable }: HostName, { hosts }: DomainTables): Finding[] {
  const own = hosts.get(host);
  if (own !== undefined) return [toFinding(own, 'host', `${own.reason} (${host})`)];
  const whole = registrable === undefined ? undefined : hosts.get(registrable);
  if (whole === undefined) return [];
  return [toFinding({ ...whole, confidence: PART_CONFIDENCE }, 'part', `part of a ${whole.reason} (${registrable ?? ''})`)];
}

/** Sub-domains that say what they are: `shop.`, `forum.`, `docs.`. */
function findByLabel({ subLabels }: HostName, { labels }: DomainTables): Finding[] {
  return subLabels.flatMap((label) => {
    const group = labels.get(label);
    return group === undefined ? [] : [toFinding(group, `label:${label}`, `sub-domain ${label}., ${group.reason}`)];
  });
}

/** Sites on the platforms of others. What the platform itself is says nothing of them. */
function findByPlatform({ host }: HostName, { platforms }: DomainTables): Finding[] {
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

/** The longest suffix of the table that the host ends with. */
function findBySuffix({ host, isIp }: HostName, { suffixes }: DomainTables): Finding[] {
  if (isIp) return [];
  for (let from = 0; from !== -1; from = host.indexOf('.', from) + 1 || -1) {
    const suffix = host.slice(from);
    const group = lookUp(suffix, suffixes);
    if (group !== undefined) return [toFinding(group, `suffix:${suffix}`, `suffix .${suffix}`)];
  }
  return [];
}

function lookUp(suffix: string, suffixes: ReadonlyMap<string, Group>): Group | undefined {
  return (
    suffixes.get(suffix) ??
    suffixes.get(suffix.replace(COUNTRY_AT_END, '.*')) ??
    suffixes.get(suffix.replace(STATE_BEFORE_COUNTRY, '$<before>*'))
  );
}
