import { test } from 'node:test';
import { PATIENCE_MS } from '../support/patience.ts';
import { runRedisIllnesses } from '../support/redis-run.ts';

// The long form, with every illness, is `npm run soak redis`.
test('two workers keep the rate of the provider together while Redis is stalled', async (t) => {
  await runRedisIllnesses(t, { illnesses: ['stalled'], keywords: 60, workers: 2, deadlineMs: PATIENCE_MS });
});
