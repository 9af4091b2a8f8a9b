import { OutsideError } from '#kernel/errors.ts';
import { PaidCallError, UnsentCallError } from '../metering.ts';
import type { CallOptions, ProviderClient, TaskAnswer } from './client.ts';
import { mayHaveBeenCharged, SERVICE } from './errors.ts';

export interface PaidCall extends Pick<CallOptions, 'rateClass' | 'signal' | 'onAnswer'> {
  readonly path: string;
  readonly task: Readonly<Record<string, unknown>>;
}

/**
 * Makes one live call with one task inside `Spending.spend`. An answer that does not come is charged
 * all the same: then nobody knows the price yet. A call that was given up while it waited for its turn
 * cannot have been charged.
 * @throws PaidCallError | UnsentCallError
 */
export async function callPaid(client: ProviderClient, { path, task, ...options }: PaidCall): Promise<TaskAnswer> {
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  try {
    const [answer] = await client.call(path, [task], { ...options, onSend });
    if (answer === undefined) throw new OutsideError({ service: SERVICE, kind: 'parse', message: 'DataForSEO answered no task' });
    return answer;
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    throw new PaidCallError(toError(error), { costUsd: mayHaveBeenCharged(error) ? undefined : 0, success: false });
  }
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
