import { z } from 'zod';
import { PLATFORMS, appIdField } from '#areas/assets/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { AppError } from '#kernel/errors.ts';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { appDetailsFetch } from '../queues.ts';
import { listKnownFresh, type Market } from '../records/index.ts';
import { buyApps } from './buy-apps.ts';
import { toFreshSince } from './freshness.ts';
import { lookUp, readApp } from './read-store-a.ts';
import { storeReads } from './store-reads.ts';
import { DEFAULT_STOREFRONT, storefrontField } from '../catalogue/index.ts';

const appDetailsTrigger: WorkflowTrigger = {
  fields: '`app_id`, `platform`, `country` (`us` when left out), `force`',
  makePayload: ({ platform }) =>
    z.object({
      app_id: appIdField(platform === 'store_b' ? 'store_b' : 'store_a'),
      platform: z.enum(PLATFORMS),
      country: storefrontField().default(DEFAULT_STOREFRONT),
      force: z.boolean().optional(),
    }),
  // The paid record of `store_a` is bought only when everything free fails.
  estimate: async ({ searchData }, payload) => {
    const {
      app_id: appId,
      platform,
      country,
    } = z.object({ app_id: z.string(), platform: z.enum(PLATFORMS), country: z.string() }).parse(payload);
    return {
      calls: 1,
      costUsd:
        platform === 'store_a' ? 0 : searchData.estimateAppDataUsd({ kind: 'app_info', store: platform, storefront: country, appId }),
    };
  },
};

declare module '#context' {
  interface WorkflowTypes {
    'app-details': WorkflowType<z.input<typeof DetailsInput>, AppDetailsOutput>;
  }
}

const DetailsInput = z.object({
  app_id: z.string().min(1),
  platform: z.enum(PLATFORMS),
  /** ISO 3166 alpha-2. */
  country: z.string().default('us'),
  /** Read again whatever is known. */
  force: z.boolean().default(false),
  /** Projects that share the price of a paid record. */
  project_ids: z.array(z.string()).default([]),
  /** Who takes turns with others for the store. */
  organization_id: z.string().optional(),
  /** The run that it works for; itself when left out. */
  run_id: z.string().min(1).optional(),
});

export interface AppDetailsOutput {
  readonly app_id: string;
  readonly platform: Market['platform'];
  readonly storefront: string;
  /** `fresh`: it was read before, within the day; `removed`: the store does not have it. */
  readonly status: 'fetched' | 'fresh' | 'removed' | 'skipped';
  readonly skipped?: true;
  /** Why it was skipped: `budget_exceeded`. */
  readonly reason?: string;
  readonly apps_discovered: number;
  readonly apps_updated: number;
  /** Cost of a paid record. */
  readonly cost_usd: number;
}

const NOTHING = { added: 0, changed: 0, costUsd: 0 };

/**
 * Reads one app and stores it: of `store_a` its page and its record of the lookup service, and only when both fail a record
 * of the paid provider; of `store_b` a record of the provider. An app that was read within a day is left alone.
 */
export const appDetails = defineWorkflow({
  name: 'app-details',
  label: 'Reading',
  summary: 'reads the details of an app and what it recommends',
  input: DetailsInput,
  trigger: appDetailsTrigger,
  queue: appDetailsFetch,
  steps: ['look', 'readFree'],
  run: async (ctx, input): Promise<AppDetailsOutput> => {
    const { app_id: appId, platform, country, force: isForced, project_ids: projectIds, run_id: runId = ctx.workflowId } = input;
    const market = { platform, storefront: country.toLowerCase() };
    const end = (status: AppDetailsOutput['status'], counts = NOTHING, more = {}): AppDetailsOutput => ({
      app_id: appId,
      ...market,
      status,
      apps_discovered: counts.added,
      apps_updated: counts.changed,
      cost_usd: counts.costUsd,
      ...more,
    });
    if (!isForced && (await ctx.step('look', () => isFresh(ctx, market, appId)))) return end('fresh');
    const free =
      platform === 'store_a' ? await ctx.step('readFree', ({ signal }) => readFree(ctx, market, { appId, runId, signal })) : undefined;
    if (free !== undefined && free.state !== 'unread') return end(free.state === 'read' ? 'fetched' : 'removed', { ...NOTHING, ...free });
    const scope = { source: 'workflow', runId, workflowType: 'app-details', projectIds, key: 'details' } as const;
    const bought = await buyApps(ctx, { ...market, appIds: [appId] }, scope);
    if (bought.isOverBudget) return end('skipped', bought, { skipped: true, reason: 'budget_exceeded' });
    const [failed] = bought.failed;
    if (failed !== undefined) throw new AppError('provider_failed', 'App could not be read', { message: failed.error });
    return end(bought.gone > 0 ? 'removed' : 'fetched', bought);
  },
});

async function isFresh({ postgres, clock }: WorkflowContext, market: Market, appId: string): Promise<boolean> {
  return (await listKnownFresh(postgres, { ...market, appIds: [appId], since: toFreshSince(clock.now()) })).has(appId);
}

async function readFree(
  ctx: WorkflowContext,
  market: Market,
  { appId, runId, signal }: { readonly appId: string; readonly runId: string; readonly signal: AbortSignal },
): Promise<{ readonly state: 'read' | 'removed' | 'unread'; readonly added: number; readonly changed: number }> {
  const options = { scope: { source: 'workflow', runId, workflowType: 'app-details' }, signal } as const;
  const request = { storefront: market.storefront, device: 'iphone', options } as const;
  const read = await readApp(ctx, appId, { ...request, records: await lookUp(ctx, [appId], request) });
  const { added, changed } = await ctx.postgres.transaction((tx) => storeReads(tx, ctx, { ...market, reads: [{ appId, read }] }));
  return { state: read.state, added: added.length, changed: changed.length };
}
