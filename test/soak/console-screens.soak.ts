import { test } from 'node:test';
import { EVERY_LOOK, walkOver } from '../console/support/walk-suite.ts';
import { makeConsoleWorld } from '../console/support/world.ts';

test('every screen of the console, loaded at its address, in both themes at both widths', async (t) => {
  const window = await walkOver(t, await makeConsoleWorld(t), { looks: EVERY_LOOK, isLoaded: true });
  await window.context.close();
});
