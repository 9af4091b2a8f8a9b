import { Z_95 } from './normal.ts';

/** A share with the interval that holds its true value in 95 of 100 cases. All are null without anything counted. */
export interface Interval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** How often something came of `n` tries. */
export interface Rate extends Interval {
  readonly n: number;
  readonly successes: number;
}

/** Wilson's score interval: it holds for few tries, and for rates near 0 and 1, where the plain one fails. */
export function toRate(successes: number, n: number): Rate {
  if (n === 0) return { value: null, low: null, high: null, n, successes };
  const value = successes / n;
  const z2 = Z_95 * Z_95;
  const middle = (value + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z_95 * Math.sqrt((value * (1 - value)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  // Rounding must not leave the ends beside what they are by definition.
  return { value, low: successes === 0 ? 0 : middle - half, high: successes === n ? 1 : middle + half, n, successes };
}

/** What one answer adds to a share: of `all` that it names, how many are our own. */
export interface Counted {
  readonly own: number;
  readonly all: number;
}

export interface Share extends Interval {
  /** Answers that name anything. */
  readonly answers: number;
  readonly own: number;
  readonly all: number;
}

/** Below this many answers a share has no interval that holds, and so no value. */
const ANSWERS_MIN = 20;

/** What answers that name anything add to a share together. The squares are those of the single answers. */
export interface CountedSums extends Counted {
  readonly answers: number;
  readonly ownSquares: number;
  readonly products: number;
  readonly allSquares: number;
}

export function toSums(counted: readonly Counted[]): CountedSums {
  const named = counted.filter(({ all }) => all > 0);
  return addSums(
    named.map(({ own, all }) => ({ answers: 1, own, all, ownSquares: own * own, products: own * all, allSquares: all * all })),
  );
}

export function addSums(parts: readonly CountedSums[]): CountedSums {
  const sums = { answers: 0, own: 0, all: 0, ownSquares: 0, products: 0, allSquares: 0 };
  for (const part of parts) for (const name of NAMES) sums[name] += part[name];
  return sums;
}

const NAMES = ['answers', 'own', 'all', 'ownSquares', 'products', 'allSquares'] as const;

/**
 * A share over answers that each hold several things, whose counts hang together: Wilson's interval on the sums takes them for
 * independent. This one takes the variance between answers (linearised ratio) on the logit scale. Null below 20 answers.
 */
export function toShare({ answers, own, all, ownSquares, products, allSquares }: CountedSums): Share {
  if (answers < ANSWERS_MIN) return { value: null, low: null, high: null, answers, own, all };
  const value = own / all;
  // Of (own - value * all) squared.
  const squares = Math.max(0, ownSquares - 2 * value * products + value * value * allSquares);
  // Without any variance between answers there is only their number to go by.
  if (own === 0 || own === all) return { ...pickInterval(toRate(own === 0 ? 0 : answers, answers)), answers, own, all };
  const error = Math.sqrt((squares * answers) / (answers - 1)) / all;
  const half = (Z_95 * error) / (value * (1 - value));
  const logit = Math.log(value / (1 - value));
  return { value, low: toChance(logit - half), high: toChance(logit + half), answers, own, all };
}

function pickInterval({ value, low, high }: Rate): Interval {
  return { value, low, high };
}

function toChance(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
