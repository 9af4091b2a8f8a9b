import { normalizeKeyword } from '#kernel/text.ts';
import type { CallCost } from '../metering.ts';
import type { TaskAnswer } from './client.ts';
import { INVALID_FIELD } from './errors.ts';
import type { KeywordData, KeywordsAnswer, KeywordsRequest } from './index.ts';
import { toKeywordFigures } from './keyword-mapper.ts';
import { estimateKeywordCallUsd, fitsKeywordCall, isInLabs, KEYWORD_OPERATIONS, toKeywordTask } from './keyword-operations.ts';
import { buy, requireDone, type PurchaseTools } from './paid-call.ts';
import { countSurprise } from './unknown-item-types.ts';

/** Figures of keywords, from the provider's own database or from the ads planner. */
export function makeKeywordData(tools: PurchaseTools): KeywordData {
  return {
    findFiguresSource: (countryCode, languageCode) =>
      countryCode !== undefined && isInLabs(countryCode, languageCode) ? 'labs' : 'google_ads',
    keywordsPerCall: (source) => KEYWORD_OPERATIONS[source].keywordsMax,
    takesKeyword: fitsKeywordCall,
    estimateKeywordsUsd: estimateKeywordCallUsd,
    fetchKeywords: (request, scope, signal) => {
      const { path, rateClass } = KEYWORD_OPERATIONS[request.source];
      return buy(tools, {
        path,
        rateClass,
        scope,
        signal,
        service: 'provider_keywords',
        estimateUsd: estimateKeywordCallUsd(request),
        toTask: (tag) => toKeywordTask(request, tag),
        read: (answer) => readOutcome(answer, request),
      });
    },
  };
}

function readOutcome(
  answer: TaskAnswer,
  request: KeywordsRequest,
): { readonly value: KeywordsAnswer } & Pick<CallCost, 'success' | 'itemsReturned'> {
  if (answer.code === INVALID_FIELD) return { value: toRefusal(answer.message, request), success: false };
  requireDone(answer);
  const costUsd = answer.costUsd ?? 0;
  const figures = toKeywordFigures(answer.result, { source: request.source, isPaid: costUsd > 0 }, countSurprise);
  return { value: { state: 'answered', figures, costUsd }, success: true, itemsReturned: figures.size };
}

const PLACE_FIELD = /'(location|language)_(code|name)'/u;

/** One keyword that the provider does not take voids the whole call. Seldom does it say which. */
function toRefusal(message: string, { keywords }: KeywordsRequest): KeywordsAnswer {
  const reason = `DataForSEO ${INVALID_FIELD}: ${message}`;
  if (PLACE_FIELD.test(message)) return { state: 'refused', what: 'place', reason };
  const named = new Set(
    [...message.replace("'keywords'", '').matchAll(/['"]([^'"]+)['"]/gu)].map(([, text = '']) => normalizeKeyword(text)),
  );
  return { state: 'refused', what: 'keywords', named: keywords.filter((keyword) => named.has(normalizeKeyword(keyword))), reason };
}
