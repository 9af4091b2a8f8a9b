import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import { AppStoreError, type ShelvesPage, type ShelvesPageKind } from '#providers/app-store/index.ts';
import { syncCategories } from '../../catalogue/index.ts';
import { queueIcons } from '../../icons/index.ts';
import { storeApps, storeRankings } from '../../records/index.ts';
import { toStoreADevice } from '../crawl.ts';
import type { Listing } from './listing.ts';
import { readShelves } from './shelves.ts';
import { findCategorySection } from '../store/known.ts';

type ReadContext = Pick<RequestContext, 'appStore' | 'postgres' | 'outbox' | 'workflows' | 'clock' | 'caller' | 'requestId' | 'signal'>;

/** An editorial page of `store_a`. */
export interface EditorialPage {
  readonly id: string;
  readonly storefront: string;
  readonly device: 'phone' | 'tablet';
}

const APPS_MAX = 1_000;

/**
 * The page as it is now.
 * @throws AppError `Grouping not found` and the like; AppStoreError when it cannot be read
 */
export async function fetchPage(ctx: ReadContext, kind: ShelvesPageKind, { id, storefront, device }: EditorialPage): Promise<ShelvesPage> {
  const scope = { source: 'api', runId: ctx.requestId, ...causeOf(ctx.caller) } as const;
  const request = { kind, id, storefront, device: toStoreADevice(device) } as const;
  try {
    return await ctx.appStore.fetchShelves(request, { scope, signal: ctx.signal });
  } catch (error) {
    if (error instanceof AppStoreError && error.reason === 'removed') throw notFound(kind === 'room' ? 'Room' : 'Grouping');
    throw error;
  }
}

export interface ReadGrouping {
  readonly title: string | undefined;
  readonly listing: Listing;
  readonly rankingsSaved: number;
}

/** Reads a hub with its shelves and stores what it leads to and the apps on it; their positions where that is wanted. */
export async function readGrouping(
  ctx: ReadContext,
  { isRankingWanted, ...page }: EditorialPage & { readonly isRankingWanted: boolean },
): Promise<ReadGrouping> {
  const market = { platform: 'store_a', storefront: page.storefront } as const;
  const shown = await fetchPage(ctx, 'grouping', page);
  const section = (await findCategorySection(ctx.postgres, market, page.id)) ?? 'apps';
  const listing = readShelves({ id: page.id, parentId: null, section, type: 'grouping', device: page.device, appMax: APPS_MAX }, shown);
  const own = {
    id: page.id,
    name: shown.title ?? page.id,
    categoryType: 'grouping',
    categorySection: section,
    parentCategoryId: null,
  } as const;
  const now = ctx.clock.now();
  const rankingsSaved = await ctx.postgres.transaction(async (tx) => {
    await syncCategories(tx, { ...market, device: page.device, categories: [own, ...listing.children], now });
    await storeApps(tx, ctx, { ...market, apps: listing.apps, now });
    await queueIcons(ctx, tx, { ...market, appIds: listing.appIds });
    return isRankingWanted ? await storeRankings(tx, ctx, { ...market, lists: listing.lists, now }) : 0;
  });
  return { title: shown.title, listing, rankingsSaved };
}
