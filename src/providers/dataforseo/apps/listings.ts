import { z } from 'zod';
import type { Clock } from '#kernel/clock.ts';
import { roundUsd } from '#kernel/money.ts';
import { readQueuedAppData, readAppRows } from './answers.ts';
import type { AppData, AppListings, AppListingsRequest } from '#providers/search-data/app-data.ts';
import { toInfo } from './mapper.ts';
import { estimateAppDataUsd } from './operations.ts';
import type { TaskAnswer } from '../client.ts';
import { NO_SEARCH_RESULTS } from '../errors.ts';
import { toCount } from '../fields.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { unreadable } from '../errors.ts';

const PATHS = {
  store_a: '/v3/app_data/apple/app_listings/search/live',
  store_b: '/v3/app_data/google/app_listings/search/live',
} as const;
const TASK_USD = 0.01;
const ROW_USD = 0.0001;
const ROWS_MAX = 1_000;

const ListingsWire = z.object({
  total_count: z.number().nullish(),
  items: z.array(z.object({ app_id: z.string().nullish(), item: z.unknown() })).nullish(),
});

/** App stores by the provider: answers out of its queue, and its own database of apps. */
export function makeAppData({ clock, ...tools }: PurchaseTools & { readonly clock: Clock }): AppData {
  return {
    estimateAppDataUsd,
    readAppData: (body, request) => readQueuedAppData(body, request, clock.now()),
    estimateAppListingsUsd,
    fetchAppListings: async (request, scope, signal) =>
      await buy(tools, {
        path: PATHS[request.store],
        rateClass: 'live',
        service: 'provider_app_list',
        scope,
        signal,
        estimateUsd: estimateAppListingsUsd(request.limit),
        toTask: (tag) => toTask(request, tag),
        read: (answer) => {
          const value = toListings(answer);
          return { value, success: true, itemsReturned: value.apps.length };
        },
      }),
  };
}

function estimateAppListingsUsd(limit: number): number {
  return roundUsd(TASK_USD + ROW_USD * toLimit(limit));
}

function toLimit(limit: number): number {
  return Math.min(Math.max(1, limit), ROWS_MAX);
}

function toTask({ query, limit }: AppListingsRequest, tag: string) {
  return { title: query, order_by: ['item.rating.votes_count,desc'], limit: toLimit(limit), tag };
}

function toListings(answer: TaskAnswer): AppListings {
  const costUsd = answer.costUsd ?? 0;
  if (answer.code === NO_SEARCH_RESULTS) return { apps: [], total: 0, costUsd };
  requireDone(answer);
  const { data } = ListingsWire.safeParse(answer.result?.[0]);
  if (data === undefined) throw unreadable('it holds no list of apps');
  const items = data.items ?? [];
  if (items.length === 0 && data.total_count !== 0) throw unreadable('it holds no apps, and no word that there are none');
  return { apps: readAppRows(items, ({ item }) => toInfo(item)), total: toCount(data.total_count) ?? items.length, costUsd };
}
