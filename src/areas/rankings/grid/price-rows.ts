import { CHECKS_A_MONTH, estimateCheckUsd, type CheckInterval, type CheckPrices, type DepthStrategy } from '#areas/keywords/index.ts';
import type { Engine, MetricsSource, KeywordData } from '#providers/search-data/index.ts';
import type { Device, TrackedChannel } from '../vocabulary.ts';
import type { Grid } from './build-grid.ts';

/** Prices of each row in USD, as they are at most. */
export interface GridPrices {
  /** 30 days of checks; nothing where none is due. Shared checks are counted whole. */
  readonly monthlyUsd: number[];
  /** The metrics that are known, as if the keyword had been asked about alone. */
  readonly enrichmentUsd: (number | null)[];
}

export function priceRows(searchData: CheckPrices & MetricsPrices, grid: Grid): GridPrices {
  const priceOf = priceMetrics(searchData);
  const enrichmentUsd = grid.metricsSources.map((source, row) => priceOf(grid.columns.enrichedAt[row] === null ? null : source));
  return { monthlyUsd: priceChecks(searchData, grid), enrichmentUsd };
}

export type MetricsPrices = Pick<KeywordData, 'estimateKeywordsUsd'>;

/** What the metrics of a keyword cost in USD as if it had been asked about alone, by their source; null: they are not known. */
export type PriceMetrics = (source: MetricsSource | null) => number | null;

export function priceMetrics(searchData: MetricsPrices): PriceMetrics {
  const known = new Map<MetricsSource, number>();
  return (source) => {
    if (source === null) return null;
    const usd = known.get(source) ?? searchData.estimateKeywordsUsd({ source, keywords: [''] });
    known.set(source, usd);
    return usd;
  };
}

function priceChecks(searchData: CheckPrices, { n, isChecked, loadsOverview, lists, columns }: Grid): number[] {
  const read = <Value>(list: readonly string[], at: readonly (number | null)[], row: number): Value => list[at[row] ?? -1] as Value;
  return Array.from({ length: n }, (_none, row) => {
    if (!isChecked || columns.isPaused[row]) return 0;
    const check = {
      engine: read<Engine>(lists.engine, columns.engine, row),
      channel: read<TrackedChannel>(lists.channel, columns.channel, row),
      device: read<Device>(lists.device, columns.device, row),
      languageCode: read<string>(lists.languageCode, columns.languageCode, row),
      keywordText: columns.keyword[row] ?? '',
      locationCode: columns.locationCode[row] ?? 0,
      depth: columns.depth[row] ?? 0,
      depthStrategy: read<DepthStrategy>(lists.depthStrategy, columns.depthStrategy, row),
      lastPosition: columns.position[row] ?? null,
      loadsOverview,
    };
    return estimateCheckUsd(searchData, check) * CHECKS_A_MONTH[read<CheckInterval>(lists.checkInterval, columns.checkInterval, row)];
  });
}
