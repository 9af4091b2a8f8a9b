import { dot } from '#kernel/vectors.ts';
import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { EMBEDDING_DIMENSIONS } from '../models/embedder.ts';
import { embedItem } from '../similarity/embed-item.ts';
import type { Example, Kind, Neighbour } from '../similarity/example.ts';
import { listSaid } from './store/corrections.ts';
import { toExamples } from './learning/to-examples.ts';

/** Corrected items of one kind, in memory: they count in every batch, however large. */
export interface CorrectedItems {
  /** What is known of the item itself, and the nearest others, nearest first. */
  find(item: string): readonly Neighbour[];
}

const ITEMS_MAX = 10_000;
/** Only the newest speak for others in large batches; the rest is found through the index. */
const NEAR_MAX = 1_000;
/** More than one site has beside a page: corrections count by how many sites they come from. */
const NEAREST_MAX = 12;
/** The least that a blend calls near. */
const SIMILARITY_MIN = 0.7;
/** Items that are embedded before other work may run: one or two milliseconds. */
const PER_TURN = 20;

/** Reads what was learned from corrections, and embeds it. */
export async function loadCorrectedItems({ postgres }: Pick<AppContext, 'postgres'>, kind: Kind): Promise<CorrectedItems> {
  const said = await listSaid(postgres, kind, ITEMS_MAX);
  return await embedCorrectedItems(kind, toExamples(said.filter(({ processedAt }) => processedAt !== null)));
}

/** @param examples the newest first */
export async function embedCorrectedItems(kind: Kind, examples: readonly Example[]): Promise<CorrectedItems> {
  const near = examples.slice(0, NEAR_MAX);
  const vectors = new Float32Array(near.length * EMBEDDING_DIMENSIONS);
  for (const group of toGroups([...near.entries()], PER_TURN)) {
    for (const [at, { item }] of group) vectors.set(embedItem(kind, item), at * EMBEDDING_DIMENSIONS);
    await setImmediate();
  }
  const exact = new Map(examples.map((example) => [example.item, example]));
  return {
    find(item) {
      const known = exact.get(item);
      const own = known === undefined ? [] : [toNeighbour(known, { isExact: true, similarity: 1 })];
      return [...own, ...findNear(embedItem(kind, item), { near, vectors }).filter((neighbour) => neighbour.item !== item)];
    },
  };
}

interface Memory {
  readonly near: readonly Example[];
  /** One after the other. */
  readonly vectors: Float32Array;
}

function findNear(vector: Float32Array, { near, vectors }: Memory): Neighbour[] {
  const found: { readonly at: number; readonly similarity: number }[] = [];
  for (let at = 0; at < near.length; at += 1) {
    const similarity = dot(vector, vectors, at * EMBEDDING_DIMENSIONS);
    if (similarity >= SIMILARITY_MIN) found.push({ at, similarity });
  }
  const nearest = found.toSorted((one, other) => other.similarity - one.similarity).slice(0, NEAREST_MAX);
  return nearest.flatMap(({ at, similarity }) => {
    const example = near[at];
    return example === undefined ? [] : [toNeighbour(example, { isExact: false, similarity })];
  });
}

function toNeighbour({ item, labels, confidence, origin }: Example, how: Pick<Neighbour, 'isExact' | 'similarity'>): Neighbour {
  return { item, labels, confidence, origin, ...how };
}
