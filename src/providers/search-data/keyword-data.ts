import type { CallCost } from '../metering.ts';
import type { TaskAnswer } from './client.ts';
import { INVALID_FIELD } from './errors.ts';
import type { KeywordData, KeywordsAnswer, KeywordsRequest } from './index.ts';
import { toKeywordFigures } from './keyword-mapper.ts';
import { estimateKeywordCallUsd, fitsKeywordCall, isInLabs, KEYWORD_OPERATIONS, toKeywordTask } from './keyword-operations.ts';
import { makeKeywordLists } from './keyword-lists.ts';
import { toKeywordsRefusal } from './keyword-refusal.ts';
import type { KeywordLists } from './lists.ts';
import { buy, requireDone, type PurchaseTools } from './paid-call.ts';
import { countSurprise } from './unknown-item-types.ts';

/** Figures and lists of keywords, from the provider's own database or from the ads planner. */
export function makeKeywordData(tools: PurchaseTools): KeywordData & KeywordLists {
  return {
    ...makeKeywordLists(tools),
    findFiguresSource: (countryCode, languageCode) =>
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
  const figures = toKeywordFigures({ result: answer.result, source, isPaid: costUsd > 0 }, countSurprise);
  return { value: { state: 'answered', figures, costUsd }, success: true, itemsReturned: figures.size };
}
