import { test } from 'node:test';
import { runOnboardCrashes } from '../support/onboard-crash-run.ts';
import { SITES } from '../support/onboarding.ts';

// The long form, twenty kills and fifty domains, is `npm run soak onboard-crash`.
test(
  'kills in the middle of onboardings lose nothing, fetch no page twice but those under way, and book each call once',
  { timeout: 120_000 },
  async (t) => {
    const run = { domains: SITES.slice(0, 4), backlinks: 1_500, kills: 2, lifeMs: { min: 50, max: 900 }, deadlineMs: 45_000 };
    const { calls, repeated } = await runOnboardCrashes(t, run);
    t.diagnostic(`${calls} calls, ${repeated} made again`);
  },
);
