import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { KeptRound } from './round.ts';
import { findOpenRound, findRound, insertRound, lockRounds } from './store.ts';

interface Opening extends Pick<KeptRound, 'projectId' | 'day' | 'kind' | 'keywordIds'> {
  /** The workflow that opens it. */
  readonly workflowId: string;
  /** It is judged now, also one that others have opened. */
  readonly isSettled: boolean;
}

/**
 * Opens a round. A scheduled one of the same day that is open takes the checks in: then its own evaluation waits for them.
 * @returns undefined: another one waits for them
 */
export async function openRound(ctx: Pick<AppContext, 'postgres' | 'clock'>, opening: Opening): Promise<string | undefined> {
  const { workflowId, isSettled, ...round } = opening;
  const id = hashId('rnd_', [workflowId]);
  return await ctx.postgres.transaction(async (tx) => {
    await lockRounds(tx, round.projectId);
    if ((await findRound(tx, id)) !== undefined) return id;
    const open = round.kind === 'scheduled' ? await findOpenRound(tx, round.projectId, round.day) : undefined;
    if (open !== undefined) return isSettled ? open.id : undefined;
    await insertRound(tx, { ...round, id, openedAt: new Date(ctx.clock.realNow()), closedAt: null, evaluatedAt: null });
    return id;
  });
}
