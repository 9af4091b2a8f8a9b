import type { Call } from './call.ts';
import { toErrorReply } from './errors.ts';
import type { FinalReply } from './idempotency.ts';
import { noteFailure } from './serving/request-log.ts';

/** A failure is an answer too, and is kept and handed on like one. */
export async function settle(call: Call, work: () => Promise<FinalReply>): Promise<FinalReply> {
  try {
    return await work();
  } catch (error) {
    const answer = toErrorReply(error, call.id);
    noteFailure(call, error, answer);
    return { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) };
  }
}
