import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { OutsideError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { SerpAnswer } from '#providers/search-data/index.ts';
import { toSerpRequest, type SerpCheck } from '../check.ts';
import { isDepthKnown } from '../ingest/decide-outcome.ts';
import { storeRawAnswer } from '../runs/store-raw-answer.ts';
import { isEnough, toFirstDepth, parseSerpPage } from '../runs/parse-serp-page.ts';
import { toStoredResults, type RunPage } from '../runs/serp-run.ts';
import { ensureRunPartition, findPage, insertSerpRun } from '../runs/store/runs.ts';

type FetchContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData'>;

export interface FetchInput {
  readonly check: SerpCheck;
  /** Given by the workflow, so that a repeated step finds the page that it has paid for. */
  readonly runId: string;
  readonly workflowId: string;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * Reads a check's page and stores it as received, before it is applied: what was paid for survives a crash,
 * and only the run's id goes through the workflow's records.
 * @throws OutsideError when the provider gives no page, or not how deep it was read
 * @throws BudgetExceededError
 */
export async function fetchPage(ctx: FetchContext, input: FetchInput): Promise<RunPage> {
  const kept = await findPage(ctx.postgres, input.runId);
  if (kept !== undefined) return kept;

  const { check } = input;
  const paid = await fetchAnswer(ctx, input);
  const page = parseSerpPage(check, paid, {
    id: input.runId,
    projectId: input.scope.projectId ?? null,
    workflowId: input.workflowId,
    costUsd: paid.costUsd,
    checkTs: ctx.clock.now(),
    fetchedAt: new Date(ctx.clock.realNow()),
  });
  await ensureRunPartition(ctx.postgres, page.run.checkTs);
  await insertSerpRun(ctx.postgres, { check, run: page.run, checkDate: toDay(page.run.checkTs), results: toStoredResults(page.items) });
  return page;
}

interface PaidAnswer {
  readonly answer: SerpAnswer;
  /** The depth that was asked for. */
  readonly depth: number;
  /** Of this answer and those before it, in USD. */
  readonly costUsd: number;
}

/** The answer to use; `adaptive` may pay for two. */
async function fetchAnswer(ctx: FetchContext, { check, runId, scope, signal }: FetchInput): Promise<PaidAnswer> {
  const keep = (answer: Buffer): Promise<void> => storeRawAnswer(ctx.postgres, { runId, instant: ctx.clock.now(), answer });
  const fetchTo = async (depth: number): Promise<SerpAnswer> => {
    const answer = await ctx.searchData.fetchSerp(toSerpRequest(check, depth), scope, signal, keep);
    assertDepthKnown(answer);
    return answer;
  };
  const firstDepth = toFirstDepth(check);
  const first = await fetchTo(firstDepth);
  if (isEnough(check, first, firstDepth)) return { answer: first, depth: firstDepth, costUsd: first.costUsd };
  const whole = await fetchTo(check.depth);
  return { answer: whole, depth: check.depth, costUsd: first.costUsd + whole.costUsd };
}

/** @throws OutsideError `parse`: without the depth, a missing target cannot be called "not found" */
export function assertDepthKnown(answer: Pick<SerpAnswer, 'checkedDepth' | 'items' | 'provider'>): void {
  if (isDepthKnown({ checkedDepth: answer.checkedDepth, itemsCount: answer.items.length })) return;
  throw new OutsideError({ service: answer.provider, kind: 'parse', message: 'The result page does not tell how deep it was read' });
}
