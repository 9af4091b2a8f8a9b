import { test } from 'node:test';
import { runClassifyCrashes } from '../support/classify-crash-run.ts';

const DOMAINS = 10_000;
const ASKED = 500;
const KILLS = 10;

test(`${KILLS} kills at random moments of ${DOMAINS} queued classifications`, { timeout: 1_800_000 }, async (t) => {
  const { questions, inDoubt } = await runClassifyCrashes(t, {
    free: DOMAINS - ASKED,
    asked: ASKED,
    kills: KILLS,
    lifeMs: { min: 50, max: 3_000 },
    deadlineMs: 600_000,
  });
  t.diagnostic(`${DOMAINS} domains, ${KILLS} kills: ${questions} questions, none twice, ${inDoubt} answers lost`);
});
