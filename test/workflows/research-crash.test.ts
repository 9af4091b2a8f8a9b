import { test } from 'node:test';
import { runResearchCrashes } from '../support/research-crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The long form, a kill at every step, is `npm run soak research-crash`.
test(
  'a kill in the middle of a research run loses nothing, and pays for nothing twice',
  { skip: skipOutOfTurn(2, CRASH_TURNS) },
  async (t) => {
    const { kills, calls, repeated } = await runResearchCrashes(t, { keywords: 120, killAfterSteps: [8], deadlineMs: PATIENCE_MS });
    t.diagnostic(`${kills} kills, ${calls} calls, ${repeated} of them again`);
  },
);
