import { findOwnPlaces } from '#areas/domains/index.ts';
import { toKeywordId, toOwnerId } from '#areas/keywords/index.ts';
import { toGroups } from '#kernel/lists.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { judgeKeyword, type Judge } from '../judge/judge-keyword.ts';
import { loadJudge } from '../judge/load-judge.ts';
import type { PlannedMarket } from '../plan/plan-harvest.ts';
import { SNAPSHOT_ROWS, toSnapshotRow } from '../snapshots.ts';
import { listPending, updateJudged, type JudgedRow, type PendingKeyword } from '../store/judged.ts';

/** Keywords that are held in memory together. */
const SLICE = 1_000;

/**
 * Judges what was harvested, slice by slice, each written in one transaction together with its snapshots for
 * ClickHouse. What is judged is not judged again when the step is repeated. Asks nothing.
 */
export async function judgeKeywords(ctx: StepContext, { order, plan }: HarvestWork, signal: AbortSignal): Promise<void> {
  const judge = await loadJudge(order);
  for (const market of plan.markets) {
    for (;;) {
      signal.throwIfAborted();
      const pending = await listPending(ctx.postgres, { runId: order.id, market }, SLICE);
      if (pending.length === 0) break;
      await judgeSlice(ctx, { order, market, judge }, pending);
    }
  }
}

interface Slice {
  readonly order: HarvestWork['order'];
  readonly market: PlannedMarket;
  readonly judge: Judge;
}

async function judgeSlice(ctx: StepContext, { order, market, judge }: Slice, pending: readonly PendingKeyword[]): Promise<void> {
  const { host: domain, organizationId, projectId, id: runId } = order;
  const { languageCode } = market;
  const keywords = [...new Set(pending.map(({ keyword }) => keyword))];
  const places = await findOwnPlaces(ctx, { domain, organizationId, market, keywords });
  const ownerId = toOwnerId(ctx.config, organizationId ?? undefined);
  const now = ctx.clock.now();
  const judged = pending.map((one): JudgedRow => {
    const { keyword, locationCode, figuresStatus } = one;
    const place = places.get(keyword);
    return {
      ...judgeKeyword(one, judge),
      location_code: locationCode,
      keyword,
      current_rank: place?.rank ?? null,
      ranking_url: place?.url ?? null,
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
