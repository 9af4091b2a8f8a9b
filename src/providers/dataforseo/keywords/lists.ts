import type { SpendScope } from '#providers/metering.ts';
import { INVALID_FIELD } from '../errors.ts';
import type { FetchOptions } from '#providers/search-data/index.ts';
import { estimateKeywordCallUsd, isInLabs, KEYWORD_OPERATIONS } from './operations.ts';
import { toKeywordsRefusal, toReason } from './refusal.ts';
import * as mapper from './list-mapper.ts';
import * as operations from './list-operations.ts';
import {
  LIST_ROWS_PER_CALL,
  type ByKeyword,
  type KeywordLists,
  type ListAnswer,
  type ListKind,
  type ListPageRequest,
  type ListRefusal,
} from '#providers/search-data/lists.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { countSurprise } from '../surprises.ts';

type ListValue = { readonly rows: readonly unknown[] } | ByKeyword<unknown>;

interface Question<Value> {
  readonly kind: ListKind;
  readonly task: Readonly<Record<string, unknown>>;
  /** Keywords that it is about. */
  readonly keywords?: readonly string[];
  /** Rows that the answer has at most. */
  readonly rows: number;
  /** Rows that it leaves out, where it is about a page. */
  readonly skipped?: number;
  readonly withClickstream?: boolean | undefined;
  readonly read: mapper.ReadList<Value>;
}

type Ask = <Value extends ListValue>(
  question: Question<Value>,
  scope: SpendScope,
  options?: FetchOptions<ListAnswer<Value>>,
) => Promise<ListAnswer<Value>>;

/** Lists of keywords, of the provider's own database and of the ads planner. */
export function makeKeywordLists(tools: PurchaseTools): KeywordLists {
  const ask = makeAsk(tools);
  return {
    hasLists: isInLabs,
    subjectsPerList: (kind) => KEYWORD_OPERATIONS[kind].subjectsMax,
    estimateListUsd: estimateKeywordCallUsd,
    ...makeKeywordRows(ask),
    fetchCategoriesForKeywords: (request, scope, options) => {
      const { keywords } = request;
      const task = operations.toKeywordCategoriesTask(request);
      const question = { task, keywords, rows: keywords.length, read: mapper.readKeywordCategories };
      return ask({ kind: 'categories_for_keywords', ...question }, scope, options);
    },
    fetchCategoriesForDomain: (request, scope, options) => {
      const task = operations.toDomainCategoriesTask(request);
      return ask({ kind: 'categories_for_domain', task, rows: request.limit, read: mapper.readDomainCategories }, scope, options);
    },
    fetchIntents: ({ keywords }, scope, options) =>
      ask({ kind: 'intents', task: { keywords }, keywords, rows: keywords.length, read: mapper.readIntents }, scope, options),
    fetchAiVolumes: (request, scope, options) => {
      const { keywords } = request;
      const question = { task: operations.toMarketTask(request), keywords, rows: keywords.length, read: mapper.readAiVolumes };
      return ask({ kind: 'ai_volumes', ...question }, scope, options);
    },
    fetchKeywordHistory: (request, scope, options) => {
      const { keywords } = request;
      const question = { task: operations.toMarketTask(request), keywords, rows: keywords.length, read: mapper.readKeywordHistory };
      return ask({ kind: 'history', ...question }, scope, options);
    },
  };
}

/** Those whose rows are keywords with their metrics. */
function makeKeywordRows(
  ask: Ask,
): Pick<
  KeywordLists,
  'fetchKeywordSuggestions' | 'fetchKeywordIdeas' | 'fetchRelatedKeywords' | 'fetchKeywordsForSite' | 'fetchKeywordsForCategories'
> {
  const ads = { read: mapper.readAdsKeywords, rows: LIST_ROWS_PER_CALL } as const;
  return {
    fetchKeywordSuggestions: (request, scope, options) => {
      const task = operations.toSuggestionsTask(request);
      return ask({ ...toPage(request), kind: 'suggestions', task, keywords: [request.keyword] }, scope, options);
    },
    fetchKeywordIdeas: (request, scope, options) => {
      const { keywords } = request;
      return ask({ ...toPage(request), kind: 'ideas', task: operations.toIdeasTask(request), keywords }, scope, options);
    },
    fetchRelatedKeywords: (request, scope, options) => {
      const task = operations.toRelatedTask(request);
      if (request.source === 'google_ads') return ask({ ...ads, kind: 'ads_related', task, keywords: request.keywords }, scope, options);
      return ask({ ...toPage(request), kind: 'related', task, keywords: [request.keyword] }, scope, options);
    },
    fetchKeywordsForSite: (request, scope, options) => {
      const task = operations.toSiteTask(request);
      if (request.source === 'google_ads') return ask({ ...ads, kind: 'ads_for_site', task }, scope, options);
      return ask({ ...toPage(request), kind: 'for_site', task }, scope, options);
    },
    fetchKeywordsForCategories: (request, scope, options) =>
      ask({ ...toPage(request), kind: 'for_categories', task: operations.toCategoriesTask(request) }, scope, options),
  };
}

function toPage({ limit, offset = 0, withClickstream }: ListPageRequest) {
  return { read: mapper.readLabsKeywords, rows: limit, skipped: offset, withClickstream };
}

function makeAsk(tools: PurchaseTools): Ask {
  return ({ kind, task, keywords, rows, skipped, withClickstream, read }, scope, options = {}) => {
    const { path, rateClass } = KEYWORD_OPERATIONS[kind];
    return buy(tools, {
      ...options,
      path,
      rateClass,
      scope,
      service: 'provider_keywords',
      estimateUsd: estimateKeywordCallUsd(kind, rows, { withClickstream }),
      toTask: (tag) => ({ ...task, tag }),
      read: (answer) => {
        if (answer.code === INVALID_FIELD) {
          const refusal = findRefusal(answer.message, { task, keywords });
          if (refusal !== undefined) return { value: refusal, success: false };
        }
        requireDone(answer);
        const costUsd = answer.costUsd ?? 0;
        const value = read({ result: answer.result, isPaid: costUsd > 0, skipped }, countSurprise);
        return { value: { ...value, state: 'answered', costUsd }, success: true, itemsReturned: countItems(value) };
      },
    });
  };
}

function countItems(value: ListValue): number {
  return 'rows' in value ? value.rows.length : value.byKeyword.size;
}

const SUBJECTS: Readonly<Record<string, 'target' | 'categories'>> = { target: 'target', category_codes: 'categories' };

/** What the provider does not take; `undefined`: something of the request that its caller has no part in. */
function findRefusal(message: string, { task, keywords = [] }: Pick<Question<unknown>, 'task' | 'keywords'>): ListRefusal | undefined {
  const refusal = toKeywordsRefusal(message, keywords);
  if (refusal.what === 'location') return refusal;
  const field = Object.keys(task).find((name) => message.includes(`'${name}'`)) ?? 'keywords';
  if (field === 'keyword' || field === 'keywords') return keywords.length === 0 ? undefined : refusal;
  const what = SUBJECTS[field];
  return what && { state: 'refused', what, reason: toReason(message) };
}
