import type { AppContext } from '#context';
import type { LinkAnswer, LinkSummary } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { sweepLost } from '../ingest/sweep-lost.ts';
import { writeSnapshot } from '../snapshots/write-snapshot.ts';
import { completeFetch, listFetches } from './store/fetches.ts';
import { findFetchOf, LIST_PARTS, type PlannedPart } from './parts/plan-parts.ts';
import { enqueueOnboardingResults, type Queued } from './enqueue-onboarding-results.ts';

export interface StoredResults {
  /** The week of the snapshot, `YYYYWW`; null: the sums did not come. */
  readonly yearWeek: string | null;
  /** False: the week had its snapshot before. */
  readonly isNewWeek: boolean;
  /** Links, domains and keywords that were there before and did not come again. */
  readonly lost: number;
  readonly queued: Queued;
}

export interface ResultsToStore {
  readonly domain: KnownDomain;
  readonly parts: readonly PlannedPart[];
  readonly workflowId: string;
  readonly projectId: string | undefined;
  /** Undefined: they were not fetched. */
  readonly summary: LinkAnswer<LinkSummary> | undefined;
}

/** What follows from all parts together; safe to repeat. */
export async function storeResults(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'workflows'>,
  results: ResultsToStore,
): Promise<StoredResults> {
  const { domain, parts, workflowId, projectId } = results;
  const lost = await sweepParts(ctx, results);
  const week = await keepSummary(ctx, results);
  const market = parts.find(({ part, plan }) => part === 'keywords' && plan !== 'skip')?.market;
  const queued = await enqueueOnboardingResults(ctx, { workflowId, domain, market, projectId });
  return { yearWeek: week?.yearWeek ?? null, isNewWeek: week?.inserted ?? false, lost, queued };
}

async function sweepParts(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  { domain, parts, workflowId }: ResultsToStore,
): Promise<number> {
  const fetches = await listFetches(postgres, domain.id);
  let lost = 0;
  for (const part of LIST_PARTS) {
    const planned = parts.find((one) => one.part === part);
    const fetch = planned && findFetchOf(fetches, planned);
    if (fetch?.workflowId !== workflowId || fetch.status !== 'complete' || !fetch.isWhole) continue;
    const sweep = { domainId: domain.id, before: fetch.startedAt, now: clock.now() };
    if (part !== 'keywords') lost += await sweepLost(postgres, { ...sweep, part });
    else if (planned?.market !== undefined) lost += await sweepLost(postgres, { ...sweep, part, market: planned.market });
  }
  return lost;
}

async function keepSummary(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'outbox'>,
  { domain, summary }: ResultsToStore,
): Promise<{ readonly yearWeek: string; readonly inserted: boolean } | undefined> {
  if (summary === undefined) return undefined;
  return await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { value, costUsd } = summary;
    await completeFetch(tx, { domainId: domain.id, part: 'summary' }, { isWhole: true, now, rows: value === null ? 0 : 1 });
    return await writeSnapshot(tx, ctx, { domain, summary: value, now, costUsd });
  });
}
