import { test } from 'node:test';
import { runAppsCrashes } from '../support/apps-crash-run.ts';

/** The first ones fall into the lists, the others into the pages. */
const KILL_AFTER_CALLS = [1, 1, 1, 1, 2, 2, 3, 5, 8, 13, 13, 21, 21, 21, 34, 34, 34, 34];

test('a kill after every few requests of crawls of both stores', { timeout: 1_800_000 }, async (t) => {
  const { kills, pages, repeated, costUsd } = await runAppsCrashes(t, { limit: 30, killAfterCalls: KILL_AFTER_CALLS, deadlineMs: 600_000 });
  t.diagnostic(`${kills} kills, ${pages} pages, ${repeated} of them again because their answers were lost, ${costUsd} USD`);
});
