import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayItems, saySeen, sayState, saySuppressed, sayWholeProject } from './words.ts';

test('what was not measured is said as that and never as a number', () => {
  assert.equal(saySeen({ position: 4, status: 'ranked', checked_depth: 100 }), '4');
  assert.equal(saySeen({ position: null, status: 'not_found', checked_depth: 20 }), 'not in the top 20');
  assert.equal(saySeen({ position: null, status: 'failed' }), 'check failed');
  assert.equal(saySeen({ position: null, status: 'pending' }), 'not checked yet');
  assert.equal(saySeen(null), 'nothing to compare with');
  assert.equal(saySeen({ value: 14.25, metric: 'share_of_voice' }), 'value 14.25, metric share_of_voice');
});

test('reasons for silence are said with their numbers, the most frequent first', () => {
  assert.deepEqual(saySuppressed({ known: 1, source: 12, first: 0 }), [
    '12 matches on days when 20 % of the checks or more failed',
    '1 match of the same cause as an alert that is open',
  ]);
});

test('a move of the whole project is another thing than moves of its keywords', () => {
  assert.equal(sayWholeProject({ whole_project: false, others_moved_share: 0.5 }), '');
  assert.match(sayWholeProject({ whole_project: true, others_moved_share: 0.4 }), /40 % of the other projects/u);
  assert.match(sayWholeProject({ whole_project: true, others_moved_share: null }), /not known/u);
});

test('an alert says how much of it is left, and who has seen it', () => {
  assert.equal(sayItems({ items_total: 5, resolved_items: 2 }), '3 of 5 left');
  assert.equal(sayItems({ items_total: 5, resolved_items: 0 }), '5');
  const seen = { at: '2026-11-27T08:00:00Z', by: 'Ada', note: null };
  assert.equal(sayState({ state: 'firing', acknowledged: seen, resolved_at: null }), 'seen by Ada');
  assert.equal(sayState({ state: 'resolved', acknowledged: seen, resolved_at: '2026-11-27T08:00:00Z' }), 'over since Nov 27, 2026');
});
