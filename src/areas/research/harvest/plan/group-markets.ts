import { findCountryCode } from '#areas/projects/index.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { ResearchMarket } from '../../runs/research-run.ts';

/** A market as the provider is asked about it, once for all the places that share its figures. */
export interface AskedMarket {
  /** In `labs` a country. */
  readonly locationCode: number;
  readonly languageCode: string;
  readonly source: 'labs' | 'google_ads';
  /** As the run asks for them. Each gets rows of its own. */
  readonly places: readonly ResearchMarket[];
}

/** The provider's own database knows countries only: two towns of one country and language are one question. */
export function groupMarkets(searchData: Pick<SearchData, 'findFiguresSource'>, markets: readonly ResearchMarket[]): AskedMarket[] {
  const asked = new Map<string, AskedMarket>();
  for (const place of markets) {
    const { languageCode } = place;
    const country = findCountryCode(place.locationCode);
    const source = searchData.findFiguresSource(country, languageCode);
    const locationCode = source === 'labs' ? (country ?? place.locationCode) : place.locationCode;
    const key = `${locationCode} ${languageCode}`;
    const known = asked.get(key);
    const isThere = known?.places.some((other) => other.locationCode === place.locationCode) ?? false;
    if (!isThere) asked.set(key, { locationCode, languageCode, source, places: [...(known?.places ?? []), place] });
  }
  return [...asked.values()];
}
