import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openWindow, type Window } from './browser.ts';
import { listControls, PICTURE_SIZE, readPictured } from './pictures.ts';
import {
  assertAccessible,
  assertFits,
  assertLed,
  assertListsFit,
  assertNamed,
  assertQuiet,
  assertReachable,
  assertReadingsSaid,
  failAnswers,
  follow,
  listScreens,
  settle,
  toAddress,
} from './walk.ts';
import { assertPlaced } from './placed.ts';
import { takeShare, takeTurns } from '../../support/test-width.ts';
import type { ConsoleWorld } from './world.ts';

/** How a screen is looked at. */
interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Each width and each theme once: widths break structure, themes break colours. Ends as windows open. */
export const DIAGONAL: readonly Look[] = [
  { ...PHONE, colorScheme: 'dark' },
  { ...WIDE, colorScheme: 'light' },
];
export const EVERY_LOOK: readonly Look[] = [{ ...WIDE, colorScheme: 'dark' }, { ...PHONE, colorScheme: 'light' }, ...DIAGONAL];

/** Parts of the screens that take turns; what holds them for long holds the same ones. */
export const SHARES = 7;

interface WalkOptions {
  readonly looks: readonly Look[];
  /**
   * Loads each screen at its address, as from a bookmark, and reads the rules of accessibility in each look. Otherwise a page goes from
   * screen to screen, as by links, and they are read in one look, the next one on the next screen: most of a walk is reading them.
   */
  readonly isLoaded?: boolean;
}

/**
 * Every screen, or the seventh whose turn it is (`test/support/test-width.ts`), with data, of a project without any, and with every answer failing.
 * @returns the window that showed the data, still open
 */
export async function walkOver(t: TestContext, world: ConsoleWorld, options: WalkOptions): Promise<Window> {
  const { isLoaded = false } = options;
  const assertLooks = makeLooker(options);
  const goTo = async (window: Window, address: string): Promise<void> => {
    window.forget();
    await (isLoaded ? window.open(address) : follow(window.page, address));
  };
  const screens = await listScreens();
  const outside = await openWindow({ ...world, isOutside: true });
  for (const screen of screens.filter(({ isOpen }) => isOpen === true)) {
    await t.test(`${screen.name}: is accessible in both themes, on a phone too`, async () => {
      await outside.open(toAddress(screen, world.params));
      await assertLooks(outside, 'html');
    });
  }
  await outside.context.close();

  const [full, empty, failing] = await Promise.all([openWindow(world), openWindow(world), openWindow(world)]);
  const failures = await failAnswers(failing);
  for (const window of [full, empty, failing]) await window.open('/console/');
  await t.test('what is around every screen is accessible in both themes, on a phone too', async () => {
    await assertLooks(full, 'html');
    await goTo(full, `/console/p/${world.params['projectId']}`);
    await assertLooks(full, 'html');
  });
  const inside = screens.filter(({ isOpen }) => isOpen !== true);
  for (const screen of takeShare(inside, SHARES)) {
    const address = toAddress(screen, world.params);
    const emptyAddress = toAddress(screen, { ...world.params, projectId: world.emptyProjectId });
    // Side by side: each waits for the service much of its time.
    await Promise.all([
      t.test(`${screen.name}: shows its data, reachable by keyboard, accessible in both themes, on a phone too`, async () => {
        await goTo(full, address);
        await assertPictured(full.page, screen.name);
        await assertReadingsSaid(full.page, screen);
        await assertNamed(full.page, screen.name);
        await assertPlaced(full.page, screen, screens);
        await assertLed(full.page);
        await assertReachable(full.page);
        await assertLooks(full, isLoaded ? 'html' : 'main');
      }),
      t.test(`${screen.name}: says that answers fail`, async () => {
        await failures.assertSaid(() => goTo(failing, address));
        assertQuiet(failing, /status of 500/u);
      }),
      emptyAddress === address
        ? undefined
        : t.test(`${screen.name}: says what an empty project lacks`, async () => {
            await goTo(empty, emptyAddress);
            assertQuiet(empty, /status of 404/u);
          }),
    ]);
  }
  // What a failed answer looks like is the same on every screen: this one asks for a list.
  await t.test('what a failed answer looks like is accessible in both themes, on a phone too', async () => {
    await failures.assertSaid(() => goTo(failing, '/console/settings/keys'));
    failing.forget();
    await assertLooks(failing, 'main');
  });
  await Promise.all([empty.context.close(), failing.context.close()]);
  return full;
}

/** Its picture in the documents shows what the screen is now. */
async function assertPictured(page: Page, name: string): Promise<void> {
  const pictured = readPictured()[name];
  if (pictured === undefined) return;
  const size = page.viewportSize() ?? WIDE;
  await page.setViewportSize(PICTURE_SIZE);
  await settle(page);
  assert.deepEqual(await listControls(page), pictured, 'make the pictures of the documents again: node test/console/pictures.ts URL KEY');
  await page.setViewportSize(size);
  await settle(page);
}

/** Whole and silent, however it is looked at; accessible in each look, or in the one whose turn it is. */
function makeLooker({ looks, isLoaded = false }: WalkOptions): (window: Window, part: string) => Promise<void> {
  let turn = 0;
  return async (window, part) => {
    const { page } = window;
    const read = isLoaded ? looks : takeTurns(looks, turn);
    for (const look of looks) {
      const { width, height, colorScheme } = look;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.locator('[data-ready]').first().waitFor();
      if (read.includes(look)) await assertAccessible(page, part);
      await assertFits(page);
      await assertListsFit(page);
    }
    turn += 1;
    assertQuiet(window);
  };
}
