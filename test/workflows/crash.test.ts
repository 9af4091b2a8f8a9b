import { test } from 'node:test';
import { runCrashes } from '../support/crash-run.ts';

// The long form, ten kills and more keywords, is `npm run soak crash`.
test('kills in the middle of a tracking run lose nothing and repeat nothing', { timeout: 120_000 }, async (t) => {
  await runCrashes(t, { keywords: 60, kills: 2, lifeMs: { min: 300, max: 1_200 }, deadlineMs: 45_000 });
});
