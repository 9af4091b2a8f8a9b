import { test } from 'node:test';
import { MINUTE_MS } from '#kernel/durations.ts';
import { assertNothingPilesUp } from '../console/support/long-walk.ts';
import { DIAGONAL, walkOver } from '../console/support/walk-suite.ts';
import { makeConsoleWorld } from '../console/support/world.ts';

/** An hour unless `SOAK_MINUTES` says otherwise. */
const WALK_MS = Number(process.env['SOAK_MINUTES'] ?? 60) * MINUTE_MS;

test('a console that is open for long holds no more than after its first round', { timeout: WALK_MS + 10 * MINUTE_MS }, async (t) => {
  const world = await makeConsoleWorld(t);
  await assertNothingPilesUp(t, world, await walkOver(t, world, { looks: DIAGONAL }), WALK_MS);
});
