import { listProjectIdsOf } from '#areas/costs/index.ts';
import type { WorkflowContext } from '#context';
import { BudgetExceededError } from '#kernel/errors.ts';
import type { SpendScope, SpendSource } from '#providers/metering.ts';
import type { KeywordsAnswer } from '#providers/search-data/index.ts';
import { releaseBuyer, takeClaims } from '#purchases/index.ts';
import type { AskedKeyword } from '../answers/ask-in-parts.ts';
import { toWriter } from '../answers/to-writer.ts';
import { findHistoryBatch } from '../data-settings/store.ts';
import { buyHistory } from './on-request/get-history.ts';
import { keepMetrics, toAskedAt } from './on-request/keep-metrics.ts';
import { findNextBatch, lockBatch, splitBatch, updateUnanswered, type DueTimes, type NextBatch } from './store/metric-batches.ts';

export type FetchMetricsContext = Pick<WorkflowContext, 'postgres' | 'clock' | 'searchData' | 'outbox'>;

export interface FetchMetricsInput {
  /** The run that asks. */
  readonly runId: string;
  readonly source: SpendSource;
  /** Projects whose own budget, or whose organization's, has no room. */
  readonly exhausted: readonly string[];
  readonly signal: AbortSignal;
}

/** What one call gave. */
export interface FetchMetricsResult {
  /** Nothing was due. */
  readonly isDone: boolean;
  readonly known: number;
  readonly unknown: number;
  readonly refused: number;
  readonly costUsd: number;
  /** A budget had no room; `projectIds`: it was the one of these projects, others may go on. */
  readonly stoppedBy: { readonly message: string; readonly projectIds: readonly string[] | undefined } | undefined;
}

const NOTHING: FetchMetricsResult = { isDone: false, known: 0, unknown: 0, refused: 0, costUsd: 0, stoppedBy: undefined };

/** Longer than all tries of a step take: a run that still claims keywords then is dead. */
const HOLD_MS = 30 * 60_000;
const TOO_LONG = 'The keyword is longer than the provider takes';

/**
 * Asks the provider once: about what has been due longest, for one project in one location and language.
 * What comes is kept before it returns, so that a repeated step asks about something else. A call that
 * is refused because of one of its keywords costs nothing; its keywords are asked about in halves until
 * the one at fault stands alone.
 * @throws OutsideError
 */
export async function fetchKeywordMetrics(ctx: FetchMetricsContext, input: FetchMetricsInput): Promise<FetchMetricsResult> {
  // What an earlier try has left is asked about again.
  await releaseBuyer(ctx.postgres, input.runId);
  const times = { dueBy: ctx.clock.now(), realNow: new Date(ctx.clock.realNow()) };
  const batch = await findNextBatch(ctx.postgres, times, input.exhausted);
  if (batch === undefined) return { ...NOTHING, isDone: true };
  const claimed = await claimBatch(ctx, batch, { ...times, runId: input.runId });
  const result = await askBatch(ctx, input, { batch, claimed });
  await releaseBuyer(ctx.postgres, input.runId);
  return result;
}

async function claimBatch(
  { postgres, searchData }: FetchMetricsContext,
  batch: NextBatch,
  { runId, ...times }: DueTimes & Pick<FetchMetricsInput, 'runId'>,
): Promise<AskedKeyword[]> {
  return await postgres.transaction(async (tx) => {
    const due = await lockBatch(tx, batch, { ...times, limit: searchData.keywordsPerCall(batch.source) });
    const keys = due.map(({ id }) => id);
    const taken = new Set((await takeClaims(tx, keys, { buyer: runId, holdMs: HOLD_MS })).map(({ key }) => key));
    return due.filter(({ id }) => taken.has(id));
  });
}

async function askBatch(
  ctx: FetchMetricsContext,
  input: FetchMetricsInput,
  { batch, claimed }: { readonly batch: NextBatch; readonly claimed: readonly AskedKeyword[] },
): Promise<FetchMetricsResult> {
  const tooLong = claimed.filter(({ keyword }) => !ctx.searchData.takesKeyword(keyword));
  await keepRefused(ctx, tooLong, TOO_LONG, null);
  const asked = claimed.filter((subject) => !tooLong.includes(subject));
  if (asked.length === 0) return { ...NOTHING, refused: tooLong.length };
  try {
    const record = toWriter<KeywordsAnswer>(ctx.postgres, async (answer, tx) => {
      if (answer.state !== 'answered') return;
      await keepMetrics(ctx, tx, { asked, answer, withClickstream: batch.withClickstream, askedAt: ctx.clock.now() });
    });
    const answer = await ctx.searchData.fetchKeywords(toRequest(batch, asked), toScope(input, batch), { signal: input.signal, record });
    const kept = await keepAnswer(ctx, asked, answer);
    return { ...NOTHING, ...kept, refused: kept.refused + tooLong.length };
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    const projectIds = await listExhausted(ctx, error, batch);
    return { ...NOTHING, refused: tooLong.length, stoppedBy: { message: error.message, projectIds } };
  }
}

/**
 * Buys the past of what projects want it of: one call, for one project in one country and language.
 * @throws OutsideError
 */
export async function fetchKeywordHistory(
  ctx: FetchMetricsContext & Pick<WorkflowContext, 'config' | 'purchases'>,
  input: FetchMetricsInput,
): Promise<FetchMetricsResult> {
  const batch = await findHistoryBatch(ctx.postgres, input.exhausted, ctx.searchData.subjectsPerList('history'));
  if (batch === undefined) return { ...NOTHING, isDone: true };
  const { histories, costUsd, stoppedBy } = await buyHistory(ctx, batch, toScope(input, batch), input.signal);
  const known = [...histories.values()].filter(({ status }) => status === 'known').length;
  const result = { ...NOTHING, known, unknown: histories.size - known, costUsd };
  if (stoppedBy === undefined) return result;
  return { ...result, stoppedBy: { message: stoppedBy.message, projectIds: await listExhausted(ctx, stoppedBy, batch) } };
}

/** The projects that a budget stops; `undefined`: it stops everything. */
async function listExhausted(
  { postgres }: FetchMetricsContext,
  { budget, scope }: BudgetExceededError,
  { projectId }: Pick<NextBatch, 'projectId'>,
): Promise<readonly string[] | undefined> {
  if (budget === 'project_monthly_usd') return [projectId];
  return budget === 'organization_monthly_usd' ? await listProjectIdsOf(postgres, scope) : undefined;
}

function toRequest({ source, locationCode, languageCode, withClickstream }: NextBatch, asked: readonly AskedKeyword[]) {
  return { source, locationCode, languageCode, withClickstream, keywords: asked.map(({ keyword }) => keyword) };
}

function toScope({ source, runId }: FetchMetricsInput, { projectId }: Pick<NextBatch, 'projectId'>): SpendScope {
  return { source, projectId, runId, workflowType: 'keyword-enrichment' };
}

type Counts = Pick<FetchMetricsResult, 'known' | 'unknown' | 'refused' | 'costUsd'>;

/** What is answered is stored already; what is refused is stored here. */
async function keepAnswer(ctx: FetchMetricsContext, asked: readonly AskedKeyword[], answer: KeywordsAnswer): Promise<Counts> {
  if (answer.state === 'answered') {
    const known = asked.filter(({ keyword }) => answer.metrics.has(keyword)).length;
    return { known, unknown: asked.length - known, refused: 0, costUsd: answer.costUsd };
  }
  if (answer.what === 'location') {
    await keepRefused(ctx, asked, answer.reason, null);
    return { ...NOTHING, refused: asked.length };
  }
  const atFault = asked.length === 1 ? asked : asked.filter(({ keyword }) => answer.named.includes(keyword));
  await keepRefused(ctx, atFault, answer.reason, 1);
  const others = asked.filter((subject) => !atFault.includes(subject)).map(({ id }) => id);
  // Named keywords are left out; without names one of the halves will pass.
  const batchMax = atFault.length > 0 ? others.length : Math.ceil(others.length / 2);
  await splitBatch(ctx.postgres, others, batchMax);
  return { ...NOTHING, refused: atFault.length };
}

/** @param batchMax how many are asked about together next time; null: as many as one call takes */
async function keepRefused(
  ctx: FetchMetricsContext,
  subjects: readonly AskedKeyword[],
  problem: string,
  batchMax: number | null,
): Promise<void> {
  if (subjects.length === 0) return;
  const ids = subjects.map(({ id }) => id);
  await updateUnanswered(ctx.postgres, ids, { ...toAskedAt(ctx.clock.now(), 'refused'), status: 'refused', problem, batchMax });
}
