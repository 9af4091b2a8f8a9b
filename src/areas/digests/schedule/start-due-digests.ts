import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import { isOpen } from '#workflows/types.ts';
import { claimDueDigest, listDueDigestIds, listWaitingDigests, setNextRun } from '../store/digests.ts';
import { failRun, insertRun, listOpenRuns } from '../store/runs.ts';
import { findNextSend, listDuePeriods } from './next-send.ts';

export type DigestsContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'logger'>;

/** The rest comes at the next look. */
const STARTS_MAX = 200;
const MISSED_MAX = 400;
const PAGE_SIZE = 500;

/** Starts each digest whose time has come, once over all processes; of several periods the newest alone. */
export async function startDueDigests(ctx: DigestsContext): Promise<void> {
  const now = ctx.clock.now();
  for (const id of await listDueDigestIds(ctx.postgres, now, STARTS_MAX)) {
    try {
      await startDueDigest(ctx, id, now);
    } catch (error) {
      // One that cannot be started must not keep the others from it.
      ctx.logger.warn({ digest: id, error: messageOf(error) }, 'a digest could not be started');
    }
  }
}

async function startDueDigest({ postgres, workflows }: DigestsContext, digestId: string, now: Date): Promise<void> {
  await postgres.transaction(async (tx) => {
    const digest = await claimDueDigest(tx, digestId, now);
    if (!digest?.nextRunAt) return;
    const periods = listDuePeriods(digest, { first: digest.nextRunAt, now, max: MISSED_MAX });
    const [newest] = periods.slice(-1);
    if (newest !== undefined) {
      const id = hashId('run_', ['digest', digest.id, newest.from, newest.to]);
      const run = { id, digestId, fromDay: newest.from, toDay: newest.to, missed: periods.slice(0, -1), createdAt: now };
      if (await insertRun(tx, run)) await workflows.enqueue(tx, 'digest-run', { run_id: id }, { id });
    }
    await setNextRun(tx, digest, findNextSend(digest, now));
  });
}

/** Brings those nearer whose next time lies beyond their next, because the world's date was set back. */
export async function alignDigests({ postgres, clock }: DigestsContext): Promise<void> {
  const now = clock.now();
  for (let afterId = ''; ;) {
    const digests = await listWaitingDigests(postgres, { now, afterId, limit: PAGE_SIZE });
    for (const digest of digests) {
      const next = findNextSend(digest, now);
      if (digest.nextRunAt !== null && next < digest.nextRunAt) await setNextRun(postgres, digest, next);
    }
    const last = digests.at(-1);
    if (last === undefined || digests.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}

/** Says of runs whose workflow was terminated or has failed that they came to nothing. */
export async function settleLostDigests({ postgres, clock, workflows }: DigestsContext): Promise<void> {
  for (const { id } of await listOpenRuns(postgres, STARTS_MAX)) {
    const workflow = await workflows.find(id);
    if (isOpen(workflow?.status)) continue;
    await failRun(postgres, id, workflow?.error ?? 'its workflow ended without it', clock.now());
  }
}
