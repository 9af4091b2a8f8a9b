import type { KeywordTools } from '#areas/classification/index.ts';
import { toCoreWords } from './core-words.ts';
import type { ClusterItem } from './clusters.ts';

/**
 * What a cluster is about, in the words of its shortest keyword that has the core words of most of its keywords:
 * "invoicing software" names a cluster whose main keyword is "best invoicing software".
 * @param items the main keyword first
 */
export function toClusterName(items: readonly ClusterItem[], tools: KeywordTools): string {
  const groups = Map.groupBy(items, ({ keyword, languageCode }) => toCoreWords(keyword, languageCode, tools).join(' '));
  const most = [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? items;
  return most.reduce((name, { keyword }) => (keyword.length < name.length ? keyword : name), most[0]?.keyword ?? '');
}
