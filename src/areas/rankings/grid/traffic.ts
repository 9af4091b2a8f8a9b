import { toVoice } from '../reports/share-of-voice.ts';
import type { RankingStatus } from '../vocabulary.ts';
import type { Grid } from './build-grid.ts';

const DIGITS = 10;

/** A row as far as its visits go. */
interface Row {
  readonly status: RankingStatus;
  /** In the scale of the project. */
  readonly place: number | null;
  /** Searches a month. */
  readonly volume: number | null;
}

/**
 * Visits a month that a keyword is thought to bring: its searches by the click curve of share of voice. What was looked for
 * and not found brings none; null: its volume is not known, it was never checked, or its newest check failed.
 */
export function toTraffic({ status, place, volume }: Row): number | null {
  if (volume === null || status === 'pending' || status === 'failed') return null;
  return Math.round(volume * toVoice(place) * DIGITS) / DIGITS;
}

/** The visits of some rows together. A keyword of several devices or engines has one volume: it counts once, with their average. */
export interface TrafficSum {
  /** A month; null: of none of the keywords they are known. */
  readonly visits: number | null;
  /** Keywords in a place and language that are counted. */
  readonly keywords: number;
  /** Those that are not: without a volume, or without a good newest check. */
  readonly withoutVolume: number;
  readonly withoutOutcome: number;
}

export function sumTraffic({ columns }: Pick<Grid, 'columns'>): TrafficSum {
  const rows = [...columns.keyword.keys()];
  const searched = [
    ...Map.groupBy(rows, (row) => [columns.locationCode[row], columns.languageCode[row], columns.keyword[row]].join(' ')).values(),
  ];
  const known = searched.map((group) => group.flatMap((row) => columns.traffic[row] ?? [])).filter((visits) => visits.length > 0);
  const total = known.reduce((sum, visits) => sum + visits.reduce((one, other) => one + other) / visits.length, 0);
  const withoutVolume = searched.filter((group) => group.every((row) => columns.volume[row] === null)).length;
  return {
    visits: known.length === 0 ? null : Math.round(total * DIGITS) / DIGITS,
    keywords: known.length,
    withoutVolume,
    withoutOutcome: searched.length - known.length - withoutVolume,
  };
}
