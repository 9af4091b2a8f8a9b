import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { defineWorkflow, type AppContext, type WorkflowContext, type WorkflowType } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import { sumUsd } from '#kernel/money.ts';
import { CauseFields, toCause } from '#kernel/spending/cause.ts';
import { takeClaims } from '#purchases/index.ts';
import { fetchAppData, readAppData } from '../bought/app-data.ts';
import { appKeywordSearch } from '../queues.ts';
import { SEARCH_DEPTH, toSearchKey, type StoreSearch } from './search.ts';
import { storeSearches, type StoredSearches } from './store-searches.ts';

declare module '#context' {
  interface WorkflowTypes {
    'app-keyword-search': WorkflowType<z.input<typeof KeywordSearchInput>, KeywordSearchOutput>;
  }
}

/** Searches of one workflow. */
export const SEARCHES_MAX = 1_000;
const OVER_BUDGET = 'budget_exceeded';
/** Answers that are stored together: each brings a hundred positions. */
const STORED_TOGETHER = 25;
/** The provider gives up on a task long before. */
const LOST_MS = 6 * HOUR_MS;

const Search = z.object({
  owner_id: z.string(),
  platform: z.enum(PLATFORMS),
  storefront: z.string().min(2),
  language_code: z.string().min(2),
  keyword: z.string().min(1),
});

const KeywordSearchInput = z.object({
  searches: z.array(Search).min(1).max(SEARCHES_MAX),
  /** They share the price. */
  project_ids: z.array(z.string().min(1)).min(1),
  source: z.enum(['api', 'cron', 'workflow']).default('workflow'),
  ...CauseFields,
  /** The run that it works for; itself when left out. */
  run_id: z.string().min(1).optional(),
});
type KeywordSearchInput = z.infer<typeof KeywordSearchInput>;

export interface KeywordSearchOutput {
  /** Searches that were made; the others are made by another workflow now, which answers for all. */
  readonly searched: number;
  readonly ranked: number;
  readonly not_found: number;
  /** Terms that keep their last position. */
  readonly failed: number;
  readonly searches_failed: number;
  /** A budget had no room for some of them. */
  readonly is_over_budget: boolean;
  readonly cost_usd: number;
}

/** Searches the stores for terms and gives every term that waits for an answer its outcome. */
export const appKeywordSearchWorkflow = defineWorkflow({
  name: 'app-keyword-search',
  label: 'Store search',
  summary: 'Searches the app stores for tracked terms: claim, fetch, store, append',
  input: KeywordSearchInput,
  queue: appKeywordSearch,
  steps: ['claim', 'store', 'append'],
  run: async (ctx, input): Promise<KeywordSearchOutput> => {
    const searches = await ctx.step('claim', () => claim(ctx, input));
    const ends = await fetchAppData(ctx, searches.map(toSearchRequest), {
      source: input.source,
      runId: input.run_id,
      workflowType: 'app-keyword-search',
      projectIds: input.project_ids,
      key: 'searches',
      ...toCause(input),
    });
    const stored: StoredSearches[] = [];
    for (let from = 0; from < searches.length; from += STORED_TOGETHER) {
      await ctx.waitUntil(() => ctx.outbox.findRoom());
      const some = searches.slice(from, from + STORED_TOGETHER);
      const theirs = ends.slice(from, from + STORED_TOGETHER);
      stored.push(await ctx.step('store', () => storeSome(ctx, some, theirs)));
    }
    await ctx.step('append', () => ctx.outbox.tryFlush());
    return {
      searched: searches.length,
      ranked: sum(stored.map(({ ranked }) => ranked)),
      not_found: sum(stored.map(({ notFound }) => notFound)),
      failed: sum(stored.map(({ failed }) => failed)),
      searches_failed: ends.filter(({ state }) => state === 'failed').length,
      is_over_budget: ends.some(({ error }) => error === OVER_BUDGET),
      cost_usd: sumUsd(ends.map(({ costUsd }) => costUsd)),
    };
  },
});

type Ends = Awaited<ReturnType<typeof fetchAppData>>;

/** Takes those searches that no other workflow reads now; the other one answers all who wait. */
async function claim({ postgres, workflowId }: WorkflowContext, { searches }: KeywordSearchInput): Promise<StoreSearch[]> {
  const wanted = searches.map(({ owner_id: ownerId, language_code: languageCode, ...search }): StoreSearch => ({
    ...search,
    ownerId,
    languageCode,
  }));
  const byKey = new Map(wanted.map((search) => [toSearchKey(search), search]));
  const taken = await takeClaims(postgres, [...byKey.keys()], { buyer: workflowId, holdMs: LOST_MS });
  return taken.flatMap(({ key }) => byKey.get(key) ?? []);
}

/** The request of a search to the provider. */
export function toSearchRequest({ platform, storefront, languageCode, keyword }: Omit<StoreSearch, 'ownerId'>) {
  return { kind: 'app_searches', store: platform, storefront, languageCode, keyword, depth: SEARCH_DEPTH } as const;
}

async function storeSome(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'purchases' | 'outbox' | 'clock' | 'searchData' | 'workflows'> & {
    readonly workflowId: string;
  },
  searches: readonly StoreSearch[],
  ends: Ends,
): Promise<StoredSearches> {
  const answers = await readAppData(ctx, ends);
  const answered = searches.map((search, at) => ({
    search,
    answer: answers[at],
    error: ends[at]?.error ?? null,
    costUsd: ends[at]?.costUsd ?? 0,
  }));
  return await storeSearches(ctx, ctx.workflowId, answered);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
