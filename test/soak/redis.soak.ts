import { test } from 'node:test';
import { runRedisIllnesses } from '../support/redis-run.ts';

/** More are posted to the provider's queue, a hundred in a call: these are one call each. */
const KEYWORDS = 90;

test('three processes keep the rate of the provider together, however Redis is', { timeout: 1_800_000 }, async (t) => {
  const illnesses = ['well', 'away', 'stalled', 'read-only', 'flushed', 'well'] as const;
  const peaks = await runRedisIllnesses(t, { illnesses, keywords: KEYWORDS, workers: 3, deadlineMs: 300_000 });
  t.diagnostic(`most calls in one second: ${[...peaks].map(([illness, peak]) => `${illness} ${peak}`).join(', ')}`);
});
