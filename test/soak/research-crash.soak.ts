import { test } from 'node:test';
import { runResearchCrashes } from '../support/research-crash-run.ts';

/** Of both workflows of a run. */
const STEPS = 18;

test('a kill at every step of a research run', { timeout: 1_800_000 }, async (t) => {
  const { kills, calls, repeated, costUsd } = await runResearchCrashes(t, {
    keywords: 2_000,
    killAfterSteps: Array.from({ length: STEPS }, (_none, at) => at),
    deadlineMs: 600_000,
  });
  t.diagnostic(`${kills} kills: ${calls} calls, ${repeated} of them again because their answers were lost, ${costUsd} USD`);
});
