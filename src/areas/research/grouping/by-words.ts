import { dot } from '#kernel/vectors.ts';
import type { KeywordTools } from '#areas/classification/index.ts';

/** Keywords with the same core words. */
export interface WordGroup {
  readonly words: readonly string[];
  /** Indexes of the keywords, in the order they were given. */
  readonly members: number[];
}

export function groupByWords(cores: readonly (readonly string[])[]): WordGroup[] {
  const groups = new Map<string, WordGroup>();
  cores.forEach((words, index) => {
    const key = words.join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { words, members: [index] });
    else group.members.push(index);
  });
  return [...groups.values()];
}

/** From this likeness on two groups are one. Half of it are the words in common by weight, half the cosine of their embeddings. */
export const LIKENESS_MIN = 0.85;
/** Words of more groups than this find no neighbours; rarer words of the same groups do. */
const GROUPS_OF_WORD_MAX = 200;
/** A group of so few keywords is no page of its own where a larger one, of at least so many, has its subject. */
const LONE_KEYWORDS_MAX = 2;
const HOST_KEYWORDS_MIN = 2;

/**
 * Which group each group becomes part of, itself or another one that stays. First small groups whose words are those
 * of a larger group and more: "kanban board features" is a part of "kanban board" where it alone speaks of features.
 * Then groups that differ by a word of the same meaning or spelling, never by a word more: an addition such as "for
 * schools" makes another subject when several keywords have it.
 */
export function mergeGroups(groups: readonly WordGroup[], { embedKeyword }: Pick<KeywordTools, 'embedKeyword'>): number[] {
  const index = indexWords(groups);
  const hosts = groups.map((_group, at) => findHost(groups, at, index) ?? at);
  const embeddings: (Float32Array | undefined)[] = [];
  const embed = (at: number): Float32Array => (embeddings[at] ??= embedKeyword(wordsOf(groups, at).join(' ')));
  groups.forEach((group, at) => {
    if (hosts[at] !== at) return;
    hosts[at] =
      listNeighbours(group, index).find(
        ({ at: other, overlap }) =>
          other < at && hosts[other] === other && overlap < 1 && (overlap + dot(embed(at), embed(other))) / 2 >= LIKENESS_MIN,
      )?.at ?? at;
  });
  return hosts.map((host) => hosts[host] ?? host);
}

function wordsOf(groups: readonly WordGroup[], at: number): readonly string[] {
  return groups[at]?.words ?? [];
}

/** The larger group with the most words, all of them words of the small one. */
function findHost(groups: readonly WordGroup[], of: number, { groupsByWord }: WordIndex): number | undefined {
  const { words, members } = groups[of] ?? { words: [], members: [] };
  if (members.length > LONE_KEYWORDS_MAX || words.length < 2) return undefined;
  const shared = new Map<number, number>();
  for (const word of words) for (const at of groupsByWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  const sizeOf = (at: number): number => groups[at]?.members.length ?? 0;
  return [...shared]
    .filter(([at, count]) => at !== of && count === wordsOf(groups, at).length && sizeOf(at) >= HOST_KEYWORDS_MIN)
    .toSorted(([one, sharedOne], [other, sharedOther]) => sharedOther - sharedOne || sizeOf(other) - sizeOf(one) || one - other)[0]?.[0];
}

interface WordIndex {
  readonly groups: readonly WordGroup[];
  readonly groupsByWord: ReadonlyMap<string, readonly number[]>;
}

function indexWords(groups: readonly WordGroup[]): WordIndex {
  const groupsByWord = new Map<string, number[]>();
  groups.forEach(({ words }, at) => {
    for (const word of words) {
      const found = groupsByWord.get(word);
      if (found === undefined) groupsByWord.set(word, [at]);
      else found.push(at);
    }
  });
  return { groups, groupsByWord };
}

/** A rare word says more. */
function weigh(words: readonly string[], { groups, groupsByWord }: WordIndex): number {
  return words.reduce((sum, word) => sum + Math.log(1 + groups.length / (groupsByWord.get(word)?.length ?? 1)), 0);
}

interface Neighbour {
  readonly at: number;
  /** Weight of the words in common by the weight of all, 0 to 1. */
  readonly overlap: number;
}

/** Groups that share a word and have one of their own, as this one has; the nearest first. */
function listNeighbours({ words }: WordGroup, index: WordIndex): Neighbour[] {
  const shared = new Map<number, string[]>();
  for (const word of words) {
    const groups = index.groupsByWord.get(word) ?? [];
    if (groups.length > GROUPS_OF_WORD_MAX) continue;
    for (const at of groups) {
      const common = shared.get(at);
      if (common === undefined) shared.set(at, [word]);
      else common.push(word);
    }
  }
  const own = weigh(words, index);
  return [...shared]
    .filter(([at, common]) => common.length < words.length && common.length < wordsOf(index.groups, at).length)
    .map(([at, common]) => {
      const inCommon = weigh(common, index);
      return { at, overlap: inCommon / (own + weigh(wordsOf(index.groups, at), index) - inCommon) };
    })
    .filter(({ overlap }) => overlap >= 2 * LIKENESS_MIN - 1)
    .toSorted((one, other) => other.overlap - one.overlap || one.at - other.at);
}
