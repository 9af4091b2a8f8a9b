import { loadKeywordTools, type KeywordTools } from '#areas/classification/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { RunCluster } from '../runs/store/run-parts.ts';
import { toCategoryId } from '../taxonomy/category.ts';
import { ensureTaxonomy } from '../taxonomy/ensure-taxonomy.ts';
import { assignCategories, type CategoryAssignment } from './assign-categories.ts';
import { findRankingPage } from './choose-page.ts';
import { clusterKeywords } from './cluster-keywords.ts';
import type { Cluster } from './clusters.ts';
import { addKnownPages, type KeywordWithPage } from './known-pages.ts';
import { toClusterName } from './name-cluster.ts';
import { replaceClusters } from './store/clusters.ts';
import { listKeptKeywords, updateGroupedKeywords, type GroupedKeyword, type KeptKeyword } from './store/run-keywords.ts';
import { getGroupingOrder, type GroupingOrder } from './store/runs.ts';

export type GroupingContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config'>;

export interface GroupingSummary {
  readonly clusters: number;
  /** Keywords that were put into a category. */
  readonly assigned: number;
}

/**
 * Puts the kept keywords of a run into its confirmed categories and into clusters, and chooses the page of the site
 * that should serve each cluster. Doing it again replaces what was there.
 * @throws Error when there is no such run, or it is not confirmed
 */
export async function groupKeywords(
  ctx: GroupingContext,
  runId: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<GroupingSummary> {
  const order = await getGroupingOrder(ctx.postgres, runId);
  const keywords = await listKeptKeywords(ctx.postgres, runId);
  const known = await addKnownPages(ctx, order, keywords);
  signal.throwIfAborted();
  const tools = await loadKeywordTools();
  const grouped = group(known, order, tools);
  await ctx.postgres.transaction(async (tx) => {
    signal.throwIfAborted();
    await store(tx, { ctx, order, grouped });
  });
  return { clusters: grouped.clusters.length, assigned: grouped.keywords.filter(({ category_id: id }) => id !== null).length };
}

interface Grouped {
  readonly clusters: readonly RunCluster[];
  readonly keywords: readonly GroupedKeyword[];
}

function group(keywords: readonly KeywordWithPage[], order: GroupingOrder, tools: KeywordTools): Grouped {
  const places = new Map(keywords.map((keyword, place) => [keyword, place]));
  const markets = Map.groupBy(keywords, ({ locationCode, languageCode }) => `${locationCode} ${languageCode}`);
  const clusters = [...markets.values()].flatMap((items) => clusterKeywords(items, tools));
  const members = clusters.map((cluster) => cluster.members.map((item) => places.get(item) ?? 0));
  const ownerId = order.projectId ?? order.id;
  const categories = order.confirmation.categories.map(({ id, name }) => ({
    id: toCategoryId(ownerId, { id, name }),
    providerCategoryId: id,
    name,
    isLeaf: true,
  }));
  const assigned = assignCategories(keywords, categories, { clusters: members, tools });
  const stored = clusters.map((cluster, at) => toStored(cluster, members[at]?.map((place) => assigned[place]) ?? [], tools));
  return {
    clusters: stored,
    keywords: clusters.flatMap((cluster, at) => toGrouped(cluster, stored[at], { members: members[at] ?? [], assigned })),
  };
}

function toStored(cluster: Cluster<KeptKeyword>, assigned: readonly (CategoryAssignment | undefined)[], tools: KeywordTools): RunCluster {
  const [main] = cluster.members;
  if (main === undefined) throw new Error('a cluster has a main keyword');
  const { locationCode, languageCode, keyword: mainKeyword } = main;
  const volumes = cluster.members.flatMap(({ searchVolume }) => searchVolume ?? []);
  return {
    id: hashId('clu_', [locationCode, languageCode, mainKeyword]),
    locationCode,
    languageCode,
    name: toClusterName(cluster.members, tools),
    mainKeyword,
    categoryId: findMostCommon(assigned.flatMap((one) => one?.categoryId ?? [])) ?? null,
    keywordsCount: cluster.members.length,
    totalSearchVolume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    targetUrl: findRankingPage(cluster.members) ?? null,
    method: cluster.method,
  };
}

function toGrouped(
  { members: items }: Cluster<KeptKeyword>,
  cluster: RunCluster | undefined,
  { members, assigned }: { readonly members: readonly number[]; readonly assigned: readonly (CategoryAssignment | undefined)[] },
): GroupedKeyword[] {
  return items.map(({ locationCode, languageCode, keyword }, at) => {
    const category = assigned[members[at] ?? -1];
    return {
      location_code: locationCode,
      language_code: languageCode,
      keyword,
      category_id: category?.categoryId ?? null,
      category_confidence: category?.confidence ?? null,
      cluster_id: cluster?.id ?? null,
      target_url: cluster?.targetUrl ?? null,
    };
  });
}

function findMostCommon(values: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.value;
}

async function store(
  tx: Transaction,
  { ctx, order, grouped }: { readonly ctx: GroupingContext; readonly order: GroupingOrder; readonly grouped: Grouped },
): Promise<void> {
  if (order.projectId !== null) await ensureTaxonomy({ tx, clock: ctx.clock }, order.projectId, order.confirmation.categories);
  await replaceClusters(tx, order.id, grouped.clusters);
  await updateGroupedKeywords(tx, order.id, grouped.keywords);
}
