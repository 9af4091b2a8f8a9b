import { test } from 'node:test';
import { runCrashes } from '../support/crash-run.ts';

test('ten kills at random moments of a run of 300 keywords', { timeout: 900_000 }, async (t) => {
  const { providerCalls, costUsd } = await runCrashes(t, {
    keywords: 100,
    kills: 10,
    lifeMs: { min: 200, max: 3_000 },
    deadlineMs: 180_000,
  });
  t.diagnostic(`300 keywords, 10 kills: ${providerCalls} pages read, ${costUsd.toFixed(4)} USD, ledger and provider agree`);
});
