import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { PaidCallError, type CallCost, type Spending } from '../metering.ts';
import type { ProviderClient, TaskAnswer } from './client.ts';
import { NO_SEARCH_RESULTS, toProviderError } from './errors.ts';
import type { SearchData, SerpAnswer, SerpRequest } from './index.ts';
import { toEmptyPage, toSerpPage, type SerpPage } from './mapper.ts';
import { callPaid, toError } from './paid-call.ts';
import { estimateUsd, requireSerpOperation, toSerpTask } from './serp-operations.ts';
import { countSurprise } from './surprises.ts';

export interface SerpLiveOptions {
  readonly client: ProviderClient;
  readonly spending: Spending;
  readonly clock: Clock;
}

/** Result pages at once, charged at once. */
export function makeSerpLive({ client, spending, clock }: SerpLiveOptions): Pick<SearchData, 'estimateSerpUsd' | 'fetchSerp'> {
  return {
    estimateSerpUsd: (request) => estimateUsd(requireSerpOperation(request, 'live'), request),
    fetchSerp: async (request, scope, signal, onAnswer) => {
      const operation = requireSerpOperation(request, 'live');
      client.requireCredentials();
      const planned = {
        service: 'provider_serp',
        endpoint: operation.path,
        estimateUsd: estimateUsd(operation, request),
        tag: newId('spend_'),
      } as const;
      return await spending.spend(scope, planned, async () => {
        const task = toSerpTask(operation, request, planned.tag);
        const answer = await callPaid(client, { path: operation.path, task, rateClass: 'live', signal, onAnswer });
        return toOutcome(answer, request, clock.now());
      });
    },
  };
}

function toOutcome(answer: TaskAnswer, request: SerpRequest, fetchedAt: Date): { value: SerpAnswer; cost: CallCost } {
  const paid = { costUsd: answer.costUsd, taskId: answer.taskId };
  const page = readPage(answer, request, paid);
  const value: SerpAnswer = { ...page, costUsd: answer.costUsd ?? 0, taskId: answer.taskId ?? '', fetchedAt, provider: 'dataforseo' };
  return { value, cost: { ...paid, success: true, itemsReturned: page.items.length } };
}

function readPage(answer: TaskAnswer, request: SerpRequest, paid: Pick<CallCost, 'costUsd' | 'taskId'>): SerpPage {
  if (answer.code === NO_SEARCH_RESULTS) return toEmptyPage(answer.result?.[0], request);
  if (!answer.ok) throw new PaidCallError(toProviderError(answer.code, answer.message, answer.retryAfterMs), { ...paid, success: false });
  try {
    return toSerpPage(answer.result?.[0], request, countSurprise);
  } catch (error) {
    throw new PaidCallError(toError(error), { ...paid, success: false });
  }
}
