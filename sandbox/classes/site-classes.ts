import { readFileSync } from 'node:fs';
import { mix, pick } from '../hashing.ts';
import { toTitle } from '../world/names.ts';

/** Names of places that do not exist, one for each number, so that a host made of one belongs to one number only. */

const ONSETS = 'bdfghjklmnprstvw'.split('');
const VOWELS = 'aeiou'.split('');
const CODAS = 'nrlsmtdk'.split('');
const SUFFIXES =
  'ford ville wood field ham ley mere dale ton bury stead worth wick port haven bridge brook burg berg bach heim dorf hausen stadt gate hill mont mouth land side combe don well water holm by thorpe minster stone grove park crest view bay point ridge lake fell'.split(
    ' ',
  );
const DIGITS = [ONSETS, VOWELS, CODAS, ONSETS, VOWELS, SUFFIXES] as const;

/** Numbers below this have a name of their own. */
const TOWNS = 2 ** 21;
/** Odd, so that neighbours lie far apart and none falls on another. */
const SCATTER = 1_174_483;

/** A pattern that matches names of towns and nothing else. */
const TOWN_PATTERN = `[${ONSETS.join('')}][aeiou][${CODAS.join('')}][${ONSETS.join('')}][aeiou](?:${SUFFIXES.join('|')})`;

/** A kind of site that links to others, with the hosts that such sites have. */
export interface SiteClass {
  /** `dead`: the host does not answer. */
  readonly propertyType: string;
  readonly tier1Type: string;
  readonly domainType: string;
  /** What the vendor of links takes such sites for: one letter of `GROUPS`. */
  readonly group: string;
  readonly weight: number;
  readonly language: string;
  /** Hosts, `{t}` standing for a town. */
  readonly hosts: readonly string[];
  /** Name of the site; `{T}` is the town. */
  readonly name: string;
  /** Page types that link to others. */
  readonly pages: readonly string[];
  /** What it says of itself. */
  readonly blurb: string;
}

/** A host that a class has made. */
export interface LinkingSite {
  readonly host: string;
  readonly name: string;
  readonly class: SiteClass;
}

const CLASSES = readFileSync(new URL('site-classes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(parseClass);

/** By group, each class as often as it weighs. */
const BY_GROUP = new Map<string, readonly SiteClass[]>(
  Object.entries(Object.groupBy(CLASSES, ({ group }) => group)).map(([group, classes = []]) => [
    group,
    classes.flatMap((one) => Array.from({ length: one.weight }, () => one)),
  ]),
);

/** Groups by the platform types that the vendor gives them. */
const GROUPS: Readonly<Record<string, string>> = {
  'cms,blogs': 'B',
  blogs: 'B',
  cms: 'C',
  organization: 'O',
  'cms,news': 'N',
  'message-boards': 'M',
  ecommerce: 'E',
  wikis: 'W',
  unknown: 'U',
};

/** An invented site that the vendor takes for these platform types; each place has a host of its own. */
export function inventSite(platformTypes: readonly string[], place: number, hash: number): Pick<LinkingSite, 'host' | 'class'> {
  const classes = BY_GROUP.get(GROUPS[platformTypes.join(',')] ?? 'U') ?? CLASSES;
  const siteClass = pick(classes, hash);
  return { host: pick(siteClass.hosts, mix(hash, 1)).replace('{t}', townName(place)), class: siteClass };
}

const MATCHERS = CLASSES.flatMap((one) =>
  one.hosts.map((host) => ({
    class: one,
    pattern: new RegExp(`^(?:www\\.)?${host.replaceAll('.', '\\.').replace('{t}', `(${TOWN_PATTERN})`)}$`, 'u'),
  })),
);
const FOUND_MAX = 20_000;
const found = new Map<string, LinkingSite | undefined>();

/** The site behind a host that `inventSite` may have made. */
export function findLinkingSite(host: string): LinkingSite | undefined {
  if (!found.has(host)) {
    if (found.size >= FOUND_MAX) found.clear();
    found.set(host, decode(host));
  }
  return found.get(host);
}

function decode(host: string): LinkingSite | undefined {
  for (const { class: one, pattern } of MATCHERS) {
    const town = pattern.exec(host)?.[1];
    if (town !== undefined) return { host, name: one.name.replace('{T}', toTitle(town)), class: one };
  }
  return undefined;
}

/** Every class, with an example of its hosts: samples of the world. */
export function listExamples(): readonly LinkingSite[] {
  return CLASSES.flatMap(({ hosts }, place) => {
    const host = (hosts[0] ?? '').replace('{t}', townName(place + 1));
    return findLinkingSite(host) ?? [];
  });
}

function parseClass(line: string): SiteClass {
  const [
    propertyType = '',
    tier1Type = '',
    domainType = '',
    group = '',
    weight,
    language = '',
    hosts = '',
    name = '',
    pages = '',
    blurb = '',
  ] = line.split('\t');
  return {
    propertyType,
    tier1Type,
    domainType,
    group,
    weight: Number(weight),
    language,
    hosts: hosts.split(' '),
    name,
    pages: pages.split(','),
    blurb,
  };
}

/** A name of five letters and an ending: `haldeford`. */
function townName(number: number): string {
  let rest = (number * SCATTER) % TOWNS;
  let name = '';
  for (const letters of DIGITS) {
    name += letters[rest % letters.length] ?? '';
    rest = Math.floor(rest / letters.length);
  }
  return name;
}
