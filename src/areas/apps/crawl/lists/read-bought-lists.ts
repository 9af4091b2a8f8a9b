import type { WorkflowContext } from '#context';
import type { AnswerEnd } from '#purchases/index.ts';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { readAppData } from '../../bought/app-data.ts';
import { observeListing } from '../../details/observe.ts';
import type { StoreCategory } from '../../store-categories.ts';
import { chooseApps, toAppMax, toRankMax, type Crawl } from '../crawl.ts';
import { toChartList, type Listing } from './listing.ts';

/** The provider bills by the hundred. */
const BILLED_BY = 100;

/** What is ordered for a category of `store_b`: one list a chart. */
export function toListRequests(crawl: Crawl, category: Pick<StoreCategory, 'id'>): AppDataRequest[] {
  const { platform, storefront } = crawl;
  const depth = Math.max(BILLED_BY, crawl.appLimit ?? 0);
  return crawl.charts.map((chart) => ({ kind: 'app_list', store: platform, storefront, chart, categoryId: category.id, depth }));
}

/** The lists of a category that were ordered, in the order of the charts. Those that did not come are named. */
export async function readBoughtLists(
  ctx: Pick<WorkflowContext, 'postgres' | 'clickhouse' | 'purchases' | 'searchData'>,
  crawl: Crawl,
  category: StoreCategory,
  ends: readonly AnswerEnd[],
): Promise<Listing> {
  const answers = await readAppData(ctx, ends);
  const read = answers.flatMap((answer, at) =>
    answer?.kind === 'app_list' ? [{ name: crawl.charts[at] ?? '', apps: answer.apps, listUsd: ends[at]?.costUsd ?? 0 }] : [],
  );
  const errors = ends.flatMap(({ error }, at) =>
    answers[at]?.kind === 'app_list' ? [] : [`${crawl.charts[at]}: ${error ?? 'the provider gave no list'}`],
  );
  const rankMax = toRankMax(crawl);
  const positions = read.map(({ apps }) => apps.filter(({ rank }) => rank <= rankMax));
  return {
    lists: read.map(({ name, apps, listUsd }) => toChartList(category, { name, device: crawl.device, ranks: apps, rankMax, listUsd })),
    apps: positions.flat().map(observeListing),
    appIds: chooseApps(positions, toAppMax(crawl)),
    children: [],
    isWhole: errors.length === 0,
    errors,
  };
}
