import { domainTask } from '../domains/task.ts';
import { keywordTask } from '../keywords/task.ts';
import { normalise, type Features } from '../models/features.ts';
import type { Task } from '../models/task.ts';
import { urlTask } from '../urls/task.ts';
import type { Kind } from './example.ts';

export const TASKS: Readonly<Record<Kind, Task>> = { domain: domainTask, url: urlTask, keyword: keywordTask };

/** Of the words' vectors, and of the hashed features after them. */
const WORD_DIMENSIONS = 100;
const HASHED_DIMENSIONS = 256;
/** As the column of the index says. */
export const VECTOR_DIMENSIONS = WORD_DIMENSIONS + HASHED_DIMENSIONS;

/** What each part adds to the cosine; spelling says more of names than the meaning of their words. */
const WORD_SHARE = 0.3;

/**
 * The vector of an item, of length 1: the mean of its words, and what the models see of it (words, n-grams, shape,
 * hits of rules), projected to few dimensions with signs, so that what collides cancels out.
 */
export function embedItem(kind: Kind, item: string): Float32Array {
  const features = TASKS[kind].toFeatures(item);
  const hasWords = features.dense.some((value) => value !== 0);
  const vector = new Float32Array(VECTOR_DIMENSIONS);
  const wordShare = hasWords ? WORD_SHARE : 0;
  vector.set(scale(features.dense, wordShare));
  vector.set(scale(project(features), 1 - wordShare), WORD_DIMENSIONS);
  return vector;
}

function project({ buckets, values }: Features): Float32Array {
  const projected = new Float32Array(HASHED_DIMENSIONS);
  for (let at = 0; at < buckets.length; at += 1) {
    const bucket = buckets[at] ?? 0;
    const place = bucket % HASHED_DIMENSIONS;
    const sign = (bucket / HASHED_DIMENSIONS) & 1 ? -1 : 1;
    projected[place] = (projected[place] ?? 0) + sign * (values[at] ?? 0);
  }
  return normalise(projected);
}

/** @param share of the square of the whole length */
function scale(part: Float32Array, share: number): Float32Array {
  const factor = Math.sqrt(share);
  return part.map((value) => value * factor);
}
