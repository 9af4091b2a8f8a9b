import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDaysBetween } from '#kernel/days.ts';
import { ENGINE_UPDATES, listEngineUpdates, UPDATES_KNOWN_UNTIL } from './engine-updates.ts';

test('updates stand in their order, end after they begin, and lie before the day until which they are known', () => {
  const starts = ENGINE_UPDATES.map(({ from }) => from);
  assert.deepEqual(starts, starts.toSorted());
  for (const { name, from, to } of ENGINE_UPDATES) {
    const days = countDaysBetween(from, to);
    assert.ok(days >= 1 && days < 60 && to <= UPDATES_KNOWN_UNTIL, name);
    assert.ok(name.includes(from.slice(0, 4)), name);
  }
});

test('an update is listed for every span that shares a day with it', () => {
  const names = (from?: string, to?: string) => listEngineUpdates({ from, to }).map(({ name }) => name);
  assert.deepEqual(names('2025-07-17', '2025-08-25'), ['June 2025 core update']);
  assert.deepEqual(names('2025-07-18', '2025-08-25'), []);
  assert.deepEqual(names('2026-06-02', '2026-06-24'), ['May 2026 core update', 'June 2026 spam update']);
  assert.equal(names().length, ENGINE_UPDATES.length);
});
