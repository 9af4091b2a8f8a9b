import { test } from 'node:test';
import { openWindow } from '../console/support/browser.ts';
import { pressEverything } from '../console/support/buttons.ts';
import { listScreens } from '../console/support/walk.ts';
import { makeConsoleWorld } from '../console/support/world.ts';

test('everything on the screens of the console that can be pressed opens something whole, and gives the focus back', async (t) => {
  const world = await makeConsoleWorld(t);
  const window = await openWindow(world);
  await pressEverything(
    t,
    world,
    window,
    (await listScreens()).filter(({ isOpen }) => isOpen !== true),
  );
  await window.context.close();
});
