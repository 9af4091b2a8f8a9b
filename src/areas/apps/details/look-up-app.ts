import type { RequestContext } from '#context';
import type { Estimate } from '#areas/costs/index.ts';
import { ownerOf } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { makeConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { startOrJoin } from '#workflows/start-or-join.ts';
import type { AppKey } from '../catalogue/app-key.ts';
import { getKnownApp, toShownApp, type ShownApp } from '../catalogue/get-app.ts';
import { findCategoryNames } from '../catalogue/list-categories.ts';
import { listRecommendations } from '../catalogue/list-recommendations.ts';
import { findApps, type StoredApp } from '../records/index.ts';
import type { AppDetailsOutput } from './app-details.workflow.ts';
import { toFreshSince } from './freshness.ts';

const WAIT_MS = 25_000;
const RETRY_AFTER_MS = 10_000;
const RECOMMENDATIONS_MAX = 100;
/** An app that the store does not have is not asked for again so soon. */
const GONE_MS = HOUR_MS;
/** A reading that takes longer keeps its slot no more. */
const SLOT_MS_MAX = 5 * MINUTE_MS;

/** The stores take one request every few seconds from us: each organization has so many readings under way, and waiting. */
const readings = makeConcurrencyLimit({ perOwner: 2, total: 6, waitingMax: 200, waitingPerOwner: 10 });

type LookContext = Pick<RequestContext, 'postgres' | 'publicUrl' | 'caller' | 'clock' | 'cache' | 'workflows' | 'signal'>;

export interface LookedUpApp {
  readonly app: ShownApp;
  readonly recommendations: Awaited<ReturnType<typeof listRecommendations>>['recommendations'];
}

/**
 * An app with what it recommends. It is read from its store when that was never done and, of `store_a`, where reading costs
 * nothing as a rule, when it was done longer than a day ago. What is known is answered when the store cannot be read now,
 * and to callers that may only read: reading an app can cost.
 * @throws AppError `App not found` when the store does not have it, 503 while it is being read for the first time or waits
 *   for that, 429 when too many of the caller's wait, 402 without budget, 403 for one that was never seen when the caller
 *   may only read
 */
export async function lookUpApp(ctx: LookContext, key: AppKey): Promise<LookedUpApp> {
  const known = await findStored(ctx, key);
  const mayRead = hasRight(ctx.caller, 'edit');
  if (mayRead && isReadAgain(known, key, ctx.clock.now())) await readInSlot(ctx, key, known !== undefined);
  const app = await getKnownApp(ctx, key).catch((error: unknown) => {
    const isUnread = !mayRead && error instanceof AppError && error.code === 'not_found';
    throw isUnread ? neverRead() : error;
  });
  const [names, { recommendations }] = await Promise.all([
    findCategoryNames(ctx, key, [app.primaryCategory]),
    listRecommendations(ctx, { key, limit: RECOMMENDATIONS_MAX, offset: 0, isActiveOnly: true }),
  ]);
  return { app: toShownApp(ctx, app, names), recommendations };
}

/** What a look-up of the app would cost now. */
export async function estimateLookUp(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData'>,
  key: AppKey,
): Promise<Estimate> {
  const isRead = hasRight(ctx.caller, 'edit') && isReadAgain(await findStored(ctx, key), key, ctx.clock.now());
  if (!isRead) return { calls: 0, costUsd: 0 };
  const { platform, storefront, appId } = key;
  const costUsd = platform === 'store_a' ? 0 : ctx.searchData.estimateAppDataUsd({ kind: 'app_info', store: platform, storefront, appId });
  return { calls: 1, costUsd };
}

function neverRead(): AppError {
  return new AppError('forbidden', 'Forbidden', {
    message: 'This app was never read. Reading one can cost, and needs a key with the scope `write`.',
  });
}

async function findStored({ postgres }: Pick<LookContext, 'postgres'>, key: AppKey): Promise<StoredApp | undefined> {
  return (await findApps(postgres, { ...key, appIds: [key.appId] })).get(key.appId);
}

function isReadAgain(known: StoredApp | undefined, { platform }: AppKey, now: Date): boolean {
  if (known === undefined || known.fetchedAt === null) return known?.status !== 'removed';
  return platform === 'store_a' && known.fetchedAt < toFreshSince(now);
}

const toGoneKey = ({ platform, storefront, appId }: AppKey): string => `app-gone:${platform}:${storefront}:${appId}`;

/** Waits for a slot of the caller's organization. A reading whose caller has gone by then is not begun. */
async function readInSlot(ctx: LookContext, key: AppKey, isKnown: boolean): Promise<void> {
  if ((await ctx.cache.get(toGoneKey(key))) !== undefined) throw notFound('App');
  const late = AbortSignal.timeout(WAIT_MS);
  const slot = readings.take(ownerOf(ctx.caller), AbortSignal.any([ctx.signal, late]));
  if (slot === undefined) {
    if (isKnown) return;
    throw new AppError('rate_limited', 'Rate limit exceeded', {
      message: 'Too many apps are waiting to be read.',
      retryAfterMs: RETRY_AFTER_MS,
    });
  }
  const giveBack = await slot.catch(() => undefined);
  if (giveBack === undefined) {
    if (isKnown) return;
    throw new AppError('unavailable', 'App waits to be read', { retryAfterMs: RETRY_AFTER_MS });
  }
  let ended: Promise<unknown> | undefined;
  try {
    // Another look-up may have read it meanwhile.
    if (!isReadAgain(await findStored(ctx, key), key, ctx.clock.now()) || (await ctx.cache.get(toGoneKey(key))) !== undefined) return;
    const workflowId = await startReading(ctx, key);
    ended = ctx.workflows.waitFor(workflowId, SLOT_MS_MAX).catch(() => undefined);
    await waitForReading(ctx, key, { workflowId, isKnown });
  } finally {
    if (ended === undefined) giveBack();
    else void ended.then(giveBack);
  }
}

/** Requests for one app at the same time are one reading. */
async function startReading(ctx: LookContext, { platform, storefront, appId }: AppKey): Promise<string> {
  const input = { app_id: appId, platform, country: storefront, organization_id: ownerOf(ctx.caller) };
  const start = (id: string): Promise<string> => ctx.workflows.startNow('app-details', input, { id });
  return await startOrJoin(ctx, { workflow: 'app-details', subject: [platform, storefront, appId] }, start);
}

async function waitForReading(
  ctx: LookContext,
  key: AppKey,
  { workflowId, isKnown }: { readonly workflowId: string; readonly isKnown: boolean },
): Promise<void> {
  const ended = await ctx.workflows.waitFor<AppDetailsOutput>(workflowId, WAIT_MS).catch((error: unknown) => {
    if (isKnown) return undefined;
    throw error;
  });
  if (ended?.output.status === 'removed') await ctx.cache.set(toGoneKey(key), true, GONE_MS);
  if (isKnown) return;
  if (ended === undefined)
    throw new AppError('unavailable', 'App is being read', {
      hint: `Ask again, or follow GET /api/admin/workflow/app-details/${workflowId}`,
      retryAfterMs: RETRY_AFTER_MS,
    });
  if (ended.output.status === 'skipped') throw new AppError('payment_required', 'Budget exceeded', { message: ended.output.reason ?? '' });
  if (ended.output.status === 'removed') throw notFound('App');
}
