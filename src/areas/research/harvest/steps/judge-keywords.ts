import { findOwnPositions, type BestPosition } from '#areas/domains/index.ts';
import { toKeywordId, toOwnerId } from '#areas/keywords/index.ts';
import { toGroups } from '#kernel/lists.ts';
import type { RankedWork, StepContext } from '../harvest-work.ts';
import { judgeKeyword, type Judge } from '../judge/judge-keyword.ts';
import { loadJudge } from '../judge/load-judge.ts';
import type { OwnKeyword } from '../judge/site-profile.ts';
import type { PlannedMarket } from '../plan/plan-harvest.ts';
import { SNAPSHOT_ROWS, toSnapshotRow } from '../snapshots.ts';
import { listCategoriesOf, listPending, updateJudged, type JudgedRow, type PendingKeyword } from '../store/judged.ts';

/** Keywords that are held in memory together. */
const SLICE = 1_000;
/** Keywords of the site that say what it is about; those further back say less. */
const EVIDENCE_MAX = 1_000;

/**
 * Judges what was harvested, slice by slice, each written in one transaction together with its snapshots for
 * ClickHouse. What is judged is not judged again when the step is repeated. Asks nothing.
 */
export async function judgeKeywords(ctx: StepContext, { order, plan, ranked }: RankedWork, signal: AbortSignal): Promise<void> {
  for (const market of plan.markets) {
    const positions = await findPositions(ctx, { order, ranked, market });
    const judge = await loadJudge(order, await listEvidence(ctx, { runId: order.id, market, positions }));
    for (;;) {
      signal.throwIfAborted();
      const pending = await listPending(ctx.postgres, { runId: order.id, market }, SLICE);
      if (pending.length === 0) break;
      await judgeSlice(ctx, { order, market, judge, positions }, pending);
    }
  }
}

type OwnPositions = ReadonlyMap<string, BestPosition>;

/** Where the site ranks, by what is known of it. */
async function findPositions(
  ctx: StepContext,
  { order, ranked, market }: Pick<RankedWork, 'order' | 'ranked'> & { readonly market: PlannedMarket },
): Promise<OwnPositions> {
  const { locationCode, languageCode } = market;
  const reading = ranked.find((one) => one.locationCode === locationCode && one.languageCode === languageCode);
  const canRead = reading?.status === 'complete' || reading?.status === 'partial';
  const { host: domain, organizationId } = order;
  return await findOwnPositions(ctx, { domain, organizationId, market: { locationCode, languageCode }, canRead });
}

/** The best positions first. */
async function listEvidence(
  { postgres }: Pick<StepContext, 'postgres'>,
  { runId, market, positions }: { readonly runId: string; readonly market: PlannedMarket; readonly positions: OwnPositions },
): Promise<OwnKeyword[]> {
  const best = [...positions.values()].toSorted((one, other) => one.rank - other.rank || (one.keyword < other.keyword ? -1 : 1));
  const own = best.slice(0, EVIDENCE_MAX);
  const categories = await listCategoriesOf(
    postgres,
    { runId, market },
    own.map(({ keyword }) => keyword),
  );
  return own.map((position) => ({ ...position, categoryIds: categories.get(position.keyword) ?? [] }));
}

interface Slice {
  readonly order: RankedWork['order'];
  readonly market: PlannedMarket;
  readonly judge: Judge;
  readonly positions: OwnPositions;
}

async function judgeSlice(ctx: StepContext, { order, market, judge, positions }: Slice, pending: readonly PendingKeyword[]): Promise<void> {
  const { organizationId, projectId, id: runId } = order;
  const { languageCode } = market;
  const ownerId = toOwnerId(ctx.config, organizationId ?? undefined);
  const now = ctx.clock.now();
  const judged = pending.map((one): JudgedRow => {
    const { keyword, locationCode, figuresStatus } = one;
    const position = positions.get(keyword);
    return {
      ...judgeKeyword({ ...one, rank: position?.rank ?? null }, judge),
      location_code: locationCode,
      keyword,
      current_rank: position?.rank ?? null,
      ranking_url: position?.url ?? null,
      keyword_id: toKeywordId({ keywordText: keyword, locationCode, languageCode, device: 'desktop' }, ownerId),
      captured_at: figuresStatus === 'known' ? now : null,
    };
  });
  const snapshots = pending.flatMap((one, at) => {
    const row = judged[at];
    if (row === undefined || row.captured_at === null) return [];
    const { keyword_id: keywordId, primary_intent: intent, captured_at: capturedAt } = row;
    return [toSnapshotRow({ ...one, runId, keywordId, languageCode, intent, capturedAt, projectId, organizationId })];
  });
  await ctx.postgres.transaction(async (tx) => {
    await updateJudged(tx, { runId, market }, judged);
    for (const group of toGroups(snapshots, SNAPSHOT_ROWS)) await ctx.outbox.append(tx, 'keyword_snapshots', group);
  });
}
