import type { RequestContext } from '#context';
import { listBestRanks } from './analytics.ts';
import type { AppKey } from './app-key.ts';
import { getKnownApp, type KnownApp } from './get-app.ts';
import { listAppRatingDays, type DayRange, type RatingDay } from './store/history.ts';
import { listNewestRanks } from './store/rankings.ts';

/** A day of which a rating or a position is known. */
export interface StatsDay extends RatingDay {
  /** The best position on any chart; null: on none, or none was read. */
  readonly bestRank: number | null;
}

export interface AppStats {
  readonly app: KnownApp;
  /** The best position on the charts as they were last read; null: on none. */
  readonly bestRank: number | null;
  /** Categories on whose charts it stands. */
  readonly categoriesRanked: number;
  /** The best position within the range. */
  readonly bestRankOfRange: number | null;
  /** The oldest day first. */
  readonly history: readonly StatsDay[];
}

/** How an app stands, and how that went in a range of days. @throws AppError `App not found` */
export async function getAppStats(
  ctx: Pick<RequestContext, 'postgres' | 'clickhouse' | 'caller'>,
  { key, range }: { readonly key: AppKey; readonly range: DayRange },
): Promise<AppStats> {
  const app = await getKnownApp(ctx, key);
  const [newest, ratings, ranks] = await Promise.all([
    listNewestRanks(ctx.postgres, { ...key, type: 'chart' }),
    listAppRatingDays(ctx.postgres, key, range),
    listBestRanks(ctx.clickhouse, { ...key, ...range }),
  ]);
  const current = newest.filter(({ isCurrent }) => isCurrent);
  return {
    app,
    bestRank: minOf(current.map(({ rank }) => rank)),
    categoriesRanked: new Set(current.map(({ categoryId }) => categoryId)).size,
    bestRankOfRange: minOf(ranks.map(({ rank }) => rank)),
    history: toHistory(ratings, ranks),
  };
}

function toHistory(ratings: readonly RatingDay[], ranks: readonly { readonly day: string; readonly rank: number }[]): StatsDay[] {
  const ratingOf = new Map(ratings.map((rating) => [rating.day, rating]));
  const rankOf = new Map(ranks.map(({ day, rank }) => [day, rank]));
  const days = [...new Set([...ratingOf.keys(), ...rankOf.keys()])].toSorted();
  return days.map((day) => ({
    day,
    rating: ratingOf.get(day)?.rating ?? null,
    ratingCount: ratingOf.get(day)?.ratingCount ?? null,
    ratingHistogram: ratingOf.get(day)?.ratingHistogram ?? null,
    costUsd: ratingOf.get(day)?.costUsd ?? null,
    bestRank: rankOf.get(day) ?? null,
  }));
}

function minOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}
