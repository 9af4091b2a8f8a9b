import type { PositionScale } from '#areas/projects/index.ts';
import type { Ranking } from '../ranking.ts';
import { toPosition, type Ranks } from '../scale.ts';

/** One row of a keyword's history as it was recorded. */
export interface RecordedOutcome extends Pick<
  Ranking,
  | 'engine'
  | 'channel'
  | 'domain'
  | 'assetId'
  | 'relationship'
  | 'status'
  | 'rankAbsolute'
  | 'rankGroup'
  | 'url'
  | 'title'
  | 'isFeaturedSnippet'
  | 'provider'
  | 'costUsd'
  | 'error'
  | 'serpFeatures'
  | 'isRecomputed'
  | 'citedPlace'
> {
  readonly checkedDepth: number;
  readonly runId: string;
  readonly checkDate: string;
  readonly checkTs: Date;
  /** The newest of several rows for one run and domain counts; 1970 when it was never recomputed. */
  readonly recomputedAt: Date;
}

/** The outcome that counts for its date, with the ranks at the last good check of an earlier date. */
export type DatedOutcome = RecordedOutcome & Pick<Ranking, 'previousRankGroup' | 'previousRankAbsolute'>;

export interface HistoryChoice {
  /** By which the best domain is chosen. */
  readonly scale: PositionScale;
  /** A series for each domain; else one, of the best own domain. */
  readonly isByDomain: boolean;
  /** Takes one of several result pages: the organic one of `engine_a` before others. */
  readonly isOnePage: boolean;
}

/**
 * One record per check date and series, oldest first. The last good check of a date counts; a failed one only
 * when there is no other.
 */
export function selectHistoryRows(rows: readonly RecordedOutcome[], { scale, isByDomain, isOnePage }: HistoryChoice): DatedOutcome[] {
  const dated = pickBy(rows, compareForDate, (row) => `${toPage(row)} ${row.domain} ${row.checkDate}`);
  const toSeries = (row: RecordedOutcome): string => (isByDomain ? `${toPage(row)} ${row.domain}` : toPage(row));
  const best = pickBy(dated, toCompareForSeries(scale), (row) => `${toSeries(row)} ${row.checkDate}`).toSorted(compareForList);
  const onePage = isOnePage ? best.toSorted(comparePages)[0] : undefined;
  const shown = onePage === undefined ? best : best.filter((row) => toPage(row) === toPage(onePage));

  const lastGood = new Map<string, Ranks>();
  return shown.map((row) => {
    const series = toSeries(row);
    const last = lastGood.get(series);
    if (row.status !== 'failed') lastGood.set(series, row);
    return { ...row, previousRankGroup: last?.rankGroup ?? null, previousRankAbsolute: last?.rankAbsolute ?? null };
  });
}

function toPage({ engine, channel }: RecordedOutcome): string {
  return `${engine} ${channel}`;
}

type Compare = (one: RecordedOutcome, other: RecordedOutcome) => number;

/** The first row of each group, in the order of `compare`. */
function pickBy(rows: readonly RecordedOutcome[], compare: Compare, keyOf: (row: RecordedOutcome) => string): RecordedOutcome[] {
  const picked = new Map<string, RecordedOutcome>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = picked.get(key);
    if (known === undefined || compare(row, known) < 0) picked.set(key, row);
  }
  return [...picked.values()];
}

const isFailed = ({ status }: RecordedOutcome): number => Number(status === 'failed');

const compareForDate: Compare = (one, other) =>
  isFailed(one) - isFailed(other) ||
  other.checkTs.getTime() - one.checkTs.getTime() ||
  compareText(one.runId, other.runId) ||
  other.recomputedAt.getTime() - one.recomputedAt.getTime();

const toCompareForSeries =
  (scale: PositionScale): Compare =>
  (one, other) =>
    isFailed(one) - isFailed(other) ||
    (toPosition(one, scale) ?? Number.MAX_SAFE_INTEGER) - (toPosition(other, scale) ?? Number.MAX_SAFE_INTEGER) ||
    compareText(one.domain, other.domain);

const comparePages: Compare = (one, other) =>
  Number(one.channel !== 'seo') - Number(other.channel !== 'seo') || compareText(one.engine, other.engine);

const compareForList: Compare = (one, other) =>
  compareText(one.checkDate, other.checkDate) ||
  compareText(one.engine, other.engine) ||
  compareText(one.channel, other.channel) ||
  compareText(one.domain, other.domain);

/** By characters, as the stores compare. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
