import { test } from 'node:test';
import { runOnboardCrashes } from '../support/onboard-crash-run.ts';
import { SITES } from '../support/onboarding.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The long form, twenty kills and fifty domains, is `npm run soak onboard-crash`.
test(
  'a kill in the middle of onboardings loses nothing, fetches no page twice but those under way, and books each call once',
  { skip: skipOutOfTurn(3, CRASH_TURNS) },
  async (t) => {
    const run = { domains: SITES.slice(0, 4), backlinks: 1_500, kills: 1, lifeMs: { min: 50, max: 900 }, deadlineMs: PATIENCE_MS };
    const { calls, repeated } = await runOnboardCrashes(t, run);
    t.diagnostic(`${calls} calls, ${repeated} made again`);
  },
);
