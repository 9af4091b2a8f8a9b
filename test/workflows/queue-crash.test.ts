import { test } from 'node:test';
import { runQueueCrashes } from '../support/queue-crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The long form, twenty kills and 2,000 keywords, is `npm run soak queue-crash`.
test(
  'a kill in the middle of dispatches loses nothing, repeats nothing, and posts nothing twice',
  { skip: skipOutOfTurn(1, CRASH_TURNS) },
  async (t) => {
    await runQueueCrashes(t, { keywords: 60, kills: 1, lifeMs: { min: 50, max: 900 }, deadlineMs: PATIENCE_MS, lateMs: 1_500 });
  },
);
