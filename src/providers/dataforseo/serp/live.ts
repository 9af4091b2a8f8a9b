import type { Clock } from '#kernel/clock.ts';
import type { TaskAnswer } from '../client.ts';
import { NO_SEARCH_RESULTS, SERVICE } from '../errors.ts';
import type { SearchData, SerpAnswer, SerpRequest } from '#providers/search-data/index.ts';
import { toEmptyPage, toSerpPage, type SerpPage } from './mapper.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { estimateUsd, requireSerpOperation, toSerpTask } from './operations.ts';
import { countSurprise } from '../surprises.ts';

export interface SerpLiveOptions extends PurchaseTools {
  readonly clock: Clock;
}

/** Result pages at once, charged at once. */
export function makeSerpLive({ clock, ...tools }: SerpLiveOptions): Pick<SearchData, 'estimateSerpUsd' | 'fetchSerp'> {
  return {
    estimateSerpUsd: (request) => estimateUsd(requireSerpOperation(request, 'live'), request),
    fetchSerp: async (request, scope, { signal, record } = {}) => {
      const operation = requireSerpOperation(request, 'live');
      return await buy(tools, {
        path: operation.path,
        rateClass: 'live',
        scope,
        signal,
        record,
        service: 'provider_serp',
        estimateUsd: estimateUsd(operation, request),
        toTask: (tag) => toSerpTask(operation, request, tag),
        read: (answer) => {
          const value = toSerpAnswer(answer, request, clock.now());
          return { value, success: true, itemsReturned: value.items.length };
        },
      });
    },
  };
}

function toSerpAnswer(answer: TaskAnswer, request: SerpRequest, fetchedAt: Date): SerpAnswer {
  const { costUsd = 0, taskId = '' } = answer;
  return { ...readPage(answer, request), costUsd, taskId, fetchedAt, provider: SERVICE };
}

function readPage(answer: TaskAnswer, request: SerpRequest): SerpPage {
  const page = answer.result?.[0];
  if (answer.code === NO_SEARCH_RESULTS) return toEmptyPage(page, request);
  requireDone(answer);
  return toSerpPage(page, request, countSurprise);
}
