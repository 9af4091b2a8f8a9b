import { test } from 'node:test';
import { runImportCrashes } from '../support/import-crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

// The soak `imports-crash` kills twenty times.
test(
  'kills while an import is written change nothing of what is there afterwards, and undo leaves nothing',
  { skip: skipOutOfTurn(0, CRASH_TURNS) },
  async (t) => {
    await runImportCrashes(t, { points: 60_000, kills: 3, lifeMs: { min: 50, max: 1_500 }, deadlineMs: PATIENCE_MS });
  },
);
