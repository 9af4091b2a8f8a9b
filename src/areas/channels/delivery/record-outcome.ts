import type { WorkflowContext } from '#context';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { toLongWaitMs } from '#workflows/patience.ts';
import { findKind } from '../kinds/index.ts';
import type { Notification, NotificationStatus } from '../notification.ts';
import { findChannel } from '../store/channels.ts';
import { countBefore, endTurn } from '../store/line.ts';
import { endHeld, endUntried, lockNotification, recordTry } from '../store/notifications.ts';
import { toTry, type NotifyInput } from './enqueue-try.ts';
import { noteEnd } from './note-end.ts';
import type { EndedSend } from './notify.workflow.ts';
import type { Outcome } from './send.ts';
import { toLineWaitMs, toSpacingMs } from './to-turn.ts';

/** Older than this a message is not sent: the next digest says it. */
export const GIVE_UP_MS = DAY_MS;

/** Writes what became of a try, and begins the next one, in one transaction. @returns undefined when it had ended before */
export async function recordOutcome(ctx: WorkflowContext, input: NotifyInput, ended: EndedSend): Promise<NotificationStatus | undefined> {
  return await ctx.postgres.transaction(async (tx) => {
    const notification = await lockNotification(tx, input.notification_id);
    if (notification?.status !== 'pending' || notification.round !== input.round) return undefined;
    const { outcome } = ended;
    if (outcome.is === 'late') return await endLate(ctx, tx, notification);
    if (outcome.is === 'wait') {
      const waitMs = await findPlace(ctx, tx, { notification, waitMs: outcome.waitMs });
      await ctx.workflows.enqueue(tx, 'notify', ...toTry({ ...input, waits: input.waits + 1 }, waitMs));
      return 'pending';
    }
    const { status, waitMs } = judge(ctx, notification, outcome);
    const error = outcome.is === 'taken' ? null : outcome.error;
    const nextTryAt = status === 'pending' ? new Date(ctx.clock.realNow() + waitMs) : null;
    const responseStatus = outcome.responseStatus ?? null;
    await recordTry(tx, { id: notification.id, status, error, responseStatus, nextTryAt, ...toTimes(ended) });
    await endMyTurn(tx, notification, outcome);
    if (status === 'pending') await ctx.workflows.enqueue(tx, 'notify', ...toTry({ ...input, tries: input.tries + 1, waits: 0 }, waitMs));
    else await end(ctx, tx, { notification, status, error, isGone: outcome.is === 'gone' });
    return status;
  });
}

function toTimes({ beganAt, durationMs }: EndedSend): { beganAt: Date; durationMs: number } {
  return { beganAt: new Date(beganAt), durationMs };
}

/** What a notification is after a try, and how long to wait for the next one. */
function judge(
  { retryWaitsMs, clock }: WorkflowContext,
  { channelId, roundTries, dueAt }: Notification,
  outcome: Exclude<Outcome, { is: 'wait' }>,
): { readonly status: NotificationStatus; readonly waitMs: number } {
  if (outcome.is === 'taken') return { status: 'delivered', waitMs: 0 };
  if (outcome.is !== 'again') return { status: 'failed', waitMs: 0 };
  // The operator's receiver is tried as steps are.
  const ours = channelId === null ? retryWaitsMs[roundTries] : toLongWaitMs(roundTries + 1, retryWaitsMs);
  if (ours === undefined) return { status: 'failed', waitMs: 0 };
  const named = outcome.retryAfterMs ?? 0;
  const waitMs = named >= SECOND_MS ? named : ours;
  const isLate = channelId !== null && dueAt !== null && clock.realNow() + waitMs >= dueAt.getTime() + GIVE_UP_MS;
  return { status: isLate ? 'digested' : 'pending', waitMs };
}

async function endLate(ctx: WorkflowContext, tx: Transaction, notification: Notification): Promise<NotificationStatus> {
  const error = 'not sent within a day: left to the next digest';
  await endUntried(tx, { id: notification.id, status: 'digested', error });
  await end(ctx, tx, { notification, status: 'digested', error, isGone: false });
  return 'digested';
}

async function findPlace(
  { clock }: WorkflowContext,
  tx: Transaction,
  { notification, waitMs }: { readonly notification: Notification; readonly waitMs: number },
): Promise<number> {
  const channelId = notification.channelId ?? '';
  const channel = await findChannel(tx, channelId);
  const limits = findKind(channel?.kind ?? '')?.limits ?? { burst: 1 };
  const before = await countBefore(tx, { channelId, id: notification.id, now: new Date(clock.realNow()) });
  return toLineWaitMs(limits, { waitMs, before });
}

/** The next message of the channel may go: after its space, or when the receiver said. */
async function endMyTurn(tx: Transaction, { channelId }: Notification, outcome: Outcome): Promise<void> {
  if (channelId === null) return;
  const limits = findKind((await findChannel(tx, channelId))?.kind ?? '')?.limits;
  if (limits === undefined) return;
  const spacingMs = toSpacingMs(limits);
  const named = outcome.is === 'again' ? (outcome.retryAfterMs ?? 0) : 0;
  // No longer than a message is kept: a receiver that names a year would hold its channel for as long.
  if (named > 0) await endTurn(tx, channelId, Math.min(named, GIVE_UP_MS) + Math.max(0, limits.burst - 1) * spacingMs);
  else if (spacingMs > 0 && limits.burst <= 1) await endTurn(tx, channelId, spacingMs);
}

interface Ended {
  readonly notification: Notification;
  readonly status: NotificationStatus;
  readonly error: string | null;
  readonly isGone: boolean;
}

async function end(ctx: WorkflowContext, tx: Transaction, { notification, status, error, isGone }: Ended): Promise<void> {
  const { id, channelId, event, isTest } = notification;
  if (event === 'held') await endHeld(tx, { id, status, error, deliveredAt: status === 'delivered' ? ctx.clock.now() : null });
  if (channelId !== null) await noteEnd(ctx, tx, { channelId, isTaken: status === 'delivered', isTest, isGone, error });
}
