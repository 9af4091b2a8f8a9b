import { constants, gzipSync } from 'node:zlib';
import type { DeliveryPlan, FaultDecision } from '../control/faults.ts';
import { wrap } from '../provider/envelope.ts';
import { refused, type Form, type SearchTools, type TaskAnswer } from '../provider/answer.ts';
import type { QueuedTask } from '../provider/tasks.ts';
import { answerQueued, headOfQueued, toWireTask } from '../provider/wire-task.ts';
import { envelopeReply } from '../reply.ts';
import { changeLayout, garble } from '../spoil.ts';

/** A delivery as it goes out. */
export interface Parcel {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** What the faults do to it. */
export interface Spoiling {
  readonly plan: DeliveryPlan;
  readonly decision: FaultDecision;
}

const TRUNCATED_AT = 0.6;
const USER_AGENT = 'sandbox-courier';

export const pingback: Parcel = { method: 'GET', headers: { 'user-agent': USER_AGENT }, body: null };

/**
 * The answer of `task_get`, compressed, or what a fault makes of it. Compressed on the spot: to hand it to another
 * thread and back would cost more than it saves where the service has the other processor.
 */
export function packPostback(tools: SearchTools, task: QueuedTask, { plan, decision }: Spoiling): Parcel {
  const form: Form = task.queued.request['postback_data'] === 'regular' ? 'regular' : 'advanced';
  const envelope = wrap([toWireTask(headOfQueued(task, form), spoilAnswer(decision) ?? answerQueued(tools, task, form))]);
  const reply = envelopeReply(200, decision.kind === 'layout_change' ? changeLayout(envelope) : envelope);
  const text = decision.kind === 'malformed' ? garble(reply).body : reply.body;
  const whole = plan.encoding === 'plain' ? Buffer.from(text) : gzipSync(text, { level: constants.Z_BEST_SPEED });
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': USER_AGENT,
      ...(plan.encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
    },
    body: decision.kind === 'truncated' ? whole.subarray(0, Math.floor(whole.length * TRUNCATED_AT)) : whole,
  };
}

function spoilAnswer({ kind, code }: FaultDecision): TaskAnswer | undefined {
  if (kind === 'empty') return { code: 20_000, result: null, costUsd: 0 };
  return code === undefined ? undefined : refused(code);
}
