import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { findNotification } from '../store/notifications.ts';
import type { Notification, NotificationStatus } from '../notification.ts';
import { notifyQueue } from '../queues.ts';
import type { NotifyInput } from './enqueue-try.ts';
import { GIVE_UP_MS, recordOutcome } from './record-outcome.ts';
import { sendToChannel, type Outcome } from './send.ts';
import { sendToOperator } from './send-to-operator.ts';

declare module '#context' {
  interface WorkflowTypes {
    notify: WorkflowType<NotifyInput, NotifyOutput>;
  }
}

const Input = z.object({ notification_id: z.string(), round: z.int(), tries: z.int(), waits: z.int() });

export interface NotifyOutput {
  /** What the notification is after this try; undefined: it had ended before. */
  readonly status: NotificationStatus | undefined;
}

/** A try that is over, with when it began. */
export interface EndedSend {
  readonly outcome: Outcome | { readonly is: 'late' };
  readonly beganAt: string;
  readonly durationMs: number;
}

/**
 * One try to send a notification. The next one, later, is a workflow of its own. What is sent and what is recorded are two steps, so that a
 * store that is away for a moment sends nothing twice; a crash between the two sends it once more, with the same id.
 */
export const notifyWorkflow = defineWorkflow({
  name: 'notify',
  summary: 'sends a message to a channel',
  input: Input,
  queue: notifyQueue,
  steps: ['send', 'record'],
  run: async (ctx, input): Promise<NotifyOutput> => {
    const ended = await ctx.step('send', ({ signal }) => sendOnce(ctx, input, signal));
    if (ended === 'ended') return { status: undefined };
    return { status: await ctx.step('record', () => recordOutcome(ctx, input, ended)) };
  },
});

export async function sendOnce(
  ctx: WorkflowContext,
  { notification_id: id, round }: Pick<NotifyInput, 'notification_id' | 'round'>,
  signal: AbortSignal,
): Promise<EndedSend | 'ended'> {
  const notification = await findNotification(ctx.postgres, id);
  if (notification?.status !== 'pending' || notification.round !== round) return 'ended';
  const beganAt = new Date(ctx.clock.realNow()).toISOString();
  const beganMs = performance.now();
  const outcome = isLate(notification, ctx.clock.realNow())
    ? ({ is: 'late' } as const)
    : await (notification.channelId === null ? sendToOperator(ctx, notification, signal) : sendToChannel(ctx, notification, signal));
  return { outcome, beganAt, durationMs: Math.round(performance.now() - beganMs) };
}

function isLate({ channelId, dueAt }: Notification, now: number): boolean {
  return channelId !== null && dueAt !== null && dueAt.getTime() + GIVE_UP_MS <= now;
}
