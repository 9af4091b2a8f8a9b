import { test } from 'node:test';
import { runQueueCrashes } from '../support/queue-crash-run.ts';

// The long form, twenty kills and 2,000 keywords, is `npm run soak queue-crash`.
test('kills in the middle of dispatches lose nothing, repeat nothing, and post nothing twice', { timeout: 120_000 }, async (t) => {
  await runQueueCrashes(t, { keywords: 60, kills: 2, lifeMs: { min: 50, max: 900 }, deadlineMs: 45_000, lateMs: 1_500 });
});
