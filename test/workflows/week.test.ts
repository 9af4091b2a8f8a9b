import { test } from 'node:test';
import { PATIENCE_MS } from '../support/patience.ts';
import { skipOutOfTurn } from '../support/test-width.ts';
import { runWeek } from '../support/week-run.ts';

// The long form, eight days of 400 keywords, is `npm run soak week`.
test('two days with a kill: their work ends, nothing is left, lost or paid twice', { skip: skipOutOfTurn(0, 7) }, async (t) => {
  await runWeek(t, { days: 2, keywords: 20, killsADay: 1, faultRate: 0.1, lifeMsMax: 1_500, deadlineMs: PATIENCE_MS });
});
