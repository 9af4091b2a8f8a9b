import type { CallCost } from '#providers/metering.ts';
import type { TaskAnswer } from '../client.ts';
import { INVALID_FIELD } from '../errors.ts';
import type { KeywordData, KeywordsAnswer, KeywordsRequest } from '#providers/search-data/index.ts';
import { toKeywordMetrics } from './mapper.ts';
import { estimateKeywordCallUsd, fitsKeywordCall, isInLabs, KEYWORD_OPERATIONS, toKeywordTask } from './operations.ts';
import { makeKeywordLists } from './lists.ts';
import { toKeywordsRefusal } from './refusal.ts';
import type { KeywordLists } from '#providers/search-data/lists.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { countSurprise } from '../surprises.ts';

/** Metrics and lists of keywords, from the provider's own database or from the ads planner. */
export function makeKeywordData(tools: PurchaseTools): KeywordData & KeywordLists {
  return {
    ...makeKeywordLists(tools),
    findMetricsSource: (countryCode, languageCode) =>
      countryCode !== undefined && isInLabs(countryCode, languageCode) ? 'labs' : 'google_ads',
    keywordsPerCall: (source) => KEYWORD_OPERATIONS[source].subjectsMax,
    takesKeyword: fitsKeywordCall,
    estimateKeywordsUsd: estimateUsd,
    fetchKeywords: (request, scope, options = {}) => {
      const { path, rateClass } = KEYWORD_OPERATIONS[request.source];
      return buy(tools, {
        ...options,
        path,
        rateClass,
        scope,
        service: 'provider_keywords',
        estimateUsd: estimateUsd(request),
        toTask: (tag) => ({ ...toKeywordTask(request), tag }),
        read: (answer) => readOutcome(answer, request),
      });
    },
  };
}

function estimateUsd({ source, keywords, withClickstream }: Pick<KeywordsRequest, 'source' | 'keywords' | 'withClickstream'>): number {
  return estimateKeywordCallUsd(source, keywords.length, { withClickstream });
}

function readOutcome(
  answer: TaskAnswer,
  { source, keywords }: KeywordsRequest,
): { readonly value: KeywordsAnswer } & Pick<CallCost, 'success' | 'itemsReturned'> {
  if (answer.code === INVALID_FIELD) return { value: toKeywordsRefusal(answer.message, keywords), success: false };
  requireDone(answer);
  const costUsd = answer.costUsd ?? 0;
  const metrics = toKeywordMetrics({ result: answer.result, source, isPaid: costUsd > 0 }, countSurprise);
  return { value: { state: 'answered', metrics, costUsd }, success: true, itemsReturned: metrics.size };
}
