import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Window } from './browser.ts';
import { assertAccessible, assertFits, assertQuiet, settle, toAddress, type WalkedScreen } from './walk.ts';
import type { ConsoleWorld } from './world.ts';

/** What acts without asking, by its name, and what it would do: it is not pressed. */
const ACTS_AT_ONCE: readonly (readonly [name: RegExp, does: string])[] = [
  [/^\+\d+ d|^\+#|Let .* pass/u, 'lets days of the simulated world pass'],
  [/^Sign out/u, 'ends the session of the walk'],
  [/^End/u, 'ends a session, or the tracking of an app'],
  [/^Scan past results/u, 'begins a workflow'],
  [/^(?:Set|Make competitor|Star|Take star)/u, 'gives a keyword its target page or a star, or a project a competitor'],
  [/^(?:Accept|Skip|Save|Learn|Test|Clear all|Switch all off)/u, 'stores or sends something'],
  [/ for \$/u, 'spends'],
];
/** What opens a part of its own, in which more can be pressed. */
const REVEALS = /^(?:tab|row|box|dialog) /u;
/** What says that it opens something. */
const OPENS = /^(?:dialog|menu|listbox) /u;
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
const COUNT_OPEN = `[...document.querySelectorAll('${OVERLAYS}')].filter((one) => one.checkVisibility()).length`;
const LOST_MS = MINUTE_MS;
const PRESSES_DEEP = 2;

/**
 * Marks what can be pressed, each under a key of its kind and name, and returns the keys. Of rows the first one counts, of
 * headers too; figures in names count as the same. In a dialog it is only what says that it opens more.
 */
const MARK = `(within) => {
  for (const one of document.querySelectorAll('[data-press]')) one.removeAttribute('data-press');
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.checkVisibility());
  const place = dialog ?? document.querySelector(within);
  const isFirst = (one) => {
    const row = one.closest('[role=row], [role=listitem], tbody tr');
    const head = one.closest('[role=columnheader], th');
    return (!row || !row.previousElementSibling) && (!head || one.matches('input') || head.matches(':nth-child(-n+2)'));
  };
  const nameOf = (one) => (one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? '').trim().replace(/\\s+/g, ' ').replace(/\\d+/g, '#').slice(0, 60);
  const kindOf = (one) => one.matches('[role=tab]') ? 'tab' : one.matches('[role=rowheader]') ? 'row' : one.matches('input[type=checkbox]') ? 'box' : one.ariaHasPopup ?? 'button';
  const wanted = dialog
    ? '[role=tab], [aria-haspopup]'
    : 'button, summary, [role=tab], [role=button], input[aria-haspopup], [role=rowheader], [role=gridcell] input[type=checkbox]';
  const keys = [];
  for (const one of place.querySelectorAll(wanted)) {
    if (!one.checkVisibility() || one.disabled || one.type === 'submit' || one.closest('[aria-hidden=true]') || !isFirst(one)) continue;
    if (one.matches('[role=rowheader]') && getComputedStyle(one).cursor !== 'pointer') continue;
    const key = kindOf(one) + ' ' + (one.matches('[role=rowheader], input[type=checkbox]') ? 'of the first row' : nameOf(one));
    if (keys.includes(key)) continue;
    one.setAttribute('data-press', key);
    keys.push(key);
  }
  return keys;
}`;
/** Whether the focus is where the press was: on what was pressed, what stands in its place now, or the grid around it. */
const HAS_FOCUS = `({ x, y }) => {
  const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
  return document.activeElement !== document.body && left <= x && x <= right && top <= y && y <= bottom;
}`;
const READ_MAIN = `document.querySelector('main').innerText`;

interface Place {
  readonly address: string;
  /** The part of the page whose buttons are pressed. */
  readonly within: string;
}

/** Presses everything of the screens that can be pressed and does not act at once, each on its own. */
export async function pressEverything(t: TestContext, { params }: ConsoleWorld, window: Window, screens: readonly WalkedScreen[]) {
  await t.test('frame', async (frame) => pressAll(frame, window, { address: '/console/', within: 'body' }));
  for (const screen of screens)
    await t.test(screen.name, async (one) => pressAll(one, window, { address: toAddress(screen, params), within: 'main' }));
}

async function pressAll(t: TestContext, window: Window, place: Place): Promise<void> {
  const seen = new Set<string>();
  const ways: string[][] = [[]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    await goTo(window, place, way);
    const keys = (await mark(window, place)).filter((key) => !seen.has(key) && !actsAtOnce(key));
    for (const key of keys) {
      seen.add(key);
      const path = [...way, key];
      await t.test(path.join(', '), async () => {
        await goTo(window, place, way);
        await assertPressed(window, place, key);
        if (REVEALS.test(key) && path.length < PRESSES_DEEP) ways.push(path);
      });
    }
  }
  t.diagnostic(`${seen.size} pressed`);
}

function actsAtOnce(key: string): boolean {
  const name = key.slice(key.indexOf(' ') + 1);
  return ACTS_AT_ONCE.some(([known]) => known.test(name));
}

async function mark({ page }: Window, { within }: Place): Promise<string[]> {
  return await page.evaluate<string[]>(`(${MARK})(${JSON.stringify(within)})`);
}

async function goTo(window: Window, place: Place, way: readonly string[]): Promise<void> {
  window.forget();
  await window.open(place.address);
  for (const key of way) await press(window, place, key);
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Presses in the middle, as a finger does: a field can lie over the input that it is. */
async function press(window: Window, place: Place, key: string): Promise<Spot> {
  const { page } = window;
  // Lists come after the screen that holds them.
  await waitFor(page, `(${MARK})(${JSON.stringify(place.within)}).includes(${JSON.stringify(key)})`, `${key} is there`);
  const one = page.locator(`[data-press=${JSON.stringify(key)}]`);
  await one.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const spot = { x: x + width / 2, y: y + height / 2 };
  const before = await page.evaluate<number>(COUNT_OPEN);
  await page.mouse.click(spot.x, spot.y);
  if (OPENS.test(key)) await waitFor(page, `${COUNT_OPEN} > ${before}`, 'something opens');
  await settle(page);
  return spot;
}

/** What a press opens is whole, and Escape closes it and gives the focus back. */
async function assertPressed(window: Window, place: Place, key: string): Promise<void> {
  const { page } = window;
  const [before, text] = [await page.evaluate<number>(COUNT_OPEN), await page.evaluate<string>(READ_MAIN)];
  const spot = await press(window, place, key);
  const hasOpened = (await page.evaluate<number>(COUNT_OPEN)) > before;
  await assertFits(page);
  if (hasOpened) await assertAccessible(page, OVERLAYS);
  else if ((await page.evaluate<string>(READ_MAIN)) !== text) await assertAccessible(page, 'main');
  assertQuiet(window);
  if (!hasOpened) return;
  await page.keyboard.press('Escape');
  await waitFor(page, `${COUNT_OPEN} <= ${before}`, 'Escape closes it');
  await waitFor(page, `(${HAS_FOCUS})(${JSON.stringify(spot)})`, 'Escape gives the focus back');
  assertQuiet(window);
}

/** Looks at each frame: the content policy forbids pages to evaluate a text by themselves. */
async function waitFor(page: Page, isSo: string, what: string): Promise<void> {
  const on = await page.evaluate<string | null>(`new Promise((end) => {
    const latest = performance.now() + ${LOST_MS};
    const look = () => {
      if (${isSo}) end(null);
      else if (performance.now() > latest) end(document.activeElement.outerHTML.slice(0, 200));
      else requestAnimationFrame(look);
    };
    look();
  })`);
  assert.equal(on, null, `It never came that ${what}; the focus is on ${on}`);
}
