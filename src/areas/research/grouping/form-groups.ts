import type { KeywordTools } from '#areas/classification/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { RunCluster } from '../runs/store/run-parts.ts';
import { toCategoryId } from '../taxonomy/category.ts';
import { assignCategories, type CategoryAssignment } from './assign-categories.ts';
import { findRankingPage } from './choose-page.ts';
import { clusterKeywords } from './cluster-keywords.ts';
import type { Cluster } from './clusters.ts';
import type { FindFittingPage } from './fit-pages.ts';
import type { ListingPages } from './listing-pages.ts';
import type { KeywordWithPage } from './known-pages.ts';
import { toClusterName } from './name-cluster.ts';
import type { GroupedKeyword, KeptKeyword } from './store/run-keywords.ts';
import type { GroupingOrder } from './store/runs.ts';

/** What becomes of a run's keywords. */
export interface Grouped {
  readonly clusters: readonly RunCluster[];
  readonly keywords: readonly GroupedKeyword[];
}

interface GroupingTools {
  readonly order: GroupingOrder;
  readonly tools: KeywordTools;
  readonly findPage: FindFittingPage;
  readonly isFront: ListingPages['isFront'];
}

/** Clusters and categories of a run's kept keywords, market by market. */
export function formGroups(keywords: readonly KeywordWithPage[], { order, tools, findPage, isFront }: GroupingTools): Grouped {
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
  const stored = clusters.map((cluster, at) =>
    toStored(cluster, members[at]?.map((place) => assigned[place]) ?? [], { tools, findPage, isFront }),
  );
  return {
    clusters: stored,
    keywords: clusters.flatMap((cluster, at) => toGrouped(cluster, stored[at], { members: members[at] ?? [], assigned })),
  };
}

function toStored(
  cluster: Cluster<KeptKeyword>,
  assigned: readonly (CategoryAssignment | undefined)[],
  { tools, findPage, isFront }: Omit<GroupingTools, 'order'>,
): RunCluster {
  const [main] = cluster.members;
  if (main === undefined) throw new Error('a cluster has a main keyword');
  const { locationCode, languageCode, keyword: mainKeyword } = main;
  const name = toClusterName(cluster.members, tools);
  const volumes = cluster.members.flatMap(({ searchVolume }) => searchVolume ?? []);
  return {
    id: hashId('clu_', [locationCode, languageCode, mainKeyword]),
    locationCode,
    languageCode,
    name,
    mainKeyword,
    categoryId: findMostCommon(assigned.flatMap((one) => one?.categoryId ?? [])) ?? null,
    keywordsCount: cluster.members.length,
    totalSearchVolume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    targetUrl: findRankingPage(cluster.members, isFront) ?? findPage({ name, languageCode }) ?? null,
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
