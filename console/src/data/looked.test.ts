import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLooked, whyNotKnown, type Looked } from './looked.ts';

const LINKS = { things: 'backlinks', done: 'fetched' } as const;

test('only what was looked at whole can be said to lack something', () => {
  assert.equal(whyNotKnown({ state: 'whole' }, LINKS), undefined);
  const others: readonly Looked[] = [
    { state: 'never' },
    { state: 'running' },
    { state: 'failed', reason: 'Budget exceeded' },
    { state: 'part', read: 100, of: 3144 },
  ];
  assert.deepEqual(
    others.map((looked) => whyNotKnown(looked, LINKS)),
    [
      'the backlinks have not been fetched yet.',
      'the backlinks are being fetched now.',
      'the backlinks could not be fetched. Budget exceeded',
      '100 of 3,144 backlinks have been fetched.',
    ],
  );
});

test('a number of things is looked at whole, in part or never', () => {
  assert.deepEqual(
    [toLooked(3, 3), toLooked(0, 3), toLooked(1, 3)].map(({ state }) => state),
    ['whole', 'never', 'part'],
  );
  assert.equal(toLooked(0, 0).state, 'whole');
});
