import { toShareOfVoice, type SummaryDay } from '#areas/rankings/index.ts';
import type { ChartDay } from './analytics/chart-days.ts';
import type { SearchDay } from './analytics/search-days.ts';
import { UNKNOWN, type ChartPositions, type Positions, type Rating } from './visibility.ts';

/** Positions in a search engine, of the best own site or place for each keyword. */
export function toPositions({ own }: Pick<SummaryDay, 'own'> = { own: undefined }): Partial<Positions> {
  if (own === undefined) return {};
  const { keywords, checked, ranked, failed, positionSum } = own;
  return { ...toCounts({ keywords, checked, ranked, failed, positionSum }), shareOfVoice: toShareOfVoice(own) };
}

/** Positions in a store's search, of the best own app for each term. Terms weigh the same: how often they are searched for is not known. */
export function toSearchPositions(day: SearchDay | undefined): Partial<Positions> {
  if (day === undefined) return {};
  const { keywords, voiceSum } = day;
  return { ...toCounts({ ...day, checked: keywords }), shareOfVoice: toShareOfVoice({ voiceSum, volumeSum: keywords }) };
}

interface Counts {
  readonly keywords: number;
  readonly checked: number;
  readonly ranked: number;
  readonly failed: number;
  /** Sum over those that rank. */
  readonly positionSum: number;
}

/** Without a known outcome only the failures are known. */
function toCounts({ keywords, checked, ranked, failed, positionSum }: Counts): Partial<Positions> {
  if (keywords === 0) return { failed };
  return {
    keywords,
    checked,
    ranked,
    notRanked: keywords - ranked,
    failed,
    averagePosition: ranked === 0 ? null : positionSum / ranked,
  };
}

export function toChartPositions(day: ChartDay | undefined): ChartPositions {
  if (day === undefined) return UNKNOWN.charts;
  const { ranked, notRanked, positionSum } = day;
  return { ranked, notRanked, averagePosition: ranked === 0 ? null : positionSum / ranked };
}

export function toRating(row: Rating | undefined): Partial<Rating> {
  return row === undefined ? {} : { rating: row.rating, ratingCount: row.ratingCount };
}
