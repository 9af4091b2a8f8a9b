import { findCountryCode } from '#areas/projects/index.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { ResearchMarket } from '../../runs/research-run.ts';

/** A market as the provider is asked about it, once for all the locations that share its metrics. */
export interface AskedMarket {
  /** In `labs` a country. */
  readonly locationCode: number;
  readonly languageCode: string;
  readonly source: 'labs' | 'google_ads';
  /** Locations as the run asks for them; plans are stored under this name. Each gets rows of its own. */
  readonly places: readonly ResearchMarket[];
}

/** The provider's own database knows countries only: two towns of one country and language are one question. */
export function groupMarkets(searchData: Pick<SearchData, 'findMetricsSource'>, markets: readonly ResearchMarket[]): AskedMarket[] {
  const asked = new Map<string, AskedMarket>();
  for (const one of markets) {
    const { languageCode } = one;
    const country = findCountryCode(one.locationCode);
    const source = searchData.findMetricsSource(country, languageCode);
    const locationCode = source === 'labs' ? (country ?? one.locationCode) : one.locationCode;
    const key = `${locationCode} ${languageCode}`;
    const known = asked.get(key);
    const isThere = known?.places.some((other) => other.locationCode === one.locationCode) ?? false;
    if (!isThere) asked.set(key, { locationCode, languageCode, source, places: [...(known?.places ?? []), one] });
  }
  return [...asked.values()];
}
