import { BudgetExceededError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import type { CallCost, ScopedCall, SpendScope, Spending } from '../metering.ts';
import { PaidCallError, UnsentCallError } from '../metering.ts';
import type { ProviderClient, ProviderTask } from './client.ts';
import { estimateTaskUsd, findEndpoint, rateClassOf, serviceOf } from './endpoints.ts';
import { mayHaveBeenCharged } from './errors.ts';
import type { ProviderEndpoint, ProviderRelay } from '../search-data/index.ts';
import { toError } from './paid-call.ts';
import { EnvelopeWire } from './wire.ts';

/** One task of a call on its way through metering. */
interface RelayedTask extends ScopedCall {
  readonly task: ProviderTask;
}

/** Provider calls with a path and body of the caller's choice, priced and limited like all others. */
export function makeProviderRelay({ client, spending }: { client: ProviderClient; spending: Spending }): ProviderRelay {
  return {
    findProviderEndpoint: findEndpoint,
    estimateRelayUsd: (endpoint, payload) => sumUsd(payload.map((task) => estimateTaskUsd(endpoint, task))),
    relay: async (endpoint, payload, scope, signal) => {
      client.requireCredentials();
      const options = { rateClass: rateClassOf(endpoint), signal };
      if (endpoint.method === 'GET') return { answer: await client.relay(endpoint.path, options), costUsd: 0 };
      if (endpoint.price === 'free') return { answer: await client.relay(endpoint.path, options, payload), costUsd: 0 };
      return await relayPaid({ client, spending }, endpoint, { payload, scope, options });
    },
  };
}

interface PaidRelay {
  readonly payload: readonly ProviderTask[];
  readonly scope: SpendScope;
  readonly options: { readonly rateClass: string; readonly signal: AbortSignal | undefined };
}

/** Every task is reserved and booked on its own. All of them or none: the answer is that of the whole payload. */
async function relayPaid(
  { client, spending }: { client: ProviderClient; spending: Spending },
  endpoint: ProviderEndpoint,
  { payload, scope, options }: PaidRelay,
): Promise<{ answer: unknown; costUsd: number }> {
  const planned = payload.map((given): RelayedTask => {
    const tag = typeof given['tag'] === 'string' ? given['tag'] : newId('spend_');
    const estimateUsd = estimateTaskUsd(endpoint, given);
    // The tag finds the price when the answer is lost; calls about pages take none.
    const task = endpoint.price === 'on_page' ? given : { ...given, tag };
    return { scope, service: serviceOf(endpoint), endpoint: endpoint.path, estimateUsd, tag, task };
  });
  const { value, refused } = await spending.spendBatch(planned, async (made) => {
    if (made.length < planned.length) throw new UnsentCallError(tooFew(made.length, planned.length));
    const answer = await send(client, endpoint, { tasks: made.map(({ task }) => task), options });
    const costs = toCosts(answer, made);
    return { value: { answer, costUsd: sumUsd(costs.map((cost) => cost.costUsd ?? 0)) }, costs };
  });
  if (value === undefined) throw refused[0]?.error ?? tooFew(0, planned.length);
  return value;
}

function tooFew(fitting: number, asked: number): BudgetExceededError {
  return new BudgetExceededError('several', `Budget exceeded: of ${asked} tasks only ${fitting} have room, and none was sent.`);
}

async function send(
  client: ProviderClient,
  { path }: ProviderEndpoint,
  { tasks, options }: { tasks: readonly ProviderTask[]; options: PaidRelay['options'] },
): Promise<unknown> {
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  try {
    return await client.relay(path, { ...options, onSend }, tasks);
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    throw new PaidCallError(toError(error), { costUsd: mayHaveBeenCharged(error) ? undefined : 0, success: false });
  }
}

/** What the answer says of the price of each task. */
function toCosts(answer: unknown, made: readonly RelayedTask[]): CallCost[] {
  const envelope = EnvelopeWire.safeParse(answer).data;
  const tasks = envelope?.tasks ?? [];
  return made.map(({ tag }, at) => {
    const task = tasks.find((one) => one.data?.tag === tag) ?? (tasks.length === made.length ? tasks[at] : undefined);
    const isDone = task !== undefined && task.status_code < 30_000;
    // A request that was refused as a whole has no task in its answer, and is free.
    const costUsd = task === undefined && (envelope?.status_code ?? 0) >= 40_000 ? 0 : (task?.cost ?? (isDone ? undefined : 0));
    return { costUsd, success: isDone, taskId: task?.id ?? undefined };
  });
}
