import { test } from 'node:test';
import { runQueueCrashes } from '../support/queue-crash-run.ts';

const KEYWORDS = 2_000;
const KILLS = 20;

/** Longer than the service takes to start again and read the provider's record. */
const LATE_MS = 12_000;

for (const lateMs of [undefined, LATE_MS]) {
  const provider = lateMs === undefined ? 'a provider in time' : `a provider that is ${lateMs / 1_000} s late`;
  test(`${KILLS} kills at random moments of dispatches of ${KEYWORDS} keywords, with ${provider}`, { timeout: 1_800_000 }, async (t) => {
    const { costUsd } = await runQueueCrashes(t, {
      keywords: KEYWORDS,
      kills: KILLS,
      lifeMs: { min: 50, max: 3_000 },
      deadlineMs: 600_000,
      ...(lateMs === undefined ? {} : { lateMs }),
    });
    t.diagnostic(`${KEYWORDS} keywords, ${KILLS} kills: one run each, ${costUsd.toFixed(4)} USD, ledger and provider agree`);
  });
}
