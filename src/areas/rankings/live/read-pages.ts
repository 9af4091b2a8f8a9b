import { listTrackingProjectsOf, type TrackingProject } from '#areas/keywords/index.ts';
import type { Config } from '#config';
import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { SerpAnswer } from '#providers/search-data/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { toQueryId, toSerpRequest, type SerpCheck } from '../check.ts';
import { assertDepthKnown, isDepthKnown } from '../ingest/decide-outcome.ts';
import { announceChecks, type Announcing } from '../ingest/announce-checks.ts';
import { ingestSerp, prepareIngest, toEndedCheck } from '../ingest/ingest-serp.ts';
import { isEnough, parseSerpPage, toFirstDepth } from '../runs/parse-serp-page.ts';
import type { RunPage } from '../runs/serp-run.ts';
import { listResultPages } from '../results/result-pages.ts';
import { ensurePagePartitions } from '../runs/store/partitions.ts';
import { storePage, storeRawAnswer } from '../ingest/store/store-together.ts';

type ReadContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'outbox' | 'searchData'> &
  Announcing & { readonly config: Pick<Config, 'serpEvidenceDays'> };

export interface PageToRead {
  readonly check: SerpCheck;
  /** Given by the workflow, so that a repeated step finds the page that it has paid for. */
  readonly runId: string;
  readonly scope: SpendScope;
}

/** A page that is stored and applied. */
export interface ReadPage {
  readonly runId: string;
  readonly costUsd: number;
  /** Own targets of all projects that track the keyword, by outcome. */
  readonly ranked: number;
  readonly notFound: number;
}

export interface ReadOptions {
  readonly workflowId: string;
  readonly signal: AbortSignal;
}

/** Longer than a page may be under way: its month has a partition when it arrives. */
const AHEAD_MS = 600_000;

/**
 * Reads pages live, within the provider's limits. Each is stored in the transaction that books its price,
 * with everything that follows from it (`ingestSerp`): what was paid for survives a crash, and a page that
 * an earlier try has stored is not read again.
 * @returns how each ended, in their order: OutsideError when the provider gives no page, or not how deep it was
 *   read; BudgetExceededError; or what keeps the stores from taking it
 */
export async function readLivePages(
  ctx: ReadContext,
  pages: readonly PageToRead[],
  options: ReadOptions,
): Promise<PromiseSettledResult<ReadPage>[]> {
  const known = await listResultPages(
    ctx,
    pages.map(({ runId }) => runId),
  );
  const projects = await listTrackingProjectsOf(
    ctx.postgres,
    pages.map(({ check }) => check),
  );
  await ensurePagePartitions(ctx.postgres, [ctx.clock.now(), new Date(ctx.clock.now().getTime() + AHEAD_MS)]);
  return await Promise.allSettled(
    pages.map(async (page) => {
      const stored = known.get(page.runId);
      if (stored !== undefined) return await applyStored(ctx, page.check, stored);
      return await read(ctx, page, { ...options, projects: projects.get(toQueryId(page.check)) ?? [] });
    }),
  );
}

/** Applies a page that is stored: to what has changed since, or for the first time. Twice changes nothing. */
export async function applyStored(ctx: ReadContext, check: SerpCheck, page: RunPage): Promise<ReadPage> {
  const { ranked, notFound } = await ingestSerp(ctx, { check, page, isStored: true });
  return { runId: page.run.id, costUsd: page.run.costUsd, ranked, notFound };
}

/** One page; `adaptive` may pay for two answers. */
async function read(
  ctx: ReadContext,
  page: PageToRead,
  { signal, ...origin }: ReadOptions & { readonly projects: readonly TrackingProject[] },
): Promise<ReadPage> {
  const { check, runId, scope } = page;
  const depths = new Set([toFirstDepth(check), check.depth]);
  let costUsd = 0;
  for (const depth of depths) {
    let applied: ReadPage | undefined;
    let arrivedAt: Date | undefined;
    const spentBeforeUsd = costUsd;
    const record = async (received: Buffer, answer: SerpAnswer | undefined, tx?: Transaction): Promise<void> => {
      if (tx === undefined) return await ctx.postgres.transaction((own) => record(received, answer, own));
      // The same when it is repeated: the instant is part of the run's key.
      arrivedAt ??= ctx.clock.now();
      applied = await recordAnswer(ctx, tx, { ...page, ...origin, received, answer, depth, spentBeforeUsd, arrivedAt });
    };
    const answer = await ctx.searchData.fetchSerp(toSerpRequest(check, depth), scope, { signal, record });
    assertDepthKnown(answer);
    if (applied !== undefined) return applied;
    costUsd += answer.costUsd;
  }
  throw new Error(`The answer of run ${runId} was not recorded`);
}

interface Arrived extends PageToRead {
  readonly workflowId: string;
  readonly projects: readonly TrackingProject[];
  readonly received: Buffer;
  /** Undefined when it cannot be read. */
  readonly answer: SerpAnswer | undefined;
  /** The depth that was asked for. */
  readonly depth: number;
  /** What earlier answers of the same page cost. */
  readonly spentBeforeUsd: number;
  /** In the observed world. */
  readonly arrivedAt: Date;
}

/** Stores an answer as received, unless none is kept; and, when it is all that the check wants, as its page. */
async function recordAnswer(ctx: ReadContext, tx: Transaction, arrived: Arrived): Promise<ReadPage | undefined> {
  const { check, runId, scope, answer, depth, arrivedAt } = arrived;
  if (ctx.config.serpEvidenceDays > 0) await storeRawAnswer(tx, { runId, instant: arrivedAt, answer: arrived.received });
  if (answer === undefined || !isDepthKnown({ ...answer, itemsCount: answer.items.length })) return undefined;
  if (!isEnough(check, answer, depth)) return undefined;
  const origin = {
    id: runId,
    projectId: scope.projectId ?? null,
    workflowId: arrived.workflowId,
    costUsd: arrived.spentBeforeUsd + answer.costUsd,
    checkTs: arrivedAt,
    fetchedAt: new Date(ctx.clock.realNow()),
  };
  const page = parseSerpPage(check, { answer, depth }, origin);
  const prepared = prepareIngest({ check, page }, arrived.projects);
  await storePage(tx, prepared.page);
  tx.afterCommit(() => {
    ctx.outbox.noteAppended(prepared.rowsCount);
    announceChecks(ctx, [toEndedCheck(prepared.page)]);
  });
  return { runId, costUsd: page.run.costUsd, ranked: prepared.ranked, notFound: prepared.notFound };
}
