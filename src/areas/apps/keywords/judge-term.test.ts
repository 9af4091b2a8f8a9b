import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeTerm } from './judge-term.ts';

const YESTERDAY = new Date('2026-11-01T02:00:00Z');
const NOW = new Date('2026-11-02T02:00:00Z');
const term = {
  appId: 'mine',
  position: 4,
  previousPosition: 6,
  checkedDepth: 100,
  checkedAt: YESTERDAY,
  costUsd: 0.0006,
  nextCheckAt: new Date('2026-11-02T00:00:00Z'),
  timeZone: 'UTC',
};

test('a search that was read gives the position, the one before it, and the next day', () => {
  const outcome = judgeTerm(term, { state: 'read', positions: [{ rank: 2, appId: 'mine' }], checkedDepth: 100, costUsd: 0.0012 }, NOW);
  assert.deepEqual(outcome, {
    status: 'ranked',
    position: 2,
    previousPosition: 4,
    checkedDepth: 100,
    checkedAt: NOW,
    costUsd: 0.0012,
    nextCheckAt: new Date('2026-11-03T00:00:00Z'),
    error: null,
  });
});

test('an app that is not among the positions that were read is not found', () => {
  const { status, position, previousPosition, checkedDepth } = judgeTerm(
    term,
    { state: 'read', positions: [], checkedDepth: 100, costUsd: 0.0012 },
    NOW,
  );
  assert.deepEqual([status, position, previousPosition, checkedDepth], ['not_found', null, 4, 100]);
});

test('a search that failed keeps the last position and its time, and stays due', () => {
  const outcome = judgeTerm(term, { state: 'failed', error: 'no answer' }, NOW);
  const { appId: _id, timeZone: _zone, ...kept } = term;
  assert.deepEqual(outcome, { ...kept, status: 'failed', error: 'no answer' });
});

test('a day is that of the project', () => {
  const { nextCheckAt } = judgeTerm(
    { ...term, timeZone: 'America/New_York' },
    { state: 'read', positions: [], checkedDepth: 100, costUsd: 0.0012 },
    NOW,
  );
  assert.deepEqual(nextCheckAt, new Date('2026-11-02T05:00:00Z'));
});
