import { toInstant } from '#data/time/instant.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayErrors, sayRun, sayRuns, toCategoryName, toStepName } from './words.ts';

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

test('a run says what it found, and nothing where it found nothing', () => {
  const harvest = { kept_keywords: 12 } as Parameters<typeof sayRun>[0]['harvest'];
  const none = { kept_keywords: 0 } as typeof harvest;
  const errors = [{ step: 'harvestSeeds', message: 'HTTP status 500' }];
  assert.equal(sayRun({ status: 'complete', harvest, errors }), '12 keywords found: choose below those that are worth tracking.');
  assert.equal(sayRun({ status: 'complete', harvest: none, errors: [] }), 'No keyword that fits was found.');
  assert.equal(sayRun({ status: 'complete', harvest: none, errors }), 'No keyword that fits was found, but not every source answered.');
  assert.equal(sayRun({ status: 'failed', harvest: null, errors }), 'This run ended before keywords were found.');
});

test('what a budget refused is not said to have failed', () => {
  const failed = { step: 'harvestIdeas', message: 'llm answered with HTTP status 403' };
  const refused = { step: 'harvestSeeds', message: 'Budget exceeded: The daily budget of the whole service is $0.00.' };
  assert.deepEqual([[failed], [refused], [failed, refused]].map(sayErrors), [
    'Some parts failed',
    'A budget refused some parts',
    'Some parts failed or were refused by a budget',
  ]);
});
