import type { KeywordTools } from '#areas/classification/index.ts';
import { groupByResults } from './by-results.ts';
import { groupByWords, mergeGroups } from './by-words.ts';
import { byImportance, type Cluster, type ClusterItem } from './clusters.ts';
import { toCoreWords } from './core-words.ts';

/**
 * Puts keywords of one market together that one page can serve: by shared results where result pages are known, the
 * rest by their words and embedding. A keyword without a page joins the cluster by results that holds most of the
 * keywords that its words put it with. The cost grows with the keywords and the neighbours of each, not with their square.
 * @returns clusters by the importance of their main keywords; every keyword stands in exactly one
 */
export function clusterKeywords<Item extends ClusterItem>(items: readonly Item[], tools: KeywordTools): Cluster<Item>[] {
  const sorted = items.toSorted(byImportance);
  const families = toFamilies(sorted, tools);
  const withPage = sorted.flatMap(({ resultUrls }, index) => (resultUrls === undefined ? [] : [index]));
  const byResults = groupByResults(withPage.map((index) => sorted[index]?.resultUrls ?? []));
  const clusters: { readonly members: number[]; readonly method: Cluster['method'] }[] = byResults.map((members) => ({
    members: members.map((at) => withPage[at] ?? 0),
    method: 'shared_results',
  }));
  const clusterOfFamily = findClusters(clusters, families);
  sorted.forEach(({ resultUrls }, index) => {
    if (resultUrls !== undefined) return;
    const family = families[index] ?? 0;
    const known = clusterOfFamily.get(family);
    if (known === undefined) clusterOfFamily.set(family, clusters.push({ members: [index], method: 'embedding' }) - 1);
    else clusters[known]?.members.push(index);
  });
  return clusters
    .map(({ members, method }) => ({ members: members.toSorted((one, other) => one - other), method }))
    .toSorted((one, other) => (one.members[0] ?? 0) - (other.members[0] ?? 0))
    .map(({ members, method }) => ({ members: members.flatMap((index) => sorted[index] ?? []), method }));
}

/** For each keyword the number of the group that its words put it in. */
function toFamilies(items: readonly ClusterItem[], tools: KeywordTools): number[] {
  const groups = groupByWords(items.map(({ keyword, languageCode }) => toCoreWords(keyword, languageCode, tools)));
  const hosts = mergeGroups(groups, tools);
  const families: number[] = [];
  groups.forEach(({ members }, at) => {
    for (const index of members) families[index] = hosts[at] ?? at;
  });
  return families;
}

/** For each family the cluster with most of its keywords; of equal ones the first. */
function findClusters(clusters: readonly { readonly members: readonly number[] }[], families: readonly number[]): Map<number, number> {
  const best = new Map<number, { readonly cluster: number; readonly count: number }>();
  clusters.forEach(({ members }, cluster) => {
    for (const [family, indexes] of Map.groupBy(members, (index) => families[index] ?? 0))
      if (indexes.length > (best.get(family)?.count ?? 0)) best.set(family, { cluster, count: indexes.length });
  });
  return new Map([...best].map(([family, { cluster }]) => [family, cluster]));
}
