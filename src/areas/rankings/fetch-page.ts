import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { OutsideError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { SerpAnswer } from '#providers/search-data/index.ts';
import { mayStopEarly, toQueryId, toSerpRequest, type SerpCheck } from './check.ts';
import { isDepthKnown } from './decide-outcome.ts';
import { keepEvidence } from './keep-evidence.ts';
import { matchResults } from './match-results.ts';
import { toStoredResults, type SerpPage } from './serp-run.ts';
import { insertRun } from './store/ingest.ts';
import { ensureRunPartition, findPage } from './store/runs.ts';

type FetchContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData'>;

export interface FetchInput {
  readonly check: SerpCheck;
  /** Given by the workflow, so that a repeated step finds the page that it has paid for. */
  readonly runId: string;
  readonly workflowId: string;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/** Places that `adaptive` reads beyond the last position before it reads everything. */
const ADAPTIVE_MARGIN = 10;
const PAGE_SIZE = 10;

/**
 * Reads a check's page and keeps it in the store as it came, before anything is made of it: what
 * was paid for survives a crash, and only the run's id travels on through the workflow's records.
 * @throws OutsideError when the page cannot be had or does not tell how deep it was read
 * @throws BudgetExceededError
 */
export async function fetchPage(ctx: FetchContext, input: FetchInput): Promise<SerpPage> {
  const kept = await findPage(ctx.postgres, input.runId);
  if (kept !== undefined) return kept;

  const { check } = input;
  const answers = await fetchAnswers(ctx, input);
  const page = toPage(input, answers, { checkTs: ctx.clock.now(), fetchedAt: new Date(ctx.clock.realNow()) });
  await ensureRunPartition(ctx.postgres, page.run.checkTs);
  await insertRun(ctx.postgres, { check, run: page.run, checkDate: toDay(page.run.checkTs), results: toStoredResults(page.items) });
  return page;
}

/** The answers that were paid for, the one to use last. */
async function fetchAnswers(ctx: FetchContext, { check, runId, scope, signal }: FetchInput): Promise<SerpAnswer[]> {
  const keep = (answer: Buffer): Promise<void> => keepEvidence(ctx.postgres, { runId, instant: ctx.clock.now(), answer });
  const fetchTo = async (depth: number): Promise<SerpAnswer> => {
    const answer = await ctx.searchData.fetchSerp(toSerpRequest(check, depth), scope, signal, keep);
    if (isDepthKnown({ checkedDepth: answer.checkedDepth, itemsCount: answer.items.length })) return answer;
    throw new OutsideError({ service: answer.provider, kind: 'parse', message: 'The result page does not tell how deep it was read' });
  };
  const firstDepth = toFirstDepth(check);
  const first = await fetchTo(firstDepth);
  if (firstDepth === check.depth || hasAll(check, first)) return [first];
  return [first, await fetchTo(check.depth)];
}

/** `adaptive` begins around the last position (decisions, section 2 "Depth strategies"). */
function toFirstDepth(check: SerpCheck): number {
  if (check.depthStrategy !== 'adaptive' || check.lastPosition === null || check.lookFor.length === 0) return check.depth;
  return Math.min(check.depth, Math.ceil((check.lastPosition + ADAPTIVE_MARGIN) / PAGE_SIZE) * PAGE_SIZE);
}

function hasAll(check: SerpCheck, answer: SerpAnswer): boolean {
  return countFound(check, answer) === check.lookFor.length;
}

function countFound({ lookFor, channel }: SerpCheck, { items }: SerpAnswer): number {
  const targets = lookFor.map((domain) => ({ key: domain, domain }));
  return matchResults(items, targets, channel).size;
}

function toPage(
  { check, runId, workflowId, scope }: FetchInput,
  answers: readonly SerpAnswer[],
  times: { readonly checkTs: Date; readonly fetchedAt: Date },
): SerpPage {
  const answer = answers.at(-1);
  if (answer === undefined) throw new Error('A page has at least one answer');
  const isCutShort = (mayStopEarly(check) && countFound(check, answer) > 0) || (answers.length === 1 && toFirstDepth(check) < check.depth);
  return {
    items: answer.items,
    run: {
      id: runId,
      queryId: toQueryId(check),
      projectId: scope.projectId ?? null,
      workflowId,
      checkUrl: answer.checkUrl,
      itemsCount: answer.itemsCount,
      seResultsCount: answer.seResultsCount,
      depth: isCutShort ? Math.min(check.depth, answer.checkedDepth) : check.depth,
      checkedDepth: answer.checkedDepth,
      features: answer.features,
      provider: answer.provider,
      costUsd: answers.reduce((sum, { costUsd }) => sum + costUsd, 0),
      taskId: answer.taskId,
      ...times,
    },
  };
}
