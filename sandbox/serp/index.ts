import { normalizeKeyword } from '#kernel/text.ts';
import { rankBusinesses, type Business } from '../world/businesses.ts';
import type { World } from '../world/index.ts';
import type { Place } from '../world/places.ts';
import { layOut, type Ranking, type ResultPages } from './layout.ts';
import { queryKey, type Device, type SearchEngine, type SerpQuery } from './query.ts';
import { countPages, makeContest, rankPages, type RankedPage } from './ranking.ts';
import { makeStandings, type Standings } from './standings.ts';

/** A search: keyword, place, device and day. */
export interface Search {
  readonly keyword: string;
  readonly place: Place;
  readonly languageCode: string;
  readonly device: Device;
  readonly engine: SearchEngine;
  readonly day: number;
}

/** The engines of the world: the one source of what is served and of what is true. */
export interface SerpSource {
  /** All pages; none when the engine finds nothing. */
  search(search: Search): ResultPages;
  /** Places in the order of the map. */
  searchPlaces(search: Search): readonly Business[];
  /** The same pages read by site. */
  readonly standings: Standings;
  /** Makes a site lose places. */
  addFall(fall: Fall): void;
  clearFalls(): void;
}

const KEPT_MAX = 400;
const HOPELESS_WORDS = 7;
const NOTHING: Ranking = { count: 0, rank: () => [] };

export function makeSerpSource(world: World): SerpSource {
  const contest = makeContest(world.sites, world.topics);
  const kept = new Map<string, ResultPages>();
  const falls: Fall[] = [];

  const toQuery = (search: Search): SerpQuery => ({
    facts: world.keywords.describe(normalizeKeyword(search.keyword)),
    place: search.place,
    languageCode: search.languageCode,
    device: search.device,
    engine: search.engine,
    day: search.day,
  });

  const pages: Pick<SerpSource, 'search' | 'searchPlaces'> = {
    search(search) {
      const query = toQuery(search);
      const key = queryKey(query);
      const found = kept.get(key);
      if (found !== undefined) return found;
      if (kept.size >= KEPT_MAX) kept.clear();
      const ranking = findsNothing(query)
        ? NOTHING
        : { count: countPages(contest, query), rank: () => applyFalls(rankPages(contest, query), query, falls) };
      const made = layOut(query, ranking, world.businesses);
      kept.set(key, made);
      return made;
    },
    searchPlaces(search) {
      const { facts, place, day } = toQuery(search);
      return facts.isHopeless ? [] : rankBusinesses(world.businesses.list(facts.topic, place), facts.hash, day);
    },
  };
  const standings = makeStandings(world, pages);
  const forget = (): void => {
    kept.clear();
    standings.clear();
  };
  return {
    ...pages,
    standings,
    addFall(fall) {
      falls.push(fall);
      forget();
    },
    clearFalls() {
      falls.length = 0;
      forget();
    },
  };
}

/** Gibberish, and one in five of the very long phrases that are not listed. */
function findsNothing({ facts }: SerpQuery): boolean {
  return facts.isHopeless || (!facts.isKnown && facts.text.split(' ').length >= HOPELESS_WORDS && facts.hash % 5 === 0);
}

/** A site that loses places for some keywords from a day on. */
interface Fall {
  readonly domain: string;
  /** Normalized. */
  readonly keywords: ReadonlySet<string>;
  readonly places: number;
  /** Days since 1970: the first one, and the first one without it. */
  readonly from: number;
  readonly until: number;
}

/** The organic results with the falls that hold on the day of the query. What would stand below the last result is gone. */
function applyFalls(ranked: readonly RankedPage[], query: SerpQuery, falls: readonly Fall[]): readonly RankedPage[] {
  const places = new Map<string, number>();
  for (const fall of falls) {
    if (fall.keywords.has(query.facts.text) && query.day >= fall.from && query.day < fall.until)
      places.set(fall.domain, (places.get(fall.domain) ?? 0) + fall.places);
  }
  if (places.size === 0) return ranked;
  const fallen = ranked.map((page, at) => ({ page, at, lost: places.get(page.site.domain) ?? 0 }));
  const others = fallen.filter(({ lost }) => lost === 0).map(({ page }) => page);
  for (const { page, at, lost } of fallen) if (lost > 0 && at + lost < ranked.length) others.splice(at + lost, 0, page);
  return others;
}
