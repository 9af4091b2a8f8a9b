import {
  DEFAULT_LANGUAGE_CODE,
  DEFAULT_LOCATION_CODE,
  findCountry,
  findCountryCode,
  findLocationName,
  findNamedLocations,
  listLanguageCodes,
  type Location,
} from '#areas/projects/index.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { ResearchMarket } from '../research-run.ts';

/** A location as a user named it; a number counts before a name. */
export interface NamedLocation {
  readonly locationCode: number | undefined;
  readonly name: string | undefined;
}

/** What decides where a request leaves it open. */
export interface MarketHints extends Pick<SearchData, 'hasLists'> {
  /** Of the request or the run; undefined: the site's own. */
  readonly languageCode: string | undefined;
  /** Of the run, else of its project. */
  readonly locationCode: number | undefined;
  readonly siteLanguageCode: string;
  readonly host: string;
}

export interface ResolvedMarkets {
  readonly markets: readonly ResearchMarket[];
  readonly problems: readonly FieldProblem[];
}

const CANDIDATES_SHOWN = 5;

/** Where keywords are looked for: each location once. Without a location, the country of the run, of the project or of the site's domain. */
export function resolveMarkets(locations: readonly NamedLocation[], hints: MarketHints): ResolvedMarkets {
  if (locations.length === 0) return { markets: [toMarket(findHomeCode(hints), hints)], problems: [] };
  const markets = new Map<number, ResearchMarket>();
  const problems: FieldProblem[] = [];
  for (const [at, location] of locations.entries()) {
    const found = resolveLocation(location, hints);
    if (typeof found === 'string') problems.push({ path: `locations[${at}]`, message: found });
    else markets.set(found, markets.get(found) ?? toMarket(found, hints, location.name));
  }
  return { markets: [...markets.values()], problems };
}

/** The location's number, or what is wrong with the name. */
function resolveLocation({ locationCode, name = '' }: NamedLocation, hints: MarketHints): number | string {
  if (locationCode !== undefined) return locationCode;
  const locations = findNamedLocations(name);
  const home = findCountryCode(findHomeCode(hints));
  const atHome = locations.filter((location) => findCountryCode(location.locationCode) === home);
  const [location, ...others] = atHome.length === 0 ? locations : atHome;
  if (location === undefined) return `${name} is not a place that is known by name: give its location_code`;
  return others.length === 0 ? location.locationCode : `${name} is the name of several places: ${showLocations([location, ...others])}`;
}

function showLocations(locations: readonly Location[]): string {
  const shown = locations.slice(0, CANDIDATES_SHOWN).map(({ name, locationCode }) => `${name} (${locationCode})`);
  return `${shown.join('; ')}${locations.length > CANDIDATES_SHOWN ? `; and ${locations.length - CANDIDATES_SHOWN} more` : ''}`;
}

function toMarket(locationCode: number, hints: MarketHints, name?: string): ResearchMarket {
  const languageCode = hints.languageCode ?? chooseLanguage(findCountryCode(locationCode) ?? locationCode, hints);
  return { locationCode, locationName: findLocationName(locationCode) ?? name ?? String(locationCode), languageCode };
}

/** The site's language where the country has lists in it, else English, else a language that has. */
function chooseLanguage(country: number, { siteLanguageCode, hasLists }: MarketHints): string {
  const languages = [siteLanguageCode, DEFAULT_LANGUAGE_CODE, ...listLanguageCodes()];
  return languages.find((one) => hasLists(country, one)) ?? siteLanguageCode;
}

/** The country that a run is about. A domain of a country counts where its lists speak the site's language. */
function findHomeCode({ locationCode, host, siteLanguageCode, hasLists }: MarketHints): number {
  if (locationCode !== undefined) return locationCode;
  const topLevel = host.slice(host.lastIndexOf('.') + 1);
  const own = findCountry(topLevel === 'uk' ? 'gb' : topLevel)?.locationCode;
  return own !== undefined && hasLists(own, siteLanguageCode) ? own : DEFAULT_LOCATION_CODE;
}
