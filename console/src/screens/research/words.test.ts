import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayRuns, toCategoryName, toInstant, toStepName } from './words.ts';

test('a category is called by the last part of its path', () => {
  assert.equal(toCategoryName('/Computers & Consumer Electronics/Computers/Software'), 'Software');
  assert.equal(toCategoryName('invoicing'), 'invoicing');
  assert.equal(toCategoryName('/'), '/');
});

test('a step reads as words', () => {
  assert.equal(toStepName('harvest-keywords_again'), 'Harvest keywords again');
  assert.equal(toStepName('harvestPlaces'), 'Harvest places');
});

test('each line of a price says what it buys', () => {
  const steps = ['fetchRanked', 'harvestDomain', 'harvestIdeas', 'harvestCategories', 'harvestSeeds', 'fetchFigures', 'fetchIntents'];
  const names = steps.map(toStepName);
  assert.equal(new Set(names).size, steps.length);
  assert.ok(names.every((name) => !/^(?:Harvest|Fetch)\b/u.test(name)));
});

test('what has no time has no instant', () => {
  assert.equal(toInstant(null), null);
  assert.equal(toInstant(0), '1970-01-01T00:00:00.000Z');
});

test('runs: what waits for a person comes first', () => {
  assert.equal(sayRuns([], 0), undefined);
  const runs = [{ status: 'complete' }, { status: 'awaiting_category_confirmation' }, { status: 'failed' }] as const;
  assert.equal(sayRuns(runs, 3), '3 runs: 1 waits for you, 1 complete and 1 failed.');
  assert.equal(sayRuns(runs.slice(0, 1), 30), '30 runs, of the 1 below: 1 complete.');
});
