import { test } from 'node:test';
import { skipOutOfTurn } from '../support/test-width.ts';
import { AHEAD_DAYS, walkClocks } from './support/clocks-walk.ts';
import { walkFiles } from './support/csv-walk.ts';
import { assertNothingPilesUp } from './support/long-walk.ts';
import { DIAGONAL, walkOver } from './support/walk-suite.ts';
import { makeConsoleWorld } from './support/world.ts';

// In every second commit a seventh of the screens has its turn. Every look of every screen, loaded at its address, is `npm run soak console-screens`; an hour of
// walking `npm run soak console-walk`.
test('screens of the console', { skip: skipOutOfTurn(1, 2) }, async (t) => {
  const world = await makeConsoleWorld(t, { aheadDays: AHEAD_DAYS });
  const window = await walkOver(t, world, { looks: DIAGONAL });
  await t.test('what the console holds does not grow from round to round', async (round) => {
    await assertNothingPilesUp(round, world, window);
  });
  await t.test('files that the console saves', async (files) => await walkFiles(files, world));
  await t.test('times in a simulated world that is days ahead', async (clocks) => await walkClocks(clocks, world));
});
