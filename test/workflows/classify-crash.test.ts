import { test } from 'node:test';
import { runClassifyCrashes } from '../support/classify-crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The long form, ten kills and 10,000 domains, is `npm run soak classify-crash`.
test(
  'a kill in the middle of classifications loses none of them, and asks no question twice',
  { skip: skipOutOfTurn(2, CRASH_TURNS) },
  async (t) => {
    const run = { free: 500, asked: 60, kills: 1, lifeMs: { min: 50, max: 900 }, deadlineMs: PATIENCE_MS };
    const { questions, inDoubt } = await runClassifyCrashes(t, run);
    t.diagnostic(`${questions} questions, ${inDoubt} answers lost`);
  },
);
