import type { WorkflowContext } from '#context';
import type { AnswerEnd } from '#purchases/index.ts';
import { toGroups } from '#kernel/lists.ts';
import { sumUsd } from '#kernel/money.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { fetchAppData, readAppData, type AppDataScope } from '../bought/app-data.ts';
import type { Market } from '../records/index.ts';
import { leaveSimilar, observeNamed, type AppRead, type ReadApp } from './app-read.ts';
import { observeInfo } from './observe.ts';
import { storeReads, type StoredReads } from './store-reads.ts';

/** Answers that are read and stored together: each may hold long texts. */
const ANSWERS_AT_ONCE = 100;
const OVER_BUDGET = 'budget_exceeded';

export interface BoughtApps {
  /** No budget had room for all of them. */
  readonly isOverBudget: boolean;
  readonly costUsd: number;
  readonly added: number;
  readonly changed: number;
  /** The store does not have them. */
  readonly gone: number;
  readonly failed: readonly { readonly appId: string; readonly error: string }[];
}

export interface BoughtRequest extends Market {
  readonly appIds: readonly string[];
  /** Whether what an app recommends is stored; of all when left out. */
  readonly isSimilarWanted?: (appId: string) => boolean;
}

/** What the caller notes in the transaction that stores a group. `reads` are of the same apps. */
export type NoteBought = (tx: Transaction, stored: StoredReads, reads: readonly ReadApp[]) => Promise<void>;

/**
 * Records of apps from the paid provider, ordered together and stored as they are read. Call it outside a step.
 * What no budget had room for is left out.
 */
export async function buyApps(
  ctx: WorkflowContext,
  { appIds, platform, storefront, isSimilarWanted = () => true }: BoughtRequest,
  scope: AppDataScope,
  note: NoteBought = async () => undefined,
): Promise<BoughtApps> {
  const requests = appIds.map((appId) => ({ kind: 'app_info', store: platform, storefront, appId }) as const);
  const ends = await fetchAppData(ctx, requests, scope);
  const answered = appIds.map((appId, at) => ({ appId, end: ends[at] as AnswerEnd })).filter(({ end }) => end.error !== OVER_BUDGET);
  const sums = { added: 0, changed: 0, gone: 0, failed: [] as { appId: string; error: string }[] };
  for (const group of toGroups(answered, ANSWERS_AT_ONCE)) {
    const stored = await ctx.step('storeBought', () => storeGroup(ctx, { platform, storefront, isSimilarWanted }, group, note));
    sums.added += stored.added;
    sums.changed += stored.changed;
    sums.gone += stored.gone;
    sums.failed.push(...stored.failed);
  }
  return { isOverBudget: answered.length < appIds.length, costUsd: sumUsd(ends.map(({ costUsd }) => costUsd)), ...sums };
}

async function storeGroup(
  ctx: WorkflowContext,
  { isSimilarWanted, ...market }: Market & Required<Pick<BoughtRequest, 'isSimilarWanted'>>,
  group: readonly Ordered[],
  note: NoteBought,
): Promise<Omit<BoughtApps, 'isOverBudget' | 'costUsd'>> {
  const reads = (await readGroup(ctx, market.platform, group)).map((one) => (isSimilarWanted(one.appId) ? one : leaveSimilar(one)));
  return await ctx.postgres.transaction(async (tx) => {
    const stored = await storeReads(tx, ctx, { ...market, reads });
    await note(tx, stored, reads);
    const failed = reads.flatMap(({ appId, read }) => (read.state === 'unread' ? { appId, error: read.error } : []));
    const gone = reads.filter(({ read }) => read.state === 'removed').length;
    return { added: stored.added.length, changed: stored.changed.length, gone, failed };
  });
}

interface Ordered {
  readonly appId: string;
  readonly end: AnswerEnd;
}

async function readGroup(ctx: WorkflowContext, platform: Market['platform'], group: readonly Ordered[]): Promise<ReadApp[]> {
  const answers = await readAppData(
    ctx,
    group.map(({ end }) => end),
  );
  return group.map(({ appId, end }, at) => ({ appId, read: toRead(platform, answers[at], end) }));
}

function toRead(platform: Market['platform'], answer: Awaited<ReturnType<typeof readAppData>>[number], end: AnswerEnd): AppRead {
  if (answer?.kind !== 'app_info') return { state: 'unread', error: end.error ?? 'the provider gave no record', isPassing: true };
  if (answer.app === null) return { state: 'removed' };
  const { similar } = answer.app;
  // An empty list does not say whether the provider looked.
  return {
    state: 'read',
    app: { ...observeInfo(platform, answer.app), boughtUsd: end.costUsd },
    similar: similar.length === 0 ? undefined : similar.map(observeNamed),
    isSimilarRead: true,
  };
}
