import { sumUsd } from '#kernel/money.ts';
import type { DomainFetch } from '../onboarding/store/fetches.ts';
import type { SnapshotReading } from './store/metrics.ts';

/** How a metric of a domain was read. */
export interface MetricReading {
  /** When the provider was asked; null: it has not answered to the end. */
  readonly readAt: Date | null;
  /** The day whose state a weekly snapshot describes. */
  readonly asOf: string | null;
  /** What came for the price: rows, or weeks of the provider's history. Null: the metric alone. */
  readonly rows: number | null;
  readonly costUsd: number;
}

export function readOfSnapshot({ capturedAt, asOf, costUsd, weeks }: SnapshotReading): MetricReading {
  return { readAt: capturedAt, asOf, rows: weeks, costUsd };
}

/** @param fetches of one part, all its markets; undefined for none */
export function readOfFetches(fetches: readonly DomainFetch[]): MetricReading | undefined {
  const [first] = fetches;
  if (first === undefined) return undefined;
  return {
    readAt: fetches.reduce<Date | null>((oldest, { completedAt: at }) => (oldest && at && at < oldest ? at : oldest), first.completedAt),
    asOf: null,
    rows: fetches.reduce((sum, { rowsFetched }) => sum + rowsFetched, 0),
    costUsd: sumUsd(fetches.map(({ costUsd }) => costUsd)),
  };
}

/**
 * The share of a row in the price of the fetch that last brought it, in USD. Null: another call brought it, whose price is not kept for
 * its rows.
 */
export function shareOfFetch(fetch: DomainFetch | null | undefined, lastSeen: Date): number | null {
  if (!fetch || fetch.rowsFetched === 0 || lastSeen < fetch.startedAt) return null;
  return fetch.completedAt !== null && lastSeen > fetch.completedAt ? null : sumUsd([fetch.costUsd / fetch.rowsFetched]);
}
