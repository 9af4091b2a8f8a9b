import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { findDomain } from '../records/store/domains.ts';
import { lockDomain, updateDataTiers } from '../records/store/domains.ts';
import { findWeek } from './store/weeks.ts';
import type { LinkedSnapshot } from './snapshot.ts';
import { takeSnapshot, type SnapshotContext } from './take-snapshot.ts';
import { toWeek } from './weeks.ts';

type FetchContext = SnapshotContext & Pick<RequestContext, 'caller' | 'requestId' | 'purchases'>;

export interface SnapshotOrder {
  /** Normalized host. */
  readonly target: string;
  /** Fetches again, and replaces the row of this week. */
  readonly isRefresh: boolean;
}

export interface FetchedSnapshot {
  readonly yearWeek: string;
  /** False: this week had its row before, and nothing was asked. */
  readonly inserted: boolean;
  readonly costUsd: number;
  /** Null: the provider does not know the domain. */
  readonly snapshot: LinkedSnapshot | null;
}

/**
 * The snapshot of the present week, fetched now unless it is there. A domain that
 * has no record yet is recorded as a `pending` prospect.
 * @throws OutsideError, BudgetExceededError
 */
export async function fetchSnapshot(ctx: FetchContext, { target, isRefresh }: SnapshotOrder): Promise<FetchedSnapshot> {
  const id = (await findDomain(ctx.postgres, target))?.id ?? (await addProspect(ctx, target));
  const scope = { source: 'api', runId: ctx.requestId, ...causeOf(ctx.caller) } as const;
  // A client that disconnects has paid nevertheless: the answer is stored.
  const taken = await takeSnapshot(ctx, { domain: { id, domain: target }, scope, isRefresh });
  const snapshot = taken.isKnown ? await findWeek(ctx.postgres, id, taken.yearWeek) : undefined;
  return { ...taken, snapshot: snapshot ?? null };
}

/** How many calls it would take now, and their price in USD. */
export async function estimateSnapshot(
  { postgres, clock, searchData }: Pick<FetchContext, 'postgres' | 'clock' | 'searchData'>,
  { target, isRefresh }: SnapshotOrder,
): Promise<{ calls: number; costUsd: number }> {
  const record = await findDomain(postgres, target);
  const isThere = record !== undefined && (await findWeek(postgres, record.id, toWeek(clock.now()))) !== undefined;
  return isThere && !isRefresh ? { calls: 0, costUsd: 0 } : { calls: 1, costUsd: searchData.estimateLinkCallUsd('summary', 1) };
}

async function addProspect({ postgres, clock }: FetchContext, domain: string): Promise<number> {
  return await postgres.transaction(async (tx) => {
    const id = await lockDomain(tx, domain, clock.now());
    await updateDataTiers(tx, [id]);
    return id;
  });
}
