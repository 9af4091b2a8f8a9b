import type { Page } from '#kernel/lists.ts';
import { toShownIcon } from '../icons/icon.ts';
import type { AppKey } from './app-key.ts';
import { getKnownApp, type AppReadContext } from './get-app.ts';
import { nameRanks, type AppRank } from './list-app-rankings.ts';
import { listNewestRanks } from './store/rankings.ts';
import { ownShelf, shelvesOfOthers, type Recommendation } from './store/recommendations.ts';

type ShelfInput = Page & { readonly key: AppKey; readonly isActiveOnly: boolean };

/** A recommendation, with the icon of the recommended app as it is shown. */
export interface ShownRecommendation extends Recommendation {
  readonly shownIcon: string | null;
}

/** What an app recommends, in the order of its shelf, those first that are there now. @throws AppError `App not found` */
export async function listRecommendations(
  ctx: AppReadContext,
  { key, ...input }: ShelfInput,
): Promise<{ readonly recommendations: readonly ShownRecommendation[]; readonly total: number }> {
  await getKnownApp(ctx, key);
  const { rows, total } = await ownShelf.read(ctx.postgres, { ...key, ...input }, input);
  return { recommendations: rows.map((one) => showIcon(ctx, one, one.recommendedAppId)), total };
}

export interface AllRankings {
  /** The newest position on each list. */
  readonly ranks: readonly AppRank[];
  /** A page of the apps that recommend it. */
  readonly recommendations: readonly ShownRecommendation[];
  readonly recommendationsTotal: number;
}

/** Where an app stands: its newest position on every list, and its positions on the shelves of other apps. @throws AppError `App not found` */
export async function listAllRankings(ctx: AppReadContext, { key, ...input }: ShelfInput): Promise<AllRankings> {
  await getKnownApp(ctx, key);
  const [ranks, recommendations] = await Promise.all([
    listNewestRanks(ctx.postgres, key),
    shelvesOfOthers.read(ctx.postgres, { ...key, ...input }, input),
  ]);
  const wanted = input.isActiveOnly ? ranks.filter(({ isCurrent }) => isCurrent) : ranks;
  return {
    ranks: await nameRanks(ctx, key, wanted),
    recommendations: recommendations.rows.map((one) => showIcon(ctx, one, one.sourceAppId)),
    recommendationsTotal: recommendations.total,
  };
}

function showIcon({ publicUrl }: Pick<AppReadContext, 'publicUrl'>, recommendation: Recommendation, appId: string): ShownRecommendation {
  const { platform, iconUrl, iconKey } = recommendation;
  return { ...recommendation, shownIcon: toShownIcon({ platform, appId, iconUrl, iconKey }, publicUrl()) };
}
