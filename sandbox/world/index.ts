import { hashText } from '../hashing.ts';
import { makeLinkBook, type LinkBook } from '../links/index.ts';
import { makeAppBook, type AppBook } from './apps/apps.ts';
import { makeBusinessBook, type BusinessBook } from './businesses.ts';
import { makeKeywordBook, type KeywordBook } from './keywords.ts';
import { languageOf, makeSites, type Site } from './sites.ts';
import { makeTopics, type Topic } from './topics.ts';

/** Everything that exists, derived from one seed. Parts that cost time are made when first asked for. */
export interface World {
  readonly seed: number;
  readonly topics: readonly Topic[];
  readonly sites: readonly Site[];
  readonly keywords: KeywordBook;
  readonly businesses: BusinessBook;
  readonly apps: AppBook;
  readonly links: LinkBook;
  /** The site that serves a host: its domain or anything below it. */
  findSite(host: string): Site | undefined;
  /** The strongest sites about the same topic in the same country, best first. */
  listCompetitors(site: Site): readonly Site[];
}

const COMPETITORS_MAX = 5;

export function makeWorld(seedText: string): World {
  const seed = hashText(seedText);
  const topics = makeTopics(seed);
  const sites = makeSites(topics, seed);
  const byDomain = new Map(sites.map((site) => [site.domain, site]));
  return {
    seed,
    topics,
    sites,
    keywords: makeKeywordBook(topics, sites, seed),
    businesses: makeBusinessBook(sites, seed),
    apps: makeAppBook(topics, sites, seed),
    links: makeLinkBook(sites.filter((site) => languageOf(site) !== 'fr' && languageOf(site) !== 'es')),
    findSite: (host) => findBySuffix(byDomain, host.toLowerCase()),
    listCompetitors: (site) => listCompetitors(sites, site),
  };
}

function findBySuffix(byDomain: ReadonlyMap<string, Site>, host: string): Site | undefined {
  let rest = host;
  while (rest.includes('.')) {
    const site = byDomain.get(rest);
    if (site !== undefined) return site;
    rest = rest.slice(rest.indexOf('.') + 1);
  }
  return undefined;
}

function listCompetitors(sites: readonly Site[], site: Site): readonly Site[] {
  const isSameField = (other: Site): boolean =>
    site.topic === undefined ? other.reach === site.reach && other.role === site.role : other.topic === site.topic;
  const isNear = (other: Site): boolean => languageOf(other) === languageOf(site);
  return sites
    .filter((other) => other !== site && isSameField(other) && isNear(other))
    .toSorted((left, right) => right.strength - left.strength || left.index - right.index)
    .slice(0, COMPETITORS_MAX);
}
