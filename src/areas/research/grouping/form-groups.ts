import type { KeywordTools } from '#areas/classification/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { RunCluster } from '../runs/store/run-parts.ts';
import { toCategoryId } from '../taxonomy/category.ts';
import { assignCategories, type CategoryAssignment } from './assign-categories.ts';
import { clusterKeywords } from './cluster-keywords.ts';
import type { Cluster, ClusterItem } from './clusters.ts';
import type { FindFittingPage } from './fit-pages.ts';
import type { ListingPages } from './listing-pages.ts';
import type { KeywordWithPage } from './known-pages.ts';
import type { GroupedKeyword, KeptKeyword } from './store/run-keywords.ts';
import type { GroupingOrder } from './store/runs.ts';
import { toCoreWords } from './core-words.ts';

/** What a keyword of unknown volume counts as. */
const VOLUME_UNKNOWN = 10;
/** Added to each position, so that the first is worth twice the eleventh and not eleven times as much. */
const RANK_REST = 9;
/** A front page, or the list of everything, serves a cluster only where it stands on the first result page. */
const FRONT_RANK_MAX = 10;

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
  const indexes = new Map(keywords.map((keyword, index) => [keyword, index]));
  const markets = Map.groupBy(keywords, ({ locationCode, languageCode }) => `${locationCode} ${languageCode}`);
  const clusters = [...markets.values()].flatMap((items) => clusterKeywords(items, tools));
  const members = clusters.map((cluster) => cluster.members.map((item) => indexes.get(item) ?? 0));
  const ownerId = order.projectId ?? order.id;
  const categories = order.confirmation.categories.map(({ id, name }) => ({
    id: toCategoryId(ownerId, { id, name }),
    providerCategoryId: id,
    name,
    isLeaf: true,
  }));
  const assigned = assignCategories(keywords, categories, { clusters: members, tools });
  const stored = clusters.map((cluster, at) =>
    toStored(cluster, members[at]?.map((index) => assigned[index]) ?? [], { tools, findPage, isFront }),
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

/** A keyword and the position of the site. */
interface RankedItem {
  readonly searchVolume: number | null;
  /** Null: the site is not known to rank. */
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
}

/**
 * The page of the site that ranks for a cluster: the one that ranks for most of its keywords, the searched and well ranked
 * ones more, so that an article that ranks for one question is not taken for the page of them all.
 * @param isFront a page that is about everything
 * @returns undefined when none ranks that can serve it
 */
function findRankingPage(items: readonly RankedItem[], isFront: (url: string) => boolean): string | undefined {
  const weights = new Map<string, number>();
  for (const { searchVolume, currentRank, rankingUrl } of items) {
    if (currentRank === null || rankingUrl === null) continue;
    if (currentRank > FRONT_RANK_MAX && isFront(rankingUrl)) continue;
    const weight = (1 + Math.log1p(searchVolume ?? VOLUME_UNKNOWN)) / (currentRank + RANK_REST);
    weights.set(rankingUrl, (weights.get(rankingUrl) ?? 0) + weight);
  }
  return [...weights].toSorted(([one, weight], [other, otherWeight]) => otherWeight - weight || (one < other ? -1 : 1))[0]?.[0];
}

/**
 * What a cluster is about, in the words of its shortest keyword that has the core words of most of its keywords:
 * "invoicing software" names a cluster whose main keyword is "best invoicing software".
 * @param items the main keyword first
 */
function toClusterName(items: readonly ClusterItem[], tools: KeywordTools): string {
  const groups = Map.groupBy(items, ({ keyword, languageCode }) => toCoreWords(keyword, languageCode, tools).join(' '));
  const most = [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? items;
  return most.reduce((name, { keyword }) => (keyword.length < name.length ? keyword : name), most[0]?.keyword ?? '');
}
