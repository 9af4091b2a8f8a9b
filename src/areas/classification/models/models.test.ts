import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate, fitCalibration } from './calibration.ts';
import { EMBEDDING_DIMENSIONS, embedText } from './embedder.ts';
import { parseExamples } from './examples.ts';
import { FeatureBuilder } from './features.ts';
import { fitModel, type FittingRow } from './fit-task.ts';
import { decodeModel, encodeModel, predict } from './linear-model.ts';
import { loadModel, loadWords } from './load-models.ts';
import { splitWords } from './split-words.ts';

const KINDS = { shoes: ['red shoes', 'blue boots', 'green sandals'], places: ['paris france', 'rome italy', 'madrid spain'] };

test('splits host names that lost their spaces into words', () => {
  const table = loadWords();
  assert.deepEqual(splitWords('thelancasternews', table), ['the', 'lancaster', 'news']);
  assert.deepEqual(splitWords('city-of-industry2', table), ['city', 'of', 'industry', '2']);
  assert.ok(splitWords('x'.repeat(100_000), table).join('').length === 100_000);
});

test('trains and calibrates a model that survives its file, with the same bytes each time', () => {
  const rows = makeRows();
  const bytes = encodeModel(fitModel(rows));
  assert.deepEqual(encodeModel(fitModel(rows)), bytes);

  const read = decodeModel(bytes);
  const { label, chance, secondLabel, secondChance } = predict(read, toFeatures('black shoes'));
  assert.equal(label, 'shoes');
  assert.equal(secondLabel, 'places');
  assert.ok(chance > 0.5 && chance <= 1 && secondChance <= 1 - chance + 1e-9);
});

test('refuses bytes that are no model', () => {
  assert.throws(() => decodeModel(new Uint8Array(64)), /Not an artefact/u);
});

test('calibrates to the share that is right, and never falls', () => {
  const outcomes = Array.from({ length: 1000 }, (_, at) => ({ stated: at / 1000, isRight: at % 10 < 5 && at > 200 }));
  const calibration = fitCalibration(outcomes);
  assert.ok(calibrate(calibration, 0.05) < 0.05);
  assert.ok(Math.abs(calibrate(calibration, 0.9) - 0.5) < 0.05);
  const chances = Array.from({ length: 50 }, (_, at) => calibrate(calibration, at / 50));
  assert.deepEqual(
    chances,
    chances.toSorted((one, other) => one - other),
  );
});

test('embeds what is alike close together', () => {
  const near = (one: string, other: string): number => {
    const [a, b] = [one, other].map((text) => embedText(text.split(' '), text));
    return a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0) ?? 0;
  };
  assert.equal(embedText(['shoes'], 'shoes').length, EMBEDDING_DIMENSIONS);
  assert.ok(near('red shoes', 'blue boots') > near('red shoes', 'prime minister'));
  assert.ok(near('zahnarzt konstanz', 'zahnarztpraxis konstanz') > near('zahnarzt konstanz', 'autohaus berlin'));
  assert.ok(Math.abs(near('qzx', 'qzx') - 1) < 1e-6);
});

test('reads own examples with empty fields and acceptable values', () => {
  const items = parseExamples('input\tkind\tother\tstyle\n# a remark\nred shoes\tshoes|boots\t\tshop\n');
  assert.deepEqual(items, [{ input: 'red shoes', labels: { kind: ['shoes', 'boots'] }, source: 'own:shop' }]);
});

test('every model that ships can be read and knows its labels', () => {
  for (const dimension of ['tier1_type', 'domain_type', 'page_type', 'intent_type']) {
    const model = loadModel(dimension);
    assert.equal(model.weights.length % model.labels.length, 0);
    assert.ok(model.labels.length > 2 && model.calibration.length > 1, dimension);
  }
});

function makeRows(): FittingRow[] {
  return Object.entries(KINDS).flatMap(([label, texts]) =>
    texts.map((text) => ({ features: toFeatures(text), labels: [label], group: text, source: 'own' })),
  );
}

function toFeatures(text: string): ReturnType<FeatureBuilder['build']> {
  const words = text.split(' ');
  return new FeatureBuilder(loadWords()).addWords('text', words).addNgrams('text', text).setVector(words).build();
}
