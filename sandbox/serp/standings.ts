import { pick, mix } from '../hashing.ts';
import type { World } from '../world/index.ts';
import type { KeywordFacts } from '../world/keywords.ts';
import type { Place } from '../world/places.ts';
import type { Site } from '../world/sites.ts';
import type { Topic } from '../world/topics.ts';
import type { SerpSource } from './index.ts';
import type { ResultItem } from './layout.ts';

/** Where and when a standing holds: desktop results of the first engine. */
export interface Market {
  readonly place: Place;
  readonly languageCode: string;
  readonly day: number;
}

/** The best organic result of a site for a keyword. */
export interface Standing {
  readonly facts: KeywordFacts;
  readonly item: ResultItem;
}

/** What sites rank for, read off the result pages themselves. */
export interface Standings {
  /** Best places first. */
  list(site: Site, market: Market): readonly Standing[];
  /** The place for one keyword; undefined when it is not among the first hundred. */
  find(site: Site, keyword: string, market: Market): ResultItem | undefined;
  /** Forgets what was read, because the pages have changed. */
  clear(): void;
}

const PAGES_MAX = 10;
/** Sites about everything are looked for under so many topics. */
const TOPICS_OF_BROAD = 3;
/** Topics, markets and days whose pages are remembered. */
const KEPT_MAX = 12;

export function makeStandings(world: World, serp: Pick<SerpSource, 'search'>): Standings {
  const kept = new Map<string, ReadonlyMap<string, readonly Standing[]>>();
  const ofTopic = (topic: Topic, market: Market): ReadonlyMap<string, readonly Standing[]> => {
    const key = [topic.index, market.place.code, market.languageCode, market.day].join(' ');
    const found = kept.get(key) ?? readTopic(world, serp, topic, market);
    kept.delete(key);
    kept.set(key, found);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(oldest);
    return found;
  };
  return {
    list: (site, market) =>
      topicsOf(world, site)
        .flatMap((topic) => ofTopic(topic, market).get(site.domain) ?? [])
        .toSorted((left, right) => left.item.rankAbsolute - right.item.rankAbsolute || (left.facts.text < right.facts.text ? -1 : 1)),
    find: (site, keyword, market) => readPages(serp, keyword, market).get(site.domain),
    clear: () => kept.clear(),
  };
}

function topicsOf(world: World, site: Site): readonly Topic[] {
  if (site.topic !== undefined) return [site.topic];
  return [...new Set(Array.from({ length: TOPICS_OF_BROAD }, (_unused, place) => pick(world.topics, mix(site.hash, place + 301))))];
}

/** Standings of all sites for the keywords of a topic, by domain. */
function readTopic(world: World, serp: Pick<SerpSource, 'search'>, topic: Topic, market: Market): ReadonlyMap<string, readonly Standing[]> {
  const byDomain = new Map<string, Standing[]>();
  for (const { text } of world.keywords.list().filter((keyword) => keyword.topic === topic && keyword.language === market.languageCode)) {
    const facts = world.keywords.describe(text);
    for (const [domain, item] of readPages(serp, text, market)) {
      const standings = byDomain.get(domain) ?? [];
      standings.push({ facts, item });
      byDomain.set(domain, standings);
    }
  }
  return byDomain;
}

/** The first organic result of each site, by its domain. */
function readPages(serp: Pick<SerpSource, 'search'>, keyword: string, market: Market): ReadonlyMap<string, ResultItem> {
  const pages = serp.search({ keyword, ...market, device: 'desktop', engine: 'google' });
  const best = new Map<string, ResultItem>();
  for (let number = 1; number <= Math.min(PAGES_MAX, pages.pageCount); number += 1) {
    for (const item of pages.page(number)) {
      const domain = item.type === 'organic' ? item.source?.site.domain : undefined;
      if (domain !== undefined && !best.has(domain)) best.set(domain, item);
    }
  }
  return best;
}
