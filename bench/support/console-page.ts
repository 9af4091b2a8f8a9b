import type { Page } from 'playwright-core';
import { openWindow, type Window } from '../../test/console/support/chromium.ts';
import type { BenchApp } from './app.ts';
import { median } from './measure.ts';
import { BENCH_KEY } from './process.ts';

const ROUNDS = 10;

/** A clean browser window on the console, signed in unless it is `isOutside`. */
export function openConsole({ app }: BenchApp, { isOutside = false }: { readonly isOutside?: boolean } = {}): Promise<Window> {
  return openWindow({ url: app.url, key: BENCH_KEY, isOutside });
}

interface Action {
  /** Not timed. */
  readonly prepare?: () => Promise<void>;
  readonly act: (round: number) => Promise<void>;
}

/**
 * From the input event to the frame after the next one, as the page sees it: what the driver needs is left out.
 * @returns the median of ten rounds, in milliseconds
 */
export async function timeInPage(page: Page, { prepare, act }: Action): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare?.();
    await page.evaluate(`void (window.lastTime = new Promise((resolve) => {
      const begin = () => { const at = performance.now(); setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - at)))); };
      for (const type of ['pointerdown', 'input']) window.addEventListener(type, begin, { capture: true, once: true });
    }))`);
    await act(round);
    times.push(await page.evaluate<number>('window.lastTime'));
  }
  return median(times);
}
