import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screens } from '../screens/index.ts';
import { listWaiting } from './waiting.ts';

test('what waits is counted where it is found, and what is not there or not to be seen is left out', () => {
  const counts = { failed_checks: 2, failed_domains: null, dead_letters: 1, full_budgets: 0 };
  assert.deepEqual(
    listWaiting(counts).map(({ screen, count, words }) => [screen, count, words]),
    [
      ['keywords', 2, '2 failed checks'],
      ['dead-letters', 1, '1 dead letter'],
    ],
  );
  assert.deepEqual(listWaiting({ failed_checks: null, failed_domains: 0, dead_letters: null, full_budgets: 0 }), []);
});

test('every kind of what waits leads to a screen of the sidebar', () => {
  const all = listWaiting({ failed_checks: 1, failed_domains: 1, dead_letters: 1, full_budgets: 1 });
  for (const { screen } of all)
    assert.ok(
      screens.some(({ name, group }) => name === screen && group !== 'none'),
      screen,
    );
  assert.equal(all.length, 4);
});
