import { test } from 'node:test';
import { runImportCrashes } from '../support/import-crash-run.ts';

const POINTS = 1_000_000;
const KILLS = 20;

test(`${KILLS} kills at random moments of an import of ${POINTS} points`, { timeout: 1_800_000 }, async (t) => {
  await runImportCrashes(t, { points: POINTS, kills: KILLS, lifeMs: { min: 50, max: 6_000 }, deadlineMs: 600_000 });
  t.diagnostic(`${POINTS} points, ${KILLS} kills: the same points as undisturbed, and none after undo`);
});
