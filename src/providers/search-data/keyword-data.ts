import { newId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { PaidCallError, type CallCost, type Spending } from '../metering.ts';
import type { ProviderClient, TaskAnswer } from './client.ts';
import { INVALID_FIELD, toProviderError } from './errors.ts';
import type { KeywordData, KeywordsAnswer, KeywordsRequest } from './index.ts';
import { toKeywordFigures } from './keyword-mapper.ts';
import { estimateKeywordCallUsd, fitsKeywordCall, isInLabs, KEYWORD_OPERATIONS, toKeywordTask } from './keyword-operations.ts';
import { callPaid, toError } from './paid-call.ts';
import { countSurprise } from './surprises.ts';

/** Figures of keywords, from the provider's own database or from the ads planner. */
export function makeKeywordData({ client, spending }: { client: ProviderClient; spending: Spending }): KeywordData {
  return {
    findFiguresSource: (countryCode, languageCode) =>
      countryCode !== undefined && isInLabs(countryCode, languageCode) ? 'labs' : 'google_ads',
    keywordsPerCall: (source) => KEYWORD_OPERATIONS[source].keywordsMax,
    takesKeyword: fitsKeywordCall,
    estimateKeywordsUsd: estimateKeywordCallUsd,
    fetchKeywords: async (request, scope, signal) => {
      client.requireCredentials();
      const { path, rateClass } = KEYWORD_OPERATIONS[request.source];
      const planned = {
        service: 'provider_keywords',
        endpoint: path,
        estimateUsd: estimateKeywordCallUsd(request),
        tag: newId('spend_'),
      } as const;
      return await spending.spend(scope, planned, async () => {
        const task = toKeywordTask(request, planned.tag);
        return toOutcome(await callPaid(client, { path, task, rateClass, signal }), request);
      });
    },
  };
}

function toOutcome(answer: TaskAnswer, request: KeywordsRequest): { value: KeywordsAnswer; cost: CallCost } {
  const paid = { costUsd: answer.costUsd, taskId: answer.taskId };
  if (answer.code === INVALID_FIELD) return { value: toRefusal(answer.message, request), cost: { ...paid, success: false } };
  try {
    if (!answer.ok) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
    const isPaid = (answer.costUsd ?? 0) > 0;
    const figures = toKeywordFigures(answer.result, { source: request.source, isPaid }, countSurprise);
    const value: KeywordsAnswer = { state: 'answered', figures, costUsd: answer.costUsd ?? 0 };
    return { value, cost: { ...paid, success: true, itemsReturned: figures.size } };
  } catch (error) {
    throw new PaidCallError(toError(error), { ...paid, success: false });
  }
}

const PLACE_FIELD = /'(location|language)_(code|name)'/u;

/** One keyword that the provider does not take voids the whole call. Seldom does it say which. */
function toRefusal(message: string, { keywords }: KeywordsRequest): KeywordsAnswer {
  const reason = `DataForSEO ${INVALID_FIELD}: ${message}`;
  if (PLACE_FIELD.test(message)) return { state: 'refused', what: 'place', reason };
  const told = new Set(
    [...message.replace("'keywords'", '').matchAll(/['"]([^'"]+)['"]/gu)].map(([, text = '']) => normalizeKeyword(text)),
  );
  return { state: 'refused', what: 'keywords', named: keywords.filter((keyword) => told.has(normalizeKeyword(keyword))), reason };
}
