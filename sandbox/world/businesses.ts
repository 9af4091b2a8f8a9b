import { hashText, mix, noise, pick, unit } from '../hashing.ts';
import { familyName, toSlug, toTitle } from './names.ts';
import { cities, type City, type Place } from './places.ts';
import type { Site } from './sites.ts';
import type { Topic } from './topics.ts';

/** A place on the map. */
export interface Business {
  readonly title: string;
  readonly topic: Topic;
  readonly city: City;
  readonly cid: string;
  readonly placeId: string;
  readonly featureId: string;
  /** Host of its web site, if it has one. */
  readonly host: string | null;
  readonly url: string | null;
  readonly phone: string;
  readonly street: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  /** One decimal, 2.5 to 5. */
  readonly rating: number;
  readonly ratingCount: number;
  readonly prominence: number;
  readonly hash: number;
}

const PER_PLACE_MIN = 60;
const PER_PLACE_SPREAD = 80;
const KEPT_MAX = 400;
const STREETS: Readonly<Record<string, readonly string[]>> = {
  US: ['Maple Ave', 'Cedar St', '4th St', 'Lakeview Blvd', 'Harbor Rd', 'Willow Ln', 'Mill Creek Dr'],
  GB: ['High Street', 'Station Road', 'Mill Lane', 'Church Walk', 'Queens Parade', 'Canal Wharf'],
  DE: ['Lindenstraße', 'Bahnhofstraße', 'Am Markt', 'Gartenweg', 'Mühlenweg', 'Uferstraße'],
};
const DIALS: Readonly<Record<string, string>> = { US: '+1', GB: '+44', DE: '+49' };
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface BusinessBook {
  /** The businesses of a topic around a place, the best known first. */
  list(topic: Topic, place: Place): readonly Business[];
}

export function makeBusinessBook(sites: readonly Site[], seed: number): BusinessBook {
  const kept = new Map<string, readonly Business[]>();
  return {
    list(topic, place) {
      const key = `${topic.id} ${place.code}`;
      const found = kept.get(key);
      if (found !== undefined) return found;
      if (kept.size >= KEPT_MAX) kept.clear();
      const businesses = makeBusinesses(topic, place, { sites, seed });
      kept.set(key, businesses);
      return businesses;
    },
  };
}

/** How the map orders businesses for a query on a day. */
export function rankBusinesses(businesses: readonly Business[], keywordHash: number, day: number): readonly Business[] {
  const score = (business: Business): number => {
    const own = mix(business.hash, keywordHash);
    return (
      1.6 * business.prominence +
      0.5 * (business.rating - 4) +
      0.5 * unit(own) +
      0.2 * noise(own, day / 11) +
      0.05 * noise(mix(own, 3), day)
    );
  };
  return businesses
    .map((business) => ({ business, score: score(business) }))
    .toSorted((left, right) => right.score - left.score || left.business.hash - right.business.hash)
    .map(({ business }) => business);
}

function makeBusinesses(topic: Topic, place: Place, world: { readonly sites: readonly Site[]; readonly seed: number }): Business[] {
  const near = citiesOf(place);
  const home = place.country === 'GB' ? 'uk' : place.country === 'DE' ? 'de' : 'us';
  const owners = world.sites.filter((site) => site.topic === topic && site.home === home && site.role !== 'content');
  const placeHash = mix(hashText(topic.id, world.seed), place.code);
  const count = PER_PLACE_MIN + (placeHash % PER_PLACE_SPREAD);
  return Array.from({ length: count }, (_unused, index) => {
    const owner = owners[index];
    // A business with a site of the world is the same one from wherever one looks.
    const hash = owner === undefined ? mix(placeHash, index) : mix(owner.hash, 5);
    return makeBusiness({ topic, city: pick(near, hash), owner, hash });
  });
}

/** The cities of a country, the city itself, or some of the world when the place has none of its own. */
function citiesOf(place: Place): readonly City[] {
  const own = cities.filter((city) => city.code === place.code);
  if (own.length > 0) return own;
  const sameCountry = cities.filter((city) => city.country === place.country);
  return sameCountry.length > 0 ? sameCountry : cities;
}

function makeBusiness(draft: {
  readonly topic: Topic;
  readonly city: City;
  readonly owner: Site | undefined;
  readonly hash: number;
}): Business {
  const { topic, city, owner, hash } = draft;
  const title = owner?.name ?? toTitle(familyName(pick(topic.roots, hash), hash));
  const hasSite = owner !== undefined || mix(hash, 81) % 100 < 70;
  const endings: Readonly<Record<string, string>> = { DE: 'de', GB: 'co.uk' };
  const host = hasSite ? (owner?.host ?? `${toSlug(title)}-${toSlug(city.shortName)}.${endings[city.country] ?? 'com'}`) : null;
  const first = BigInt(hash) * 4_294_967_296n;
  return {
    title,
    topic,
    city,
    cid: (first + BigInt(mix(hash, 83))).toString(),
    placeId: `ChIJ${Array.from({ length: 23 }, (_unused, index) => BASE64.charAt(mix(hash, 100 + index) % 64)).join('')}`,
    featureId: `0x${(first + BigInt(mix(hash, 85))).toString(16)}:0x${(first + BigInt(mix(hash, 83))).toString(16)}`,
    host,
    url: host === null ? null : `https://${host}/`,
    phone: `${DIALS[city.country] ?? '+1'} ${city.areaCode}-555-${String(100 + (mix(hash, 87) % 9_900)).padStart(4, '0')}`,
    street: streetOf(city, hash),
    zip: String(10_000 + (mix(hash, 91) % 89_999)),
    latitude: round(city.latitude + 0.08 * (unit(mix(hash, 93)) - 0.5)),
    longitude: round(city.longitude + 0.08 * (unit(mix(hash, 95)) - 0.5)),
    rating: Math.round(10 * (2.9 + 2.1 * Math.sqrt(unit(mix(hash, 97))))) / 10,
    ratingCount: Math.round(4 + 900 * unit(mix(hash, 99)) ** 3),
    prominence: owner === undefined ? unit(mix(hash, 101)) : 0.55 + 0.5 * owner.strength,
    hash,
  };
}

function streetOf(city: City, hash: number): string {
  const street = pick(STREETS[city.country] ?? STREETS['US'] ?? [], mix(hash, 89));
  const number = 1 + (mix(hash, 103) % 240);
  return city.country === 'DE' ? `${street} ${number}` : `${number} ${street}`;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
