import { toKeywordId, type WatchedAsset } from '#areas/keywords/index.ts';
import { hostMatches, normalizeHost } from '#areas/domains/index.ts';
import { findCountry, findNamedLocations, isLanguageCode, isLocationCode } from '#areas/projects/index.ts';
import type { PointSubject, Reading, ImportScale, Quality } from '../formats/format.ts';
import type { Mapping } from './mapping.ts';
import { resolveValue } from './meanings.ts';

/** A point as it is kept. */
export interface ResolvedPoint {
  readonly keywordId: string;
  readonly keyword: string;
  readonly domain: string;
  readonly engine: 'engine_a' | 'engine_b';
  readonly device: 'desktop' | 'mobile';
  readonly locationCode: number;
  readonly languageCode: string;
  readonly day: string;
  readonly outcome: 'ranked' | 'not_found' | 'unknown';
  readonly position: number | null;
  readonly depth: number | null;
  readonly url: string;
  readonly scale: ImportScale;
  readonly quality: Quality;
  readonly row: number;
}

/** Why a point cannot be kept, or that a text of it has no meaning yet. */
export type Resolved = { readonly point: ResolvedPoint } | { readonly problem: string } | { readonly open: true };

export interface ResolveWorld {
  readonly mapping: Mapping;
  readonly ownerId: string | null;
  /** The project's websites. */
  readonly sites: readonly Pick<WatchedAsset, 'value' | 'aliases' | 'hasSubdomains'>[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly defaults: { readonly locationCode: number; readonly languageCode: string };
}

type SubjectFacts = Pick<ResolvedPoint, 'keywordId' | 'keyword' | 'domain' | 'engine' | 'device' | 'locationCode' | 'languageCode'>;

const ENGINES: Readonly<Record<string, 'engine_a' | 'engine_b'>> = {
  google: 'engine_a',
  engine_a: 'engine_a',
  bing: 'engine_b',
  engine_b: 'engine_b',
};
const KEYWORD_LENGTH_MAX = 700;
const POSITION_MAX = 1_000;
const FIRST_DAY = '1998-01-01';
const URL_LENGTH_MAX = 2_048;
const SUBJECTS_MAX = 20_000;

/** A result page as it is kept. */
export interface ResolvedPage extends Pick<ResolvedPoint, 'keywordId' | 'engine' | 'day' | 'row'> {
  readonly urls: readonly string[];
}

/** A page belongs to no website, so that it can say of each where it stood; undefined: its keyword or day cannot be. */
export function resolvePage(
  { subject, day, urls, row }: Extract<Reading, { kind: 'page' }>,
  world: ResolveWorld,
): ResolvedPage | undefined {
  const [anySite] = world.sites;
  const facts = anySite && resolveSubject({ ...subject, domain: anySite.value }, world);
  if (facts === undefined || typeof facts === 'string' || day > world.today || day < FIRST_DAY) return undefined;
  return { keywordId: facts.keywordId, engine: facts.engine, day, row, urls: urls.map((url) => url.slice(0, URL_LENGTH_MAX)) };
}

/** Makes what turns readings into points: what the file leaves open comes from the mapping, then from the project. */
export function makePointResolver(world: ResolveWorld): (reading: Extract<Reading, { kind: 'point' }>) => Resolved {
  // A file names the same subject for each of its days.
  const known = new Map<string, SubjectFacts | string>();
  let last: { readonly subject: PointSubject; readonly facts: SubjectFacts | string } | undefined;
  const findFacts = (subject: PointSubject): SubjectFacts | string => {
    if (last?.subject === subject) return last.facts;
    const key = toKey(subject);
    let facts = known.get(key);
    if (facts === undefined) {
      facts = resolveSubject(subject, world);
      if (known.size >= SUBJECTS_MAX) known.clear();
      known.set(key, facts);
    }
    last = { subject, facts };
    return facts;
  };
  return ({ subject, day, value, url, scale, quality, row }) => {
    const facts = findFacts(subject);
    if (typeof facts === 'string') return { problem: facts };
    if (day > world.today) return { problem: `${day} lies in the future` };
    if (day < FIRST_DAY) return { problem: `${day} lies before 1998` };
    const said = resolveValue(value, world.mapping);
    if (said === undefined) return { open: true };
    if (said.outcome === 'ranked' && !isPlace(said.position)) return { problem: `${said.position} is no place from 1 to ${POSITION_MAX}` };
    return {
      point: {
        ...facts,
        day,
        outcome: said.outcome,
        position: said.outcome === 'ranked' ? said.position : null,
        depth: said.outcome === 'not_found' ? said.depth : null,
        url: (url ?? '').slice(0, URL_LENGTH_MAX),
        scale: scale === 'unknown' ? (world.mapping.scale ?? scale) : scale,
        quality,
        row,
      },
    };
  };
}

function toKey({ keyword, domain, device, country, place, locationCode, languageCode, engine }: PointSubject): string {
  return `${keyword}\n${domain}\n${device}\n${country}\n${place}\n${locationCode}\n${languageCode}\n${engine}`;
}

function isPlace(position: number): boolean {
  return Number.isInteger(position) && position >= 1 && position <= POSITION_MAX;
}

/** The keyword, website and market of a subject, or why it has none. */
export function resolveSubject(subject: PointSubject, { mapping, ownerId, sites, defaults }: ResolveWorld): SubjectFacts | string {
  const keyword = subject.keyword.trim();
  if (keyword === '' || keyword.length > KEYWORD_LENGTH_MAX) return `The keyword is empty or longer than ${KEYWORD_LENGTH_MAX} signs`;
  const domain = findSite(subject.domain ?? mapping.domain, sites);
  if ('problem' in domain) return domain.problem;
  const place = findPlace(subject, mapping, defaults.locationCode);
  if (typeof place === 'string') return place;
  const engineName = (subject.engine ?? mapping.engine ?? 'google').toLowerCase();
  const engine = ENGINES[engineName];
  if (engine === undefined) return `"${engineName.slice(0, 40)}" is no search engine that is known`;
  const market = {
    keywordText: keyword,
    locationCode: place,
    languageCode: subject.languageCode ?? mapping.language_code ?? defaults.languageCode,
    device: subject.device ?? mapping.device ?? ('desktop' as const),
  };
  const { locationCode, languageCode, device } = market;
  if (!isLanguageCode(languageCode)) return `"${languageCode.slice(0, 40)}" is no language that is known`;
  return { keyword, keywordId: toKeywordId(market, ownerId), domain: domain.host, engine, device, locationCode, languageCode };
}

/** The place that the file names comes first, because a keyword of a town is not one of its country. */
function findPlace({ country, place, locationCode }: PointSubject, mapping: Mapping, fallback: number): number | string {
  if (place !== null) {
    const [found, ...others] = findNamedLocations(country === null ? place : `${place},${country}`);
    if (found !== undefined && others.length === 0) return found.locationCode;
    return mapping.location_code ?? `The place "${place.slice(0, 60)}" is not known or names several: say which location it is`;
  }
  if (locationCode !== null) return isLocationCode(locationCode) ? locationCode : `${locationCode} is no place that is known`;
  if (country === null) return mapping.location_code ?? fallback;
  return findCountry(country)?.locationCode ?? `The country "${country}" is not known`;
}

function findSite(domain: string | undefined, sites: ResolveWorld['sites']): { readonly host: string } | { readonly problem: string } {
  const [only] = sites;
  if (domain === undefined) {
    if (sites.length === 1 && only !== undefined) return { host: only.value };
    return { problem: 'The file does not name the website, and the project has several or none: say which one it is' };
  }
  const { host, problem } = normalizeHost(domain);
  if (host === undefined) return { problem: `The website "${domain.slice(0, 60)}" ${problem}` };
  const site = sites.find(
    ({ value, aliases, hasSubdomains }) => value === host || aliases.includes(host) || (hasSubdomains && hostMatches(host, value)),
  );
  return site === undefined ? { problem: `${host} is no website of the project` } : { host: site.value };
}
