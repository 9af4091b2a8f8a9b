import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { buyOnce } from '#purchases/index.ts';
import type { LinkSummary } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { findWeek } from './store/weeks.ts';
import { isKnownWeek } from './snapshot.ts';
import { toWeek } from './weeks.ts';
import { writeSnapshot } from './write-snapshot.ts';

export type SnapshotContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData'>;

export interface SnapshotAsking {
  readonly domain: KnownDomain;
  readonly scope: SpendScope;
  readonly signal?: AbortSignal | undefined;
  /** Fetches again, and replaces the row of this week. */
  readonly isRefresh?: boolean;
}

export interface TakenSnapshot {
  readonly yearWeek: string;
  /** False: this week has had its row before. */
  readonly inserted: boolean;
  /** The provider knows the domain. */
  readonly isKnown: boolean;
  readonly costUsd: number;
}

/**
 * Makes sure that a domain has its row of the present week. It is fetched only when there is none, or to replace it, and by
 * one process at a time: others that want it at the same time get the same row.
 * @throws OutsideError, BudgetExceededError
 */
export async function takeSnapshot(ctx: SnapshotContext & Pick<AppContext, 'purchases'>, asking: SnapshotAsking): Promise<TakenSnapshot> {
  const { domain, isRefresh = false, signal } = asking;
  const key = `domain-snapshot:${domain.id}`;
  const { answers } = await buyOnce<TakenSnapshot>(ctx, {
    keys: [key],
    find: async (_keys, isBought) => {
      const taken = isRefresh && !isBought ? undefined : await findTaken(ctx, domain.id);
      return new Map(taken && [[key, taken]]);
    },
    buy: async () => {
      const taken = await fetchSummary(ctx, asking);
      return { answers: new Map([[key, taken]]), costUsd: taken.costUsd };
    },
    signal,
  });
  return answers.get(key) as TakenSnapshot;
}

async function findTaken({ postgres, clock }: SnapshotContext, domainId: number): Promise<TakenSnapshot | undefined> {
  const week = await findWeek(postgres, domainId, toWeek(clock.now()));
  return week && { yearWeek: week.yearWeek, inserted: false, isKnown: isKnownWeek(week), costUsd: 0 };
}

async function fetchSummary(ctx: SnapshotContext, asking: SnapshotAsking): Promise<TakenSnapshot> {
  const answer = await ctx.searchData.fetchLinkSummary(asking.domain.domain, asking.scope, asking.signal);
  const written = await keepSummary(ctx, asking, { summary: answer.value, costUsd: answer.costUsd });
  return { ...written, isKnown: answer.value !== null, costUsd: answer.costUsd };
}

async function keepSummary(
  ctx: SnapshotContext,
  { domain, isRefresh = false }: SnapshotAsking,
  { summary, costUsd }: { readonly summary: LinkSummary | null; readonly costUsd: number },
) {
  const snapshot = { domain, summary, now: ctx.clock.now(), costUsd, isRefresh };
  return await ctx.postgres.transaction((tx) => writeSnapshot(tx, ctx, snapshot));
}
