import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { LinkSummary } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { findWeek } from './store/weeks.ts';
import { isKnownWeek, type LinkedSnapshot } from './snapshot.ts';
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
 * Makes sure that a domain has its row of the present week. It is fetched only when there is none.
 * @throws OutsideError, BudgetExceededError
 */
export async function takeSnapshot(ctx: SnapshotContext, asking: SnapshotAsking): Promise<TakenSnapshot> {
  const { domain, isRefresh = false } = asking;
  const before = isRefresh ? undefined : await findThisWeek(ctx, domain.id);
  if (before !== undefined) return { yearWeek: before.yearWeek, inserted: false, isKnown: isKnownWeek(before), costUsd: 0 };
  const answer = await ctx.searchData.fetchLinkSummary(domain.domain, asking.scope, asking.signal);
  const written = await keepSummary(ctx, asking, { summary: answer.value, costUsd: answer.costUsd });
  return { ...written, isKnown: answer.value !== null, costUsd: answer.costUsd };
}

async function findThisWeek({ postgres, clock }: SnapshotContext, domainId: number): Promise<LinkedSnapshot | undefined> {
  return await findWeek(postgres, domainId, toWeek(clock.now()));
}

async function keepSummary(
  ctx: SnapshotContext,
  { domain, isRefresh = false }: SnapshotAsking,
  { summary, costUsd }: { readonly summary: LinkSummary | null; readonly costUsd: number },
) {
  const snapshot = { domain, summary, now: ctx.clock.now(), costUsd, isRefresh };
  return await ctx.postgres.transaction((tx) => writeSnapshot(tx, ctx, snapshot));
}
