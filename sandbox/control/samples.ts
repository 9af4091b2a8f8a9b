import { sampleAppMoves, sampleApps } from './app-samples.ts';
import { dayOf } from '../provider/search-request.ts';
import { listExamples } from '../classes/site-classes.ts';
import { oddSites } from '../pages/odd-sites.ts';
import type { Place } from '../world/places.ts';
import { findPlace } from '../world/places.ts';
import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import type { ListedKeyword } from '../world/keywords.ts';
import { isAmerican, languageOf, type Site } from '../world/sites.ts';
import { SAMPLE_TOPICS } from '../world/sample-topics.ts';
import { storeCategories } from '../world/apps/store-categories.ts';
import type { Topic } from '../world/topics.ts';

const SITES_PER_TOPIC = 6;
const GERMAN_TOPICS = ['invoicing', 'running-shoes', 'plumber', 'personal-finance'];
const NO_RESULTS = ['qwrtzpsdfg', 'xkcvbnmlkj hinges', 'bvnmxzlkjh repair kit'];

/** Samples are chosen on a fixed day, so that they stay the same. */
const SAMPLE_DAY = dayOf(new Date('2026-11-01T00:00:00Z'));

/** A sample of the world that is good to try things on; the same for a seed, whatever the day, but for apps that come or go after `today`. */
export function sampleWorld(world: World, serp: SerpSource, today: number): Record<string, unknown> {
  const sample = samples.get(world) ?? makeSample(world, serp, SAMPLE_DAY);
  samples.set(world, sample);
  return { ...sample, ...sampleAppMoves(world, today) };
}

const samples = new WeakMap<World, Record<string, unknown>>();

function makeSample(world: World, serp: SerpSource, day: number): Record<string, unknown> {
  const topics = SAMPLE_TOPICS.map((id) => world.topics.find((topic) => topic.id === id)).filter((topic) => topic !== undefined);
  const sites = topics.flatMap((topic) => world.sites.filter((site) => site.topic === topic && isAmerican(site)).slice(0, SITES_PER_TOPIC));
  const german = topics
    .filter((topic) => GERMAN_TOPICS.includes(topic.id))
    .flatMap((topic) => world.sites.filter((site) => site.topic === topic && site.home === 'de').slice(0, 2));
  return {
    sites: [...sites, ...german].map((site) => toSite(world, site)),
    foreign_sites: world.sites.filter(({ home }) => home === 'fr' || home === 'es').map((site) => toSite(world, site)),
    keywords: sampleKeywords(world, serp, { topics, sites, day }),
    no_result_keywords: NO_RESULTS,
    ...sampleApps(world, day),
    categories: storeCategories.map(({ platform, id, parentId, section, name }) => ({
      platform,
      id,
      category_id: id,
      name,
      parent_id: parentId,
      section,
    })),
    local_businesses: sampleBusinesses(world, topics),
    linking_sites: listExamples().map(({ host, name, class: { tier1Type, domainType, propertyType, language } }) => ({
      domain: host,
      name,
      tier1_type: tier1Type,
      domain_type: domainType,
      property_type: propertyType,
      language,
    })),
    odd_sites: [...oddSites.values()].map(({ host, summary }) => ({ host, summary })),
  };
}

function toSite(world: World, site: Site): Record<string, unknown> {
  return {
    domain: site.domain,
    name: site.name,
    business_type: site.businessType,
    domain_type: site.domainType,
    tier1_type: site.tier1Type,
    language: languageOf(site),
    topic: site.topic?.id ?? null,
    subdomains: site.subdomains,
    competitors: world.listCompetitors(site).map((competitor) => competitor.domain),
  };
}

interface KeywordSample {
  readonly topics: readonly Topic[];
  readonly sites: readonly Site[];
  readonly day: number;
}

/** English ones first, each with at least two of the listed sites among the organic results. */
function sampleKeywords(world: World, serp: SerpSource, { topics, sites, day }: KeywordSample): Record<string, unknown>[] {
  const domains = new Set(sites.map((site) => site.domain));
  const listed = world.keywords.list();
  const rows = (topic: Topic, language: 'en' | 'de'): readonly ListedKeyword[] =>
    listed.filter((keyword) => keyword.topic === topic && keyword.language === language);
  const show = (keyword: ListedKeyword, locationCode: number): Record<string, unknown> => ({
    keyword: keyword.text,
    location_code: locationCode,
    language_code: keyword.language,
    intent: keyword.intent,
  });
  const isContested = (keyword: ListedKeyword): boolean => countRanking(serp, { keyword: keyword.text, day, domains }) >= 2;
  const spread = (topic: Topic): readonly ListedKeyword[] => rows(topic, 'en').filter((_keyword, index) => index % 41 === 0);
  const american = topics.flatMap((topic) => spread(topic).filter(isContested).slice(0, 5));
  const british = topics.flatMap((topic) => rows(topic, 'en').slice(0, 1));
  const german = topics.flatMap((topic) => rows(topic, 'de').slice(0, 2));
  return [...american.map((row) => show(row, 2840)), ...british.map((row) => show(row, 2826)), ...german.map((row) => show(row, 2276))];
}

const LOOKED_AT = 20;

/** Listed sites among the first organic results, by the very host that the listing names. */
function countRanking(
  serp: SerpSource,
  query: { readonly keyword: string; readonly day: number; readonly domains: ReadonlySet<string> },
): number {
  const place = findPlace(2840) as Place;
  const { ranked } = serp.search({
    keyword: query.keyword,
    place,
    languageCode: 'en',
    device: 'desktop',
    engine: 'google',
    day: query.day,
  });
  return new Set(
    ranked
      .slice(0, LOOKED_AT)
      .map((page) => page.host)
      .filter((host) => query.domains.has(host)),
  ).size;
}

function sampleBusinesses(world: World, topics: readonly Topic[]): Record<string, unknown>[] {
  return topics
    .filter((topic) => topic.kind === 'local')
    .flatMap((topic) =>
      [2840, 2826, 2276].flatMap((code) =>
        world.businesses
          .list(topic, findPlace(code) as Place)
          .slice(0, 4)
          .map((business) => ({
            name: business.title,
            title: business.title,
            cid: business.cid,
            place_id: business.placeId,
            domain: world.findSite(business.host ?? '')?.domain ?? business.host,
            phone: business.phone,
            address: `${business.street}, ${business.city.shortName}`,
            city: business.city.shortName,
            rating: business.rating,
            rating_count: business.ratingCount,
            category: topic.id,
            keyword: topic.subjects.en[0],
            location_code: code,
          })),
      ),
    );
}
