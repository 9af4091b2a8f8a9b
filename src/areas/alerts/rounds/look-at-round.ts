import { findProjectChecks } from '#areas/rankings/index.ts';
import type { WorkflowContext } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import type { KeptRound } from './round.ts';
import { closeRound, findRound, lockRounds } from './store.ts';

/** In first waits between tries of a step, as mail waits: of 5 s, 10 minutes, 2 minutes and half a minute. */
const QUIET_TIMES = 120;
const QUIET_ON_DEMAND_TIMES = 24;
const LOOK_TIMES = 6;
const STEP_WAIT_MS = 5_000;
const OPEN_MS_MAX = 6 * HOUR_MS;

/** What there is to do with a round: to look again later, to judge it, or nothing. */
export type Look = { readonly is: 'open'; readonly waitMs: number } | { readonly is: 'closed' } | { readonly is: 'judged' };

interface Asked {
  readonly roundId: string;
  /** The caller knows that all checks have ended. */
  readonly isSettled: boolean;
  /** What makes the checks of a round on demand. */
  readonly workflowIds: readonly string[];
}

/** Closes a round when none of its checks is open and none has ended for a while, or when it was open for six hours. */
export async function lookAtRound(ctx: WorkflowContext, asked: Asked): Promise<Look> {
  const found = await findRound(ctx.postgres, asked.roundId);
  if (found === undefined || found.evaluatedAt !== null) return { is: 'judged' };
  if (found.closedAt !== null) return { is: 'closed' };
  return await ctx.postgres.transaction(async (tx) => {
    await lockRounds(tx, found.projectId);
    const now = ctx.clock.realNow();
    const waitMs = asked.isSettled ? 0 : await toWait(ctx, found, asked, now);
    if (waitMs > 0 && now - found.openedAt.getTime() < OPEN_MS_MAX) return { is: 'open', waitMs };
    await closeRound(tx, found.id, new Date(now));
    return { is: 'closed' };
  });
}

/** How long until a round that waits is looked at again. */
export function toLookMs({ retryWaitsMs }: Pick<WorkflowContext, 'retryWaitsMs'>): number {
  return LOOK_TIMES * (retryWaitsMs[0] ?? STEP_WAIT_MS);
}

/** @returns milliseconds; 0: it has settled */
async function toWait(ctx: WorkflowContext, round: KeptRound, { workflowIds }: Asked, now: number): Promise<number> {
  const { projectId, kind, openedAt } = round;
  const firstMs = ctx.retryWaitsMs[0] ?? STEP_WAIT_MS;
  if (kind === 'on_demand') {
    const statuses = await ctx.workflows.findStatuses(ctx.postgres, workflowIds);
    const isOpen = [...statuses.values()].some((status) => ['queued', 'running', 'paused'].includes(status));
    return isOpen ? QUIET_ON_DEMAND_TIMES * firstMs : Math.max(0, openedAt.getTime() + QUIET_ON_DEMAND_TIMES * firstMs - now);
  }
  const { isOpen, lastEndedAt } = await findProjectChecks(ctx.postgres, projectId, openedAt);
  if (isOpen) return toLookMs(ctx);
  const quietSince = Math.max(lastEndedAt?.getTime() ?? 0, openedAt.getTime());
  return Math.max(0, quietSince + QUIET_TIMES * firstMs - now);
}
