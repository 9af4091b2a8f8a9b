import { toVoice } from '../reports/share-of-voice.ts';
import type { RankingStatus } from '../vocabulary.ts';
import type { Grid } from './build-grid.ts';

const DIGITS = 10;

/** A row as far as its visits go. */
interface Row {
  readonly status: RankingStatus;
  /** In the scale of the project. */
  readonly position: number | null;
  /** Searches a month. */
  readonly volume: number | null;
}

/**
 * Visits a month that a keyword is thought to bring: its searches by the fixed click curve, whatever share of voice is weighed by. What was looked for
 * and not found brings none; null: its volume is not known, it was never checked, or its newest check failed.
 */
export function toTraffic({ status, position, volume }: Row): number | null {
  if (volume === null || status === 'pending' || status === 'failed') return null;
  return Math.round(volume * toVoice(position) * DIGITS) / DIGITS;
}

/** The visits of some rows together. A keyword of several devices or engines has one volume: it counts once, with their average. */
export interface TrafficSum {
  /** A month; null: of none of the keywords they are known. */
  readonly visits: number | null;
  /** Keywords in a location and language that are counted. */
  readonly keywords: number;
  /** Those that are not: without a volume, or without a good newest check. */
  readonly withoutVolume: number;
  readonly withoutOutcome: number;
}

/** In one pass: rows of one keyword stand together in the order of the grid. */
export function sumTraffic({ columns }: Pick<Grid, 'columns'>): TrafficSum {
  const rows = columns.keyword.length;
  let [total, keywords, withoutVolume, withoutOutcome] = [0, 0, 0, 0];
  for (let first = 0, end = 0; first < rows; first = end) {
    end = first + 1;
    while (end < rows && isSameKeyword(columns, first, end)) end += 1;
    const known = columns.traffic.slice(first, end).filter((visits) => visits !== null);
    if (known.length > 0) {
      keywords += 1;
      total += known.reduce((sum, visits) => sum + visits, 0) / known.length;
    } else if (columns.volume.slice(first, end).every((volume) => volume === null)) withoutVolume += 1;
    else withoutOutcome += 1;
  }
  return { visits: keywords === 0 ? null : Math.round(total * DIGITS) / DIGITS, keywords, withoutVolume, withoutOutcome };
}

function isSameKeyword({ keyword, locationCode, languageCode }: Grid['columns'], one: number, other: number): boolean {
  return keyword[one] === keyword[other] && locationCode[one] === locationCode[other] && languageCode[one] === languageCode[other];
}
