import type { Page } from 'playwright-core';

const COUNT = `(() => {
  const key = 'test-clicks';
  sessionStorage.setItem(key, '0');
  addEventListener('click', (event) => {
    if (event.isTrusted && event.detail > 0) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
  }, { capture: true });
})()`;

/**
 * Counts the presses of a pointer from now on, as a person makes them: one on a label counts once, keys do not count.
 * The page is not loaded again meanwhile.
 * @returns the number of presses since the call
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(COUNT);
  return async () => Number(await page.evaluate(`sessionStorage.getItem('test-clicks')`));
}
