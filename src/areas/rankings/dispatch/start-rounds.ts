import { toDueDate } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { listDispatchedProjects } from './round-checks.ts';

/** Alerts judge a project's day when its checks have settled: areas after this one, so it is begun by its name. */
export async function startRounds(ctx: Pick<AppContext, 'clock' | 'workflows'>, tx: Transaction, dispatchId: string): Promise<void> {
  const now = ctx.clock.now();
  const projects = await listDispatchedProjects(tx, dispatchId);
  const rounds = projects.map(({ projectId, timeZone }) => {
    const day = toDueDate(now, timeZone);
    // A later dispatch of the same day joins the round, or has one of its own where that one has been judged.
    const id = hashId('wf_', ['alert-round', projectId, day, dispatchId]);
    return { id, input: { project_id: projectId, day, kind: 'scheduled' } as const };
  });
  if (rounds.length > 0) await ctx.workflows.enqueueAll(tx, 'alert-round', rounds);
}
