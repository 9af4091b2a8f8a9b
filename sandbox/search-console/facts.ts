import { mix, signed, unit } from '../hashing.ts';
import type { SerpSource } from '../serp/index.ts';
import type { ResultPages } from '../serp/layout.ts';
import { isShown } from '../serp/features.ts';
import { addressOf } from '../serp/texts.ts';
import type { World } from '../world/index.ts';
import { measureKeyword, type KeywordFacts } from '../world/keywords.ts';
import { findPlace, type Place } from '../world/places.ts';
import { languageOf, type Home, type Site } from '../world/sites.ts';

/** What the people of a country saw and clicked of one page for one query on one day and kind of device. */
export interface DayFact {
  readonly query: string;
  /** Left out of rows by query, because too few people ask so. */
  readonly isHidden: boolean;
  /** Its address. */
  readonly page: string;
  /** Three letters, lower case. */
  readonly country: string;
  readonly device: 'DESKTOP' | 'MOBILE';
  readonly impressions: number;
  readonly clicks: number;
  /** Average place of this page among everything but advertisements. */
  readonly position: number;
  /** Whether it is the topmost page of the site there. */
  readonly isTopmost: boolean;
}

/** The average place is at most so far from that of the result page of the day. */
export const NOISE_PLACES = 0.5;

const MARKETS: Readonly<Record<Home, readonly [code: number, iso3: string][]>> = {
  world: [
    [2840, 'usa'],
    [2826, 'gbr'],
  ],
  us: [[2840, 'usa']],
  uk: [[2826, 'gbr']],
  de: [[2276, 'deu']],
  fr: [[2250, 'fra']],
  es: [[2724, 'esp']],
};
const DEVICES = [
  ['desktop', 'DESKTOP', 0.42],
  ['mobile', 'MOBILE', 0.58],
] as const;
/** Subjects of the topic that the site is found by. */
const QUERIES_MAX = 40;
const DAYS_A_MONTH = 30.4;
/** Queries of fewer people in two to three months have no row of their own. */
const PEOPLE_MIN = 60;
const MONTHS_OF_PEOPLE = 2.5;
/** Beside each query there are rare ones of the same meaning, which are always hidden. */
const RARE_SHARE = 0.55;
/** Who sees a result at all, by its place. */
const SEEN: readonly (readonly [place: number, share: number])[] = [
  [3, 1],
  [10, 0.8],
  [20, 0.22],
  [30, 0.08],
  [50, 0.03],
  [100, 0.01],
];
const CLICK_SHARES = [0.27, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.03, 0.02];
const DEEP_CLICK_SHARE = 0.008;
const OVERVIEW_FACTOR = 0.6;
const PACK_FACTOR = 0.75;
const PER_PAGE = 10;
const WEEKEND_FACTOR = 0.8;
const KEPT_MAX = 300;

export interface FactSource {
  /** @param day days since 1970 */
  list(site: Site, day: number): readonly DayFact[];
  clear(): void;
}

/** Everything that Search Console counts is made of the result pages of the day. */
export function makeFactSource(world: World, serp: Pick<SerpSource, 'search'>): FactSource {
  const kept = new Map<string, readonly DayFact[]>();
  return {
    list(site, day) {
      const key = `${day} ${site.domain}`;
      const found = kept.get(key);
      if (found !== undefined) return found;
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(oldest);
      const made = queriesOf(world, site).flatMap((facts) => factsOf(serp, site, facts, day));
      kept.set(key, made);
      return made;
    },
    clear: () => kept.clear(),
  };
}

/** What the site is found by: some keywords of its topic, and its name. */
function queriesOf(world: World, site: Site): readonly KeywordFacts[] {
  const topic = site.topic ?? world.topics[site.hash % world.topics.length];
  const language = languageOf(site);
  const listed = world.keywords.list().filter((keyword) => keyword.topic === topic && keyword.language === language);
  const facts = listed.map(({ text }) => world.keywords.describe(text));
  const chosen = facts.toSorted((left, right) => mix(left.hash, site.hash) - mix(right.hash, site.hash)).slice(0, QUERIES_MAX);
  return [world.keywords.describe(site.name.toLowerCase()), ...chosen];
}

function factsOf(serp: Pick<SerpSource, 'search'>, site: Site, facts: KeywordFacts, day: number): DayFact[] {
  const markets = MARKETS[site.home].flatMap(([code, iso3]) => {
    const place = findPlace(code);
    return place === undefined ? [] : [{ place, iso3 }];
  });
  const people = markets.reduce((sum, { place }) => sum + MONTHS_OF_PEOPLE * measureKeyword(facts, place.country).searchVolume, 0);
  return markets.flatMap((market) =>
    DEVICES.flatMap(([device, name, share]) => {
      const pages = serp.search({
        keyword: facts.text,
        place: market.place,
        languageCode: languageOf(site),
        device,
        engine: 'google',
        day,
      });
      const searches = searchesOn(facts, market.place, day) * share;
      const salt = mix(mix(facts.hash, day), mix(market.place.code, device.length));
      const places = listPlaces(pages, site);
      const common = { country: market.iso3, device: name };
      const named = { ...common, query: facts.text, isHidden: people < PEOPLE_MIN };
      const rare = { ...common, query: `${facts.text} *`, isHidden: true };
      return [
        ...toShown(places.map((place, index) => ({ ...named, page: place.page, ...count(pages, place, searches, mix(salt, index)) }))),
        ...toShown(
          places.map((place, index) => ({
            ...rare,
            page: place.page,
            ...count(pages, place, searches * RARE_SHARE, mix(salt, index + 100)),
          })),
        ),
      ];
    }),
  );
}

/** The pages that someone saw, the best first: where several did, the property is counted by the topmost one. */
function toShown(facts: readonly Omit<DayFact, 'isTopmost'>[]): DayFact[] {
  return facts.filter(({ impressions }) => impressions > 0).map((fact, index) => ({ ...fact, isTopmost: index === 0 }));
}

function searchesOn(facts: KeywordFacts, place: Place, day: number): number {
  const weekday = (day + 4) % 7;
  const ofDay = weekday === 0 || weekday === 6 ? WEEKEND_FACTOR : 1.08;
  return (measureKeyword(facts, place.country).searchVolume / DAYS_A_MONTH) * ofDay * (1 + 0.15 * signed(mix(facts.hash, day)));
}

interface PlaceOfPage {
  readonly page: string;
  readonly place: number;
}

/** Where the pages of a site stand, the best first: everything counts but advertisements, and a pack is one place. */
function listPlaces(pages: ResultPages, site: Site): PlaceOfPage[] {
  const places: PlaceOfPage[] = [];
  pages.ranked.forEach((result, at) => {
    if (result.site === site && at < 100) places.push({ page: addressOf(result, pages.query), place: placeAt(pages, at) });
  });
  return places;
}

/** @param at index among the organic results */
function placeAt(pages: ResultPages, at: number): number {
  let place = 0;
  let organic = 0;
  let hadPack = false;
  for (const item of pages.page(1)) {
    if (item.type === 'paid' || item.side === 'right' || (item.type === 'local_pack' && hadPack)) continue;
    hadPack ||= item.type === 'local_pack';
    place += 1;
    if (item.type === 'organic' && organic++ === at) return place;
  }
  return place + at - Math.min(at, PER_PAGE - 1);
}

function count(pages: ResultPages, { place }: PlaceOfPage, searches: number, salt: number) {
  const seen = SEEN.find(([last]) => place <= last)?.[1] ?? 0;
  const impressions = Math.floor(searches * seen + unit(salt));
  const clicks = Math.min(impressions, Math.floor(impressions * clickShare(pages, place) + unit(mix(salt, 3))));
  const position = Math.max(1, place + NOISE_PLACES * signed(mix(salt, 5)));
  return { impressions, clicks, position };
}

function clickShare({ query }: ResultPages, place: number): number {
  const share = CLICK_SHARES[place - 1] ?? DEEP_CLICK_SHARE;
  return share * (isShown('ai_overview', query) ? OVERVIEW_FACTOR : 1) * (query.facts.isLocal ? PACK_FACTOR : 1);
}
