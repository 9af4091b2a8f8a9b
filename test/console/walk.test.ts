import { test } from 'node:test';
import { assertNothingPilesUp } from './support/long-walk.ts';
import { DIAGONAL, walkOver } from './support/walk-suite.ts';
import { makeConsoleWorld } from './support/world.ts';

// Every look of every screen, loaded at its address, is `npm run soak console-screens`; an hour of walking `npm run soak console-walk`.
test('screens of the console', async (t) => {
  const world = await makeConsoleWorld(t);
  const window = await walkOver(t, world, { looks: DIAGONAL });
  await t.test('what the console holds does not grow from round to round', async (round) => {
    await assertNothingPilesUp(round, world, window);
  });
});
