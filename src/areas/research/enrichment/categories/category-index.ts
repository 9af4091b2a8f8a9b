import { loadEmbedder } from '#areas/classification/index.ts';
import { listProviderCategories, type ProviderCategory } from '#providers/search-data/categories.ts';

/** A category with the indexes of its words in the vocabulary of the index. */
export interface IndexedCategory {
  readonly category: ProviderCategory;
  readonly name: readonly number[];
  /** Of the names above it. */
  readonly above: readonly number[];
}

/** The provider's categories, ready to be compared with words. About 3 MB, made once in a process. */
export interface CategoryIndex {
  readonly categories: readonly IndexedCategory[];
  /** Each word of the tree once, in lower case. */
  readonly words: readonly string[];
  /** How few categories have the word: natural logarithm. */
  readonly rarities: Float32Array;
  /** Vectors of the words, of length 1, one after the other; zeros for words without one. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
}

/** The vector of a word, of length 1; undefined for a word without one. */
export type FindVector = (word: string) => Float32Array | undefined;

const SMALL = new Set('and of the for a an in to with on by s or by'.split(' '));

let index: Promise<CategoryIndex> | undefined;

/** Made when the first site is compared. */
export function loadCategoryIndex(): Promise<CategoryIndex> {
  index ??= make();
  return index;
}

/** The English words of a text, without those that say nothing. */
export function listWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word));
}

/** Words that are written differently and mean the same: singular and plural, verb and noun. */
export function toCategoryStem(word: string): string {
  const singular = word
    .replace(/(?<=..)ies$/u, 'y')
    .replace(/(?<=..)(ss|sh|ch|x)es$/u, '$1')
    .replace(/(?<=..[^s])s$/u, '');
  return singular.length > 6 ? singular.replace(/(?:ing|ed|er)$/u, '') : singular;
}

async function make(): Promise<CategoryIndex> {
  const { findVector, dimensions } = await loadVectors();
  const indexOf = new Map<string, number>();
  const toIndexes = (text: string): number[] =>
    listWords(text).map((word) => {
      const at = indexOf.get(word) ?? indexOf.size;
      indexOf.set(word, at);
      return at;
    });
  const categories = listProviderCategories().map((category) => ({
    category,
    name: toIndexes(category.name),
    above: toIndexes(category.path.slice(0, -category.name.length)),
  }));
  const words = [...indexOf.keys()];
  const vectors = new Float32Array(words.length * dimensions);
  words.forEach((word, at) => vectors.set(findVector(word) ?? [], at * dimensions));
  return { categories, words, rarities: countRarities(categories, words), vectors, dimensions };
}

function countRarities(categories: readonly IndexedCategory[], words: readonly string[]): Float32Array {
  const counts = new Map<string, number>();
  for (const { name, above } of categories)
    for (const stem of new Set([...name, ...above].map((at) => toCategoryStem(words[at] ?? ''))))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return Float32Array.from(words, (word) => Math.log(categories.length / (1 + (counts.get(toCategoryStem(word)) ?? 0))));
}

/** The vectors of the built-in embedder. */
export async function loadVectors(): Promise<{ readonly findVector: FindVector; readonly dimensions: number }> {
  const { loadWords } = await loadEmbedder();
  const { ranks, vectors, dimensions } = loadWords();
  const findVector = (word: string): Float32Array | undefined => {
    const rank = ranks.get(word);
    if (rank === undefined) return undefined;
    const vector = Float32Array.from(vectors.subarray(rank * dimensions, (rank + 1) * dimensions));
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  };
  return { findVector, dimensions };
}
