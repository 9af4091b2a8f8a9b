import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDiscoveries, judgeChange, judgePair, type Pair } from './changes.ts';
import { toTwoSidedP, Z_95 } from './normal.ts';
import { toRate, toShare as toShareOfSums, toSums, type Counted } from './rates.ts';

const REPEATS = 4_000;
const toShare = (counted: readonly Counted[]) => toShareOfSums(toSums(counted));

/** A generator with a seed (mulberry32), so that a simulation ends the same each time. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A value of Gamma(shape, 1) (Marsaglia and Tsang). */
function drawGamma(random: () => number, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < (normal * normal) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** True rates of prompts, 30 % in the mean and widely spread: Beta(0.6, 1.4). */
function drawRates(random: () => number, prompts: number): number[] {
  return Array.from({ length: prompts }, () => {
    const [one, other] = [drawGamma(random, 0.6), drawGamma(random, 1.4)];
    return one / (one + other);
  });
}

function drawSuccesses(random: () => number, rate: number, n: number): number {
  let successes = 0;
  for (let at = 0; at < n; at += 1) successes += random() < rate ? 1 : 0;
  return successes;
}

/** Both periods of a set of prompts, after a shift of the mean by so many points. */
function drawPairs(random: () => number, rates: readonly number[], { n, shift }: { n: number; shift: number }): Pair[] {
  return rates.map((rate) => ({
    before: { successes: drawSuccesses(random, rate, n), n },
    after: { successes: drawSuccesses(random, Math.min(1, rate + shift), n), n },
  }));
}

test('known values of each function', () => {
  assert.ok(Math.abs(toTwoSidedP(Z_95) - 0.05) < 1e-6);
  assert.ok(Math.abs(toTwoSidedP(0) - 1) < 1e-6);
  const rate = toRate(76, 243);
  assert.deepEqual(
    [rate.value, rate.low, rate.high].map((one) => one?.toFixed(3)),
    ['0.313', '0.258', '0.374'],
  );
  assert.deepEqual(toRate(0, 0), { value: null, low: null, high: null, n: 0, successes: 0 });
  assert.deepEqual(
    [toRate(0, 1), toRate(5, 5), toRate(15, 30)].map(({ low, high }) => [low?.toFixed(2), high?.toFixed(2)]),
    [
      ['0.00', '0.79'],
      ['0.57', '1.00'],
      ['0.33', '0.67'],
    ],
  );
  // The lady who tastes tea: three of four cups, of which the exact test says 0.486.
  assert.ok(Math.abs(judgePair({ before: { successes: 1, n: 4 }, after: { successes: 3, n: 4 } }) - (0.4857 - 0.4571 / 2)) < 1e-3);
  assert.equal(judgePair({ before: { successes: 0, n: 10 }, after: { successes: 0, n: 10 } }), 0.5);
  assert.deepEqual(findDiscoveries([0.001, 0.2, 0.03, 0.9, 0.04], 0.1), [true, false, true, false, true]);
  assert.deepEqual(findDiscoveries([], 0.1), []);
});

test('a change is judged by pairs of both periods alone, whatever their sizes', () => {
  assert.equal(judgeChange([]), undefined);
  const once: Pair = { before: { successes: 3, n: 5 }, after: { successes: 0, n: 0 } };
  assert.equal(judgeChange([once]), undefined);
  const steady: Pair = { before: { successes: 2, n: 5 }, after: { successes: 4, n: 10 } };
  const change = judgeChange([once, steady, steady]);
  assert.equal(change?.pairs, 2);
  assert.ok(Math.abs(change?.difference ?? 1) < 1e-12 && (change?.p ?? 0) > 0.999);
  assert.equal(judgeChange([{ before: { successes: 5, n: 5 }, after: { successes: 5, n: 5 } }])?.p, 1);
});

test('intervals of rates hold the true mean of the prompts in at least 95 of 100 weeks', (t) => {
  for (const [prompts, n, width] of [
    [50, 5, 11.2],
    [50, 10, 8],
    [20, 5, 17.5],
    [100, 5, 8],
  ] as const) {
    const random = makeRandom(prompts * 100 + n);
    let [held, wide] = [0, 0];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const rates = drawRates(random, prompts);
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / prompts;
      const { low, high } = toRate(
        rates.reduce((sum, rate) => sum + drawSuccesses(random, rate, n), 0),
        prompts * n,
      );
      held += (low ?? 1) <= mean && mean <= (high ?? 0) ? 1 : 0;
      wide += (high ?? 0) - (low ?? 0);
    }
    t.diagnostic(`${prompts} x ${n}: ${((100 * held) / REPEATS).toFixed(1)} % held, ${((100 * wide) / REPEATS).toFixed(1)} points wide`);
    assert.ok(held / REPEATS >= 0.97 && held / REPEATS <= 0.995, `${prompts} x ${n}: ${held / REPEATS}`);
    assert.ok(Math.abs((100 * wide) / REPEATS - width) < 0.5, `${prompts} x ${n}: ${wide / REPEATS}`);
  }
});

test('changes are found as often as they are there, and seen where there are none in 5 of 100', (t) => {
  for (const [prompts, n, falseAlarms, small, large] of [
    [50, 5, 5.1, 40, 94],
    [50, 10, 4.9, 67, 100],
    [20, 5, 5, 20, 59],
    [100, 5, 5.1, 67, 100],
  ] as const) {
    const random = makeRandom(prompts * 7 + n);
    const measure = (shift: number): number => {
      let [found, moved] = [0, 0];
      for (let repeat = 0; repeat < REPEATS / 2; repeat += 1) {
        const change = judgeChange(drawPairs(random, drawRates(random, prompts), { n, shift }));
        moved += change?.difference ?? 0;
        found += (change?.p ?? 1) < 0.05 ? 1 : 0;
      }
      t.diagnostic(
        `${prompts} x ${n}, shift ${shift}: ${((200 * found) / REPEATS).toFixed(1)} % found, ${((200 * moved) / REPEATS).toFixed(1)} points`,
      );
      return (200 * found) / REPEATS;
    };
    assert.ok(Math.abs(measure(0) - falseAlarms) < 1.6);
    assert.ok(Math.abs(measure(0.058) - small) < 5);
    assert.ok(Math.abs(measure(0.12) - large) < 5);
  }
});

test('one try a prompt and nothing changed: more than a quarter of the prompts flip', () => {
  const random = makeRandom(3);
  const rates = drawRates(random, 20_000);
  const flipped = rates.filter((rate) => random() < rate !== random() < rate).length;
  assert.ok(Math.abs(flipped / rates.length - 0.28) < 0.02, String(flipped / rates.length));
});

test('shares over answers that hold several brands keep their interval, however brands hang together', (t) => {
  const draws: Readonly<Record<string, (random: () => number) => Counted>> = {
    independent: (random) => count(Array.from({ length: 5 }, (_brand, at) => random() < 0.5 - at * 0.08)),
    'riding along': (random) => {
      const isList = random() < 0.5;
      return count(Array.from({ length: 5 }, (_brand, at) => random() < (isList ? 0.8 : 0.2) - at * 0.04));
    },
    competing: (random) => {
      const chosen = Math.floor(random() * 7);
      return count(Array.from({ length: 5 }, (_brand, at) => at === chosen || at + 1 === chosen));
    },
  };
  for (const [name, draw] of Object.entries(draws)) {
    const random = makeRandom(name.length);
    const [own, all] = Array.from({ length: 200_000 }, () => draw(random)).reduce(([a, b], one) => [a + one.own, b + one.all], [0, 0]);
    let held = 0;
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const { low, high } = toShare(Array.from({ length: 243 }, () => draw(random)));
      held += (low ?? 1) <= own / all && own / all <= (high ?? 0) ? 1 : 0;
    }
    t.diagnostic(`${name}: ${((100 * held) / REPEATS).toFixed(1)} % held`);
    assert.ok(held / REPEATS >= 0.935 && held / REPEATS <= 0.975, `${name}: ${held / REPEATS}`);
  }
});

test('a share of fewer than 20 answers has no value, and one of none or all has an interval', () => {
  const answers = (n: number, own: number): Counted[] => Array.from({ length: n }, () => ({ own, all: 1 }));
  const few = toShare([...answers(19, 1), ...Array.from({ length: 50 }, () => ({ own: 0, all: 0 }))]);
  assert.deepEqual([few.value, few.low, few.answers, few.own], [null, null, 19, 19]);
  const none = toShare(answers(40, 0));
  assert.ok(none.value === 0 && none.low === 0 && (none.high ?? 0) > 0.05 && (none.high ?? 1) < 0.12);
  assert.ok((toShare(answers(40, 1)).low ?? 0) > 0.88);
});

/** The first brand is our own. */
function count(named: readonly boolean[]): Counted {
  return { own: named[0] === true ? 1 : 0, all: named.filter(Boolean).length };
}

test('an interval holds its share, is narrower with more impressions, and stays between 0 and 1', () => {
  const { low, high } = toRate(30, 100);
  assert.deepEqual([low?.toFixed(4), high?.toFixed(4)], ['0.2189', '0.3958']);
  assert.equal(toRate(0, 500).low, 0);
  assert.ok((toRate(500, 500).high ?? 2) <= 1 && (toRate(500, 500).low ?? 0) > 0.99);
  assert.ok((toRate(300, 1_000).high ?? 1) < (high ?? 0));
});
