import { forEachNgram, hashText } from './hashing.ts';
import type { WordTable } from './word-table.ts';

/** A power of two, because a bucket is the low bits of a hash. */
export const BUCKETS = 65_536;

/** What a model sees of an item: hashed features with their values, and a vector of its words. */
export interface Features {
  readonly buckets: readonly number[];
  readonly values: readonly number[];
  /** The mean of the word vectors, of length 1, or all zeros when no word is known. */
  readonly dense: Float32Array;
}

/**
 * Collects the features of one item. Each call adds one group, whose values together have length `weight`: a group of
 * sixty n-grams then says no more than a group of one rule.
 */
export class FeatureBuilder {
  readonly #buckets: number[] = [];
  readonly #values: number[] = [];
  #dense: Float32Array | undefined;
  readonly #table: WordTable;

  constructor(table: WordTable) {
    this.#table = table;
  }

  /** A feature with a name of its own, such as `rule:path-pricing` or `suffix:gov.uk`. */
  addNamed(name: string, value = 1): this {
    return this.#add(hashText('named', name), value);
  }

  /** Each word by itself, and pairs of neighbours. Words of different namespaces are different features. */
  addWords(namespace: string, words: readonly string[], weight = 1): this {
    const value = weight / Math.sqrt(Math.max(1, 2 * words.length - 1));
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      this.#add(hashText(namespace, word), value);
      if (at > 0) this.#add(hashText(namespace, `${words[at - 1] ?? ''} ${word}`), value);
    }
    return this;
  }

  /** Runs of three to five letters. */
  addNgrams(namespace: string, text: string, weight = 1): this {
    const from = this.#buckets.length;
    forEachNgram(namespace, text, (hash) => this.#add(hash, 1));
    const value = weight / Math.sqrt(Math.max(1, this.#buckets.length - from));
    this.#values.fill(value, from);
    return this;
  }

  /** The words whose mean vector the model sees; the last call counts. */
  setVector(words: readonly string[]): this {
    this.#dense = toMeanVector(words, this.#table);
    return this;
  }

  build(): Features {
    return { buckets: this.#buckets, values: this.#values, dense: this.#dense ?? new Float32Array(this.#table.dimensions) };
  }

  #add(hash: number, value: number): this {
    this.#buckets.push(hash & (BUCKETS - 1));
    this.#values.push(value);
    return this;
  }
}

/** Rare words count more: a frequent one weighs `SMOOTHING / (SMOOTHING + its frequency)`. */
const SMOOTHING = 1e-3;

export function toMeanVector(words: readonly string[], table: WordTable): Float32Array {
  const { dimensions, ranks, vectors, scales, size } = table;
  const mean = new Float32Array(dimensions);
  const zipf = 1 / Math.log(size);
  for (const word of words) {
    const rank = ranks.get(word);
    if (rank === undefined) continue;
    const weight = (SMOOTHING / (SMOOTHING + zipf / (rank + 1))) * (scales[rank] ?? 0);
    const from = rank * dimensions;
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + weight * (vectors[from + at] ?? 0);
  }
  return normalise(mean);
}

/** In place. */
export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return vector;
  const factor = 1 / Math.sqrt(square);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) * factor;
  return vector;
}
