import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { toLongWaitMs } from './patience.ts';

const STEP_WAITS_MS = [5_000, 10_000, 20_000];

test('what is sent outside is tried for most of a day, ever more rarely', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => toLongWaitMs(tries, STEP_WAITS_MS));
  assert.deepEqual(waits, [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS]);
  assert.equal(toLongWaitMs(7, STEP_WAITS_MS), undefined);
});

test('a receiver that is away for half an hour gets the message at the fifth try', () => {
  let atMs = 0;
  let tries = 1;
  for (; atMs < 30 * MINUTE_MS; tries += 1) atMs += toLongWaitMs(tries, STEP_WAITS_MS) ?? assert.fail('given up');
  assert.deepEqual([tries, atMs], [5, HOUR_MS + 12.5 * MINUTE_MS]);
});
