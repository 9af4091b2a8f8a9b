import { OutsideError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { HttpResponse } from '../http-client.ts';
import { PaidCallError, UnsentCallError, type CallCost, type PlannedCall, type SpendScope, type Spending } from '../metering.ts';
import { toQuestion, type Bought } from './bought.ts';
import type { CallOptions, ProviderClient, ProviderTask, TaskAnswer } from './client.ts';
import { mayHaveBeenCharged, SERVICE, toProviderError } from './errors.ts';
import type { AnswerWriter } from '../search-data/fetch-options.ts';
import { SLOT_WAIT_MS_MAX, retryUntilSlot } from '../search-data/slot-wait.ts';

/** A live call with one task. */
export interface Purchase<Value>
  extends Pick<PlannedCall, 'service' | 'estimateUsd'>, Pick<CallOptions, 'rateClass' | 'signal' | 'onSend'> {
  readonly path: string;
  readonly scope: SpendScope;
  /** @param tag of the call, which the task must carry */
  readonly toTask: (tag: string) => ProviderTask;
  /** What the answer gives. What it throws is thrown on, and the call booked all the same. */
  readonly read: (answer: TaskAnswer) => { readonly value: Value } & Pick<CallCost, 'success' | 'itemsReturned'>;
  /** Writes the answer; what it throws is thrown on, and the call booked all the same. */
  readonly record?: AnswerWriter<Value> | undefined;
}

export interface PurchaseTools {
  readonly client: ProviderClient;
  readonly spending: Spending;
  readonly bought: Bought;
}

/**
 * Reserves, makes, reads and books one call, however long it has to wait for its slot. What an earlier try
 * of the same step has bought is not bought again.
 * @throws OutsideError for every failure, `credentials_missing` included
 * @throws BudgetExceededError when a budget has no room
 */
export async function buy<Value>(tools: PurchaseTools, purchase: Purchase<Value>): Promise<Value> {
  const { client, bought } = tools;
  client.requireCredentials();
  const isRecorded = purchase.record !== undefined;
  const question = toQuestion(purchase.path, purchase.toTask(''));
  const known = bought.take(question);
  let answer = known;
  try {
    const value =
      known === undefined
        ? await retryUntilSlot(() => payFor(tools, purchase, (came) => void (answer = came)))
        : await readBought(client, purchase, known);
    if (isRecorded) answer = undefined;
    return value;
  } catch (error) {
    // Whatever else fails, for example to keep the answer in a store, the answer is as good as before.
    if (error instanceof OutsideError) answer = undefined;
    throw error;
  } finally {
    if (answer !== undefined) bought.keep(question, answer);
  }
}

async function payFor<Value>(
  { client, spending }: PurchaseTools,
  { service, path, estimateUsd, scope, toTask, read, record, ...options }: Purchase<Value>,
  onResponse: (response: HttpResponse) => void,
): Promise<Value> {
  const tag = newId('spend_');
  return await spending.spend(scope, { service, endpoint: path, estimateUsd, tag }, async () => {
    let received: Buffer | undefined;
    const noteResponse = (response: HttpResponse): void => {
      ({ received } = response);
      onResponse(response);
    };
    try {
      const answer = await callPaid(client, { path, task: toTask(tag), ...options, onResponse: noteResponse });
      const { value, ...outcome } = readPaid(answer, read);
      const bytes = received;
      return {
        value,
        cost: { costUsd: answer.costUsd, taskId: answer.taskId, ...outcome },
        record: record && bytes && (async (tx) => await record(bytes, value, tx)),
      };
    } catch (error) {
      if (!(error instanceof PaidCallError) || record === undefined || received === undefined) throw error;
      // The price is booked, whatever becomes of the answer.
      const { cost } = error;
      await record(received, undefined).catch((failure: unknown) => {
        throw new PaidCallError(toError(failure), cost);
      });
      throw error;
    }
  });
}

/** @throws PaidCallError */
function readPaid<Value>(answer: TaskAnswer, read: Purchase<Value>['read']): ReturnType<typeof read> {
  try {
    return read(answer);
  } catch (error) {
    throw new PaidCallError(toError(error), { costUsd: answer.costUsd, taskId: answer.taskId, success: false });
  }
}

/** The call that brought the answer is booked, or the sweeper finds it in the provider's record. */
async function readBought<Value>(
  client: ProviderClient,
  { toTask, read, record }: Purchase<Value>,
  response: HttpResponse,
): Promise<Value> {
  let value: Value | undefined;
  try {
    ({ value } = read(client.readAnswer(response, toTask(''))));
    return value;
  } finally {
    await record?.(response.received, value);
  }
}

/** @throws OutsideError when the provider did not do the task */
export function requireDone({ ok, code, message, retryAfterMs }: TaskAnswer): void {
  if (!ok) throw toProviderError(code, message, retryAfterMs);
}

interface PaidCall extends Pick<CallOptions, 'rateClass' | 'signal' | 'onSend' | 'onResponse'> {
  readonly path: string;
  readonly task: ProviderTask;
}

/**
 * Makes one live call with one task inside `Spending.spend`. A call whose answer is lost may have
 * been charged: its price is not known yet. A call that was given up while it waited for its slot
 * cannot have been charged.
 * @throws PaidCallError | UnsentCallError
 */
async function callPaid(client: ProviderClient, { path, task, ...options }: PaidCall): Promise<TaskAnswer> {
  let isSent = false;
  const onSend = async (): Promise<void> => {
    await options.onSend?.();
    isSent = true;
  };
  try {
    const [answer] = await client.call(path, [task], { ...options, slotWaitMsMax: SLOT_WAIT_MS_MAX, onSend });
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
