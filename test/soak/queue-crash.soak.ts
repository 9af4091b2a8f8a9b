import { test } from 'node:test';
import { runQueueCrashes } from '../support/queue-crash-run.ts';

const KEYWORDS = 2_000;
const KILLS = 20;

test(`${KILLS} kills at random moments of dispatches of ${KEYWORDS} keywords`, { timeout: 1_800_000 }, async (t) => {
  const { costUsd } = await runQueueCrashes(t, {
    keywords: KEYWORDS,
    kills: KILLS,
    lifeMs: { min: 50, max: 3_000 },
    deadlineMs: 600_000,
  });
  t.diagnostic(`${KEYWORDS} keywords, ${KILLS} kills: one run each, ${costUsd.toFixed(4)} USD, ledger and provider agree`);
});
