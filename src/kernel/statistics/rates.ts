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

/**
 * A share over answers that each hold several things, whose counts hang together: Wilson's interval on the sums takes them for
 * independent. This one takes the variance between answers (linearised ratio) on the logit scale. Null below 20 answers.
 */
export function toShare(counted: readonly Counted[]): Share {
  const named = counted.filter(({ all }) => all > 0);
  const answers = named.length;
  const own = sum(named.map((one) => one.own));
  const all = sum(named.map((one) => one.all));
  if (answers < ANSWERS_MIN) return { value: null, low: null, high: null, answers, own, all };
  const value = own / all;
  // Without any variance between answers there is only their number to go by.
  if (own === 0 || own === all) return { ...pickInterval(toRate(own === 0 ? 0 : answers, answers)), answers, own, all };
  const squares = sum(named.map((one) => (one.own - value * one.all) ** 2));
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
