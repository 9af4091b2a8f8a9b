import { test } from 'node:test';
import { runCrashes } from '../support/crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The long form, ten kills and more keywords, is `npm run soak crash`.
test('a kill in the middle of a tracking run loses nothing and repeats nothing', { skip: skipOutOfTurn(2, CRASH_TURNS) }, async (t) => {
  await runCrashes(t, { keywords: 60, kills: 1, lifeMs: { min: 300, max: 1_200 }, deadlineMs: PATIENCE_MS });
});
