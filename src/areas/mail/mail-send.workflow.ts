import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { AppError, messageOf, OutsideError } from '#kernel/errors.ts';
import { toLongWaitMs } from '#workflows/patience.ts';
import type { OutgoingMail } from '#providers/mail/index.ts';
import type { MailStatus } from './mail.ts';
import { setBounced } from './lists/store.ts';
import { mailQueue } from './queues.ts';
import { MAIL_SECRET, toTryId } from './send-mail.ts';
import { findWaiting, recordTry, type WaitingMail } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'mail-send': WorkflowType<z.input<typeof MailSendInput>, MailSendOutput>;
  }
}

const MailSendInput = z.object({ mail_id: z.string() });

export interface MailSendOutput {
  /** What the mail is after this try; undefined: it had ended before. */
  readonly status: MailStatus | undefined;
}

/** The text of an error has no more of the server's words than this. */
const ERROR_LENGTH_MAX = 300;

/**
 * One try to hand a mail to the server. The next one, later, is a workflow of its own. What is sent and what is recorded are two steps, so
 * that a store that is away for a moment sends nothing twice.
 */
export const mailSend = defineWorkflow({
  name: 'mail-send',
  summary: 'hands a mail to the mail server',
  input: MailSendInput,
  queue: mailQueue,
  steps: ['send', 'record'],
  run: async (ctx, { mail_id: id }): Promise<MailSendOutput> => {
    const outcome = await ctx.step('send', () => send(ctx, id));
    if (outcome === 'ended') return { status: undefined };
    return { status: await ctx.step('record', () => record(ctx, id, outcome)) };
  },
});

/** How a try ended; nothing of the mail stands in it, because the engine keeps it. */
type Outcome = 'sent' | { readonly error: string; readonly isFinal: boolean; readonly isBounce?: boolean };

async function send({ postgres, secrets, mail, clock }: WorkflowContext, id: string): Promise<Outcome | 'ended'> {
  const waiting = await findWaiting(postgres, id);
  if (waiting === undefined) return 'ended';
  if (isTooLate(waiting, clock.realNow())) return { error: 'not sent in time: what it was about has ended', isFinal: true };
  try {
    const text = await secrets.open(postgres, waiting.secretId ?? '', MAIL_SECRET);
    await mail.send(id, JSON.parse(text) as OutgoingMail);
    return 'sent';
  } catch (error) {
    // What is no answer of the mail server or the secret store is a store's trouble: the engine tries the step again.
    if (!(error instanceof OutsideError || error instanceof AppError)) throw error;
    return { error: messageOf(error).slice(0, ERROR_LENGTH_MAX), isFinal: isFinal(error), isBounce: isBounce(error) };
  }
}

function isTooLate({ giveUpAt }: WaitingMail, now: number): boolean {
  return giveUpAt !== null && giveUpAt.getTime() <= now;
}

/** A key or a server that is missing can be put right meanwhile; a text that is gone, or a refusal for good, cannot. */
function isFinal(error: OutsideError | AppError): boolean {
  return error instanceof OutsideError ? !error.retryable : error.code !== 'not_configured';
}

/** The mail server refused the mail itself, which it would do again: its address, for the most part. */
function isBounce(error: OutsideError | AppError): boolean {
  return error instanceof OutsideError && error.kind === 'request_refused';
}

async function record(ctx: WorkflowContext, id: string, outcome: Outcome): Promise<MailStatus | undefined> {
  const { postgres, secrets, workflows, clock } = ctx;
  return await postgres.transaction(async (tx) => {
    const waiting = await findWaiting(tx, id);
    if (waiting === undefined) return undefined;
    const waitMs = toLongWaitMs(waiting.tries + 1, ctx.retryWaitsMs);
    const now = clock.realNow();
    const nextAt = now + (waitMs ?? 0);
    const status = waitMs === undefined && outcome !== 'sent' && !outcome.isFinal ? 'failed' : judge(outcome, waiting, nextAt);
    await recordTry(tx, {
      id,
      status,
      error: outcome === 'sent' ? null : outcome.error,
      nextTryAt: status === 'queued' ? new Date(nextAt) : null,
      sentAt: status === 'sent' ? new Date(now) : null,
    });
    if (outcome !== 'sent' && outcome.isBounce === true && waiting.listId !== null)
      await setBounced(tx, { listId: waiting.listId, address: waiting.toAddress, bounce: outcome.error, now: new Date(now) });
    if (status === 'queued')
      await workflows.enqueue(tx, 'mail-send', { mail_id: id }, { id: toTryId(id, waiting.tries + 2), delayMs: waitMs });
    else if (waiting.secretId !== null) await secrets.remove(tx, waiting.secretId);
    return status;
  });
}

function judge(outcome: Outcome, waiting: WaitingMail, nextAt: number): MailStatus {
  if (outcome === 'sent') return 'sent';
  if (outcome.isFinal) return isTooLate(waiting, nextAt) ? 'failed' : 'refused';
  return isTooLate(waiting, nextAt) ? 'failed' : 'queued';
}
