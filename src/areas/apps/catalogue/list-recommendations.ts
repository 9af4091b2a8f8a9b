import type { AppContext } from '#context';
import type { Page } from '#http/paging.ts';
import type { AppKey } from './app-key.ts';
import { getStoredApp } from './get-app.ts';
import { nameRanks, type AppRank } from './list-app-rankings.ts';
import { listNewestRanks } from './store/rankings.ts';
import { countOwnShelf, countShelvesOfOthers, listOwnShelf, listShelvesOfOthers, type Recommendation } from './store/recommendations.ts';

type ReadContext = Pick<AppContext, 'postgres' | 'clickhouse'>;
type ShelfInput = Page & { readonly key: AppKey; readonly isActiveOnly: boolean };

/** What an app recommends, in the order of its shelf, those first that are there now. @throws AppError `App not found` */
export async function listRecommendations(
  ctx: ReadContext,
  { key, ...input }: ShelfInput,
): Promise<{ readonly recommendations: readonly Recommendation[]; readonly total: number }> {
  await getStoredApp(ctx, key);
  const question = { ...key, ...input };
  const [recommendations, total] = await Promise.all([listOwnShelf(ctx.postgres, question), countOwnShelf(ctx.postgres, question)]);
  return { recommendations, total };
}

export interface AllRankings {
  /** The newest place on each list. */
  readonly ranks: readonly AppRank[];
  /** A page of the apps that recommend it. */
  readonly recommendations: readonly Recommendation[];
  readonly recommendationsTotal: number;
}

/** Where an app stands: its newest place on every list, and its places on the shelves of other apps. @throws AppError `App not found` */
export async function listAllRankings(ctx: ReadContext, { key, ...input }: ShelfInput): Promise<AllRankings> {
  await getStoredApp(ctx, key);
  const question = { ...key, ...input };
  const [ranks, recommendations, recommendationsTotal] = await Promise.all([
    listNewestRanks(ctx.postgres, key),
    listShelvesOfOthers(ctx.postgres, question),
    countShelvesOfOthers(ctx.postgres, question),
  ]);
  const wanted = input.isActiveOnly ? ranks.filter(({ isCurrent }) => isCurrent) : ranks;
  return { ranks: await nameRanks(ctx, key, wanted), recommendations, recommendationsTotal };
}
