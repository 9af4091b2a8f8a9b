import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { VoiceCurve } from '#areas/projects/index.ts';
import { FIXED_WEIGHTS, makeVoice, toWeights } from './own-weights.ts';
import { toVoice } from './share-of-voice.ts';

const EPSILON = 1e-9;
const Rate = fc.option(fc.double({ min: 0.0001, max: 1, noNaN: true }));
const Rates = fc.array(Rate, { minLength: 20, maxLength: 20 });

test('weights add up to 1 and never rise with the place, whatever is known', () => {
  fc.assert(
    fc.property(Rates, (rates) => {
      const weights = toWeights(rates);
      const known = rates.flatMap((rate, at) => (rate === null ? [] : [at + 1]));
      assert.equal(weights === undefined, known.length < 4 || (known[0] ?? 99) > 3);
      if (weights === undefined) return;
      assert.ok(Math.abs(weights.reduce((sum, one) => sum + one, 0) - 1) < EPSILON);
      assert.ok(weights.every((weight, at) => weight > 0 && weight <= (weights[at - 1] ?? 1) + EPSILON));
    }),
  );
});

test('between known places lies the line, and beyond them the fixed curve goes on', () => {
  const weights = toWeights([null, 0.2, 0.1, null, 0.06, 0.05]) ?? assert.fail();
  const toRatio = (place: number): string => ((weights[place - 1] ?? 0) / (weights[1] ?? 1)).toFixed(4);
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 12].map(toRatio), [
    '2.0000',
    '1.0000',
    '0.5000',
    '0.4000',
    '0.3000',
    '0.2500',
    '0.2143',
    '0.1250',
  ]);
});

test('a curve that is the fixed one weighs as it does', () => {
  const rates = Array.from({ length: 20 }, (_none, at) => 0.3 / (at + 1));
  const weights = toWeights(rates) ?? assert.fail();
  assert.ok(weights.every((weight, at) => Math.abs(weight - (FIXED_WEIGHTS[at] ?? 0)) < EPSILON));
});

test("only Google's organic results have the own curve, and only on devices that it knows", () => {
  const rates = [0.5, 0.1, 0.05, 0.02];
  const curve: VoiceCurve = {
    id: 'vcv_1',
    site: 'sc-domain:mine.com',
    from: '2026-08-01',
    to: '2026-10-23',
    rates: { desktop: rates, mobile: null },
  };
  const voice = makeVoice(curve);
  const page = { channel: 'seo', engine: 'engine_a', device: 'desktop' };
  assert.equal(voice(page, 1), (toWeights(rates) ?? [])[0]);
  assert.deepEqual([voice(page, null), voice(page, 101)], [0, 0]);
  for (const other of [{ device: 'mobile' }, { device: 'tablet' }, { engine: 'engine_b' }, { channel: 'local' }])
    assert.equal(voice({ ...page, ...other }, 1), toVoice(1), JSON.stringify(other));
  assert.equal(makeVoice(null)(page, 3), toVoice(3));
});
