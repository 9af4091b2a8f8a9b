import { sumRunCosts } from '#areas/costs/index.ts';
import { findOwner, requireRoomOfOwner } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { newId } from '#kernel/ids.ts';
import type { RunOptions, RunRecord } from './run-record.ts';
import { findResearchRun, insertResearchRun, runRecords } from './store/runs.ts';

export interface StartRunInput {
  /** Normalized. */
  readonly url: string;
  readonly host: string;
  readonly projectId: string | undefined;
  readonly userId: string | undefined;
  readonly options: RunOptions;
  /** Not to wait for what the site is. */
  readonly isAsync: boolean;
}

export type StartRunContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>;

export interface StartedRun {
  readonly run: RunRecord;
  /** Of what was done until now. */
  readonly costUsd: number;
}

/** A request answers within 30 s; a longer run goes on and is asked about. */
const WAIT_MS = 25_000;
/** Of one project. */
const RUNS_MAX = 10_000;

/**
 * Begins a run: keeps it and queues its work in one transaction, then waits until the site is read and judged, at most
 * 25 s. A run that failed meanwhile is a result.
 * @throws AppError `Project not found`, `Project is archived`; 400 when a caller that is bound to several projects names none;
 *   409 beyond 10,000 runs
 */
export async function startRun(ctx: StartRunContext, input: StartRunInput): Promise<StartedRun> {
  const owner = await findOwner(ctx, input.projectId);
  const id = newId('run_');
  const workflowId = newId('wf_');
  const { url, host, options, userId = null } = input;
  await ctx.postgres.transaction(async (tx) => {
    await insertResearchRun(tx, { id, ...owner, userId, url, host, options, workflowId, createdAt: ctx.clock.now() });
    await requireRoomOfOwner(tx, owner, {
      things: 'research runs',
      max: RUNS_MAX,
      count: (by) => runRecords.count(tx, { ...by, status: null }),
    });
    await ctx.workflows.enqueue(tx, 'keyword-research', { run_id: id, ...carriedCauseOf(ctx.caller) }, { id: workflowId });
  });
  // What ended it stands in the run.
  if (!input.isAsync) await ctx.workflows.waitFor(workflowId, WAIT_MS).catch(() => undefined);
  const run = await findResearchRun(ctx.postgres, id);
  if (run === undefined) throw new Error(`Run ${id} is gone`);
  const costs = await sumRunCosts(ctx.postgres, [id]);
  return { run, costUsd: costs.get(id) ?? 0 };
}
