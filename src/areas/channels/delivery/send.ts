import type { WorkflowContext } from '#context';
import { AppError, messageOf, notFound, OutsideError } from '#kernel/errors.ts';
import type { Channel } from '../channel.ts';
import type { ChannelKind, Sending, SendLimits, Verdict } from '../kinds/channel-kind.ts';
import { findKind } from '../kinds/index.ts';
import { judgeAnswer } from '../kinds/judge-answer.ts';
import { openConfig, openSigning } from '../manage/secrets.ts';
import type { Notice } from '../notice.ts';
import type { Notification } from '../notification.ts';
import { findChannel } from '../store/channels.ts';
import { takeTurn } from '../store/line.ts';
import { makeHeld } from './make-held.ts';
import { toTurn } from './to-turn.ts';

/** How a try ended, as the engine keeps it: nothing of the message or a secret is in it. */
export type Outcome = (Verdict | { readonly is: 'wait'; readonly waitMs: number }) & {
  readonly responseStatus?: number | undefined;
};

/** The text of an error has no more than this. */
const ERROR_LENGTH_MAX = 300;

/** One try to send a notification to its channel. @throws what a store's trouble throws: the step is tried again */
export async function sendToChannel(ctx: WorkflowContext, notification: Notification, signal: AbortSignal): Promise<Outcome> {
  const channel = await findChannel(ctx.postgres, notification.channelId ?? '');
  if (channel === undefined) throw notFound('Channel');
  const kind = findKind(channel.kind);
  if (kind === undefined) return { is: 'again', error: `this release has no channels of the kind ${channel.kind}` };
  if (channel.state === 'off') return { is: 'never', error: 'the channel is off' };
  const notice = notification.event === 'held' ? await makeHeld(ctx.postgres, notification) : (JSON.parse(notification.body) as Notice);
  try {
    const secrets = await openSecrets(ctx, channel);
    // Last before the call: after a hold-up between turn and call, messages would arrive closer together than the turns are.
    const waitMs = await waitForTurn(ctx, channel.id, kind.limits);
    if (waitMs > 0) return { is: 'wait', waitMs };
    return await send(ctx, { notification, channel, kind, notice, secrets, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return toOutcome(error);
  }
}

async function waitForTurn({ postgres }: WorkflowContext, channelId: string, limits: SendLimits): Promise<number> {
  const turn = toTurn(limits);
  return turn === undefined ? 0 : await takeTurn(postgres, { channelId, ...turn });
}

type Secrets = Pick<Sending, 'signingSecrets'> & { readonly config: Awaited<ReturnType<typeof openConfig>> };

async function openSecrets(ctx: WorkflowContext, channel: Channel): Promise<Secrets> {
  const now = new Date(ctx.clock.realNow());
  return { config: await openConfig(ctx, ctx.postgres, channel), signingSecrets: await openSigning(ctx, ctx.postgres, { channel, now }) };
}

interface Send {
  readonly notification: Notification;
  readonly channel: Channel;
  readonly kind: ChannelKind;
  readonly notice: Notice;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
}

async function send(ctx: WorkflowContext, { notification, channel, kind, notice, secrets, signal }: Send): Promise<Outcome> {
  const { config, signingSecrets } = secrets;
  const sentAt = new Date(ctx.clock.realNow());
  const base = ctx.consoleUrl();
  const sending: Sending = { id: notification.id, sentAt, signingSecrets, toUrl: (path) => new URL(path, base).href };
  if (kind.send !== undefined) return await kind.send(ctx, notice, config, { ...sending, channel, round: notification.round });
  if (kind.toRequest === undefined) throw new Error(`channels of the kind ${kind.kind} are not sent to`);
  const answer = await ctx.channelDoor.post({ ...kind.toRequest(notice, config, sending), kind: kind.kind, signal });
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const verdict = isRedirect || kind.judgeAnswer === undefined ? judgeAnswer(answer) : kind.judgeAnswer(answer);
  return { ...verdict, responseStatus: answer.status };
}

/** A key, or a server, that is missing can be put right meanwhile; a secret that is gone, or an address that is private, cannot. */
function toOutcome(error: unknown): Outcome {
  // What is no answer of a receiver or the secret store is a store's trouble: the engine tries the step again.
  if (!(error instanceof OutsideError || error instanceof AppError)) throw error;
  const text = messageOf(error).slice(0, ERROR_LENGTH_MAX);
  const isFinal = error instanceof OutsideError ? !error.retryable : error.code !== 'not_configured';
  return isFinal ? { is: 'never', error: text } : { is: 'again', error: text };
}
