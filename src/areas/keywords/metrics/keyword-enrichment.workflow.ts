import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { releaseBuyer } from '#purchases/index.ts';
import { fetchKeywordHistory, fetchKeywordMetrics, type FetchMetricsResult } from './fetch-keyword-metrics.ts';
import { linkMetrics } from './link-metrics.ts';
import { putOffUnwanted, restUntil } from './store/metric-batches.ts';
import { keywordEnrichmentQueue } from '../queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-enrichment': WorkflowType<z.input<typeof KeywordEnrichmentInput>, EnrichmentSummary>;
  }
}

export const KEYWORD_ENRICHMENT = 'keyword-enrichment';

/** Calls of one run; what is left goes on with the next. */
const CALLS_MAX = 1_000;
/** Above the 130 s that a call may take. */
const ASK_TIMEOUT_MS = 200_000;
/** After a failure the same keywords are not asked about for so long. */
const REST_MS = 10 * 60_000;

const KeywordEnrichmentInput = z.object({ source: z.enum(['tracking', 'cron', 'admin']).default('admin') });
type KeywordEnrichmentInput = z.infer<typeof KeywordEnrichmentInput>;

/** How a run ended. */
export interface EnrichmentSummary {
  readonly calls: number;
  readonly known: number;
  readonly unknown: number;
  readonly refused: number;
  readonly cost_usd: number;
  /** True: more keywords are due, and the next run continues. */
  readonly skipped: boolean;
  /** `budget_exceeded`, `credentials_missing` or `disabled`. */
  readonly reason: string | null;
  readonly message: string | null;
}

/**
 * Fills in search volume, CPC, competition, difficulty, intent and monthly searches of all tracked
 * keywords that are due (docs/keywords.md, "Enrichment"): new ones, and the others once a month. One
 * run takes all that is due, for all projects, so that many concurrent trackings make few calls.
 */
export const keywordEnrichment = defineWorkflow({
  name: KEYWORD_ENRICHMENT,
  summary: 'Asks the provider for the figures of tracked keywords that are due',
  input: KeywordEnrichmentInput,
  queue: keywordEnrichmentQueue,
  run: async (ctx, input): Promise<EnrichmentSummary> => {
    const reason = await ctx.step('plan', () => prepare(ctx));
    if (reason !== null) return toSummary([], { reason, message: null });
    return await askForAll(ctx, input);
  },
});

/** Why nothing can be asked; otherwise everything that is new is ready to be asked about. */
async function prepare(ctx: WorkflowContext): Promise<string | null> {
  if (!ctx.config.isKeywordEnrichmentOn) return 'disabled';
  if (!ctx.searchData.isConfigured) return 'credentials_missing';
  await linkMetrics(ctx);
  const now = ctx.clock.now();
  await putOffUnwanted(ctx.postgres, now, new Date(now.getTime() + DAY_MS));
  return null;
}

/** What a run asks about, in this order: the past is bought of metrics that are known. */
const QUESTIONS = [
  { step: 'askFigures', ask: fetchKeywordMetrics },
  { step: 'askHistory', ask: fetchKeywordHistory },
] as const;
type Question = (typeof QUESTIONS)[number];

async function askForAll(ctx: WorkflowContext, input: KeywordEnrichmentInput): Promise<EnrichmentSummary> {
  const results: FetchMetricsResult[] = [];
  const exhausted: string[] = [];
  const source = input.source === 'cron' ? 'cron' : 'workflow';
  const waiting: Question[] = [...QUESTIONS];
  for (let question = waiting[0]; question !== undefined && results.length < CALLS_MAX; question = waiting[0]) {
    await ctx.waitUntil(() => ctx.outbox.findRoom());
    const result = await askOrRest(ctx, question, { source, exhausted: [...exhausted] });
    if (result.isDone) {
      waiting.shift();
      continue;
    }
    results.push(result);
    const { stoppedBy } = result;
    if (stoppedBy === undefined) continue;
    if (stoppedBy.projectIds === undefined) break;
    exhausted.push(...stoppedBy.projectIds);
  }
  const stopped = results.findLast((result) => result.stoppedBy !== undefined)?.stoppedBy;
  return toSummary(results, stopped === undefined ? undefined : { reason: 'budget_exceeded', message: stopped.message });
}

/** A call that fails after its retries fails the run; its keywords wait, so that the next run can begin with others. */
async function askOrRest(
  ctx: WorkflowContext,
  { step, ask }: Question,
  asking: Pick<Parameters<typeof fetchKeywordMetrics>[1], 'source' | 'exhausted'>,
): Promise<FetchMetricsResult> {
  try {
    return await ctx.step(step, ({ signal }) => ask(ctx, { ...asking, runId: ctx.workflowId, signal }), {
      timeoutMs: ASK_TIMEOUT_MS,
    });
  } catch (error) {
    await ctx.step('rest', () =>
      ctx.postgres.transaction(async (tx) => {
        await restUntil(tx, await releaseBuyer(tx, ctx.workflowId), new Date(ctx.clock.realNow() + REST_MS));
      }),
    );
    throw error;
  }
}

function toSummary(
  results: readonly FetchMetricsResult[],
  stop: { readonly reason: string; readonly message: string | null } | undefined,
): EnrichmentSummary {
  const sum = (pick: (result: FetchMetricsResult) => number): number => results.reduce((total, result) => total + pick(result), 0);
  return {
    calls: results.filter((result) => result.stoppedBy === undefined).length,
    known: sum((result) => result.known),
    unknown: sum((result) => result.unknown),
    refused: sum((result) => result.refused),
    cost_usd: Number(sum((result) => result.costUsd).toFixed(6)),
    skipped: stop !== undefined,
    reason: stop?.reason ?? null,
    message: stop?.message ?? null,
  };
}
