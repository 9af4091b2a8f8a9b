import {
  fetchRankedKeywords,
  insertOrganizationReader,
  insertReaders,
  ONBOARD_ROWS_DEFAULT,
  type RankedSource,
} from '#areas/domains/index.ts';
import { toBuyer, toOwnerId } from '#areas/keywords/index.ts';
import { hashId } from '#kernel/ids.ts';
import { buyOnce } from '#purchases/index.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import type { PlannedMarket } from '../plan/plan-harvest.ts';
import { findRankedList, toMarketKey, toRankedReading, type RankedReading } from '../ranked-list.ts';
import { assertAffordable } from './assert-affordable.ts';

/** The number of an onboarding, so that research and onboarding find what the other has bought. */
export const RANKED_ROWS = ONBOARD_ROWS_DEFAULT.keywords;

/**
 * Makes sure that what the site ranks for in a market is known: bought once, as an onboarding buys it, however many runs
 * ask at the same time; what is there is taken as it is.
 * @throws OutsideError | BudgetExceededError
 */
export async function fetchRanked(
  ctx: StepContext,
  work: HarvestWork,
  { market, signal }: { readonly market: PlannedMarket; readonly signal: AbortSignal },
): Promise<RankedReading> {
  const { order, scope } = work;
  const id = hashId('ans_', [
    'ranked_keywords',
    order.host,
    toMarketKey(market),
    toOwnerId(ctx.config, order.organizationId ?? undefined) ?? '',
  ]);
  const { answers } = await buyOnce<RankedSource>(ctx, {
    keys: [id],
    find: async () => {
      const source = await findRankedList(ctx, order, { market });
      return new Map(source.isKnown ? [[id, source]] : []);
    },
    ...toBuyer(scope),
    signal,
    buy: async (_ids, ownSignal) => {
      const costUsd = await buy(ctx, work, { market, signal: ownSignal });
      return { answers: new Map([[id, await findBought(ctx, work, market)]]), costUsd };
    },
  });
  const source = answers.get(id);
  if (source === undefined) throw new Error(`the ranked keywords of ${order.host} were not stored`);
  await recordReader(ctx, work, source);
  return toRankedReading(market, source);
}

async function buy(
  ctx: StepContext,
  work: HarvestWork,
  { market, signal }: { readonly market: PlannedMarket; readonly signal: AbortSignal },
): Promise<number> {
  const { host, projectId, organizationId } = work.order;
  const { locationCode, languageCode } = market;
  const costUsd = ctx.searchData.estimateLinkCallUsd('ranked_keywords', RANKED_ROWS);
  await assertAffordable(ctx, work, () => Promise.resolve({ costUsd }));
  return await fetchRankedKeywords(ctx, {
    host,
    market: { locationCode, languageCode },
    rows: RANKED_ROWS,
    projectId: projectId ?? undefined,
    organizationId,
    scope: work.scope,
    signal,
  });
}

/** A run may use what it has paid for, also one of no organization where organizations share nothing. */
async function findBought(ctx: StepContext, { order }: HarvestWork, market: PlannedMarket): Promise<RankedSource> {
  return await findRankedList({ ...ctx, config: { ...ctx.config, shareCache: 'service' } }, order, { market });
}

/** What was bought for another is read by this organization from now on. */
async function recordReader({ postgres, clock }: StepContext, { order }: HarvestWork, { domainId }: RankedSource): Promise<void> {
  if (domainId === null) return;
  const { projectId, organizationId } = order;
  const now = clock.now();
  await insertReaders(postgres, [{ domainId, projectId: projectId ?? undefined }], now);
  if (organizationId !== null) await insertOrganizationReader(postgres, { organizationId, domainId, now });
}
