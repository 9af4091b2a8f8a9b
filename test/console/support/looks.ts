import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, assertLegible, assertListsFit, settle } from './walk.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };

/** A part of a page is accessible, legible in the dark too, and fits a telephone; the window is wide afterwards. */
export async function assertLooks(page: Page, part = 'main'): Promise<void> {
  await assertAccessible(page, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertLegible(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await settle(page);
  await assertFits(page);
  await assertListsFit(page);
  await page.setViewportSize(WIDE);
}
