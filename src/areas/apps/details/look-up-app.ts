import type { RequestContext } from '#context';
import { hasScope } from '#http/caller.ts';
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

type LookContext = Pick<RequestContext, 'postgres' | 'publicUrl' | 'caller' | 'clock' | 'cache' | 'workflows'>;

export interface LookedUpApp {
  readonly app: ShownApp;
  readonly recommendations: Awaited<ReturnType<typeof listRecommendations>>['recommendations'];
}

/**
 * An app with what it recommends. It is read from its store when that was never done and, of `store_a`, where reading costs
 * nothing as a rule, when it was done longer than a day ago. What is known is answered when the store cannot be read now,
 * and to callers that may only read: reading an app can cost.
 * @throws AppError `App not found` when the store does not have it, 503 while it is being read for the first time, 402
 *   without budget for that, 403 for one that was never seen when the caller may only read
 */
export async function lookUpApp(ctx: LookContext, key: AppKey): Promise<LookedUpApp> {
  const known = await findStored(ctx, key);
  const mayRead = hasScope(ctx.caller, 'write');
  if (mayRead && isReadAgain(known, key, ctx.clock.now())) await readNow(ctx, key, known !== undefined);
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

function neverRead(): AppError {
  return new AppError('forbidden', 'Forbidden', {
    message: 'This app was never read. Reading one can cost, and needs a key with the scope `write`.',
  });
}

async function findStored({ postgres }: LookContext, key: AppKey): Promise<StoredApp | undefined> {
  return (await findApps(postgres, { ...key, appIds: [key.appId] })).get(key.appId);
}

function isReadAgain(known: StoredApp | undefined, { platform }: AppKey, now: Date): boolean {
  if (known === undefined || known.fetchedAt === null) return known?.status !== 'removed';
  return platform === 'store_a' && known.fetchedAt < toFreshSince(now);
}

/** Requests for one app at the same time are one reading. */
async function readNow(ctx: LookContext, { platform, storefront, appId }: AppKey, isKnown: boolean): Promise<void> {
  const start = (id: string): Promise<string> =>
    ctx.workflows.startNow('app-details', { app_id: appId, platform, country: storefront }, { id });
  const workflowId = await startOrJoin(ctx, { workflow: 'app-details', subject: [platform, storefront, appId] }, start);
  const ended = await ctx.workflows.waitFor<AppDetailsOutput>(workflowId, WAIT_MS).catch((error: unknown) => {
    if (isKnown) return undefined;
    throw error;
  });
  if (isKnown) return;
  if (ended === undefined)
    throw new AppError('unavailable', 'App is being read', {
      hint: `Ask again, or follow GET /api/admin/workflow/app-details/${workflowId}`,
      retryAfterMs: RETRY_AFTER_MS,
    });
  if (ended.output.status === 'skipped') throw new AppError('payment_required', 'Budget exceeded', { message: ended.output.reason ?? '' });
  if (ended.output.status === 'removed') throw notFound('App');
}
