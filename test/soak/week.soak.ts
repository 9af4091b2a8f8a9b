import { test } from 'node:test';
import { runWeek } from '../support/week-run.ts';

test('a week by the clock of the sandbox, each day as long as its work, with faults and kills', { timeout: 3_600_000 }, async (t) => {
  const days = await runWeek(t, { days: 8, keywords: 400, killsADay: 4, faultRate: 0.1, lifeMsMax: 6_000, deadlineMs: 600_000 });
  for (const [at, { tookMs, memoryMb, passing }] of days.entries())
    t.diagnostic(`day ${at + 1}: ${(tookMs / 1_000).toFixed(0)} s, ${memoryMb} MB, ${JSON.stringify(passing)}`);
});
