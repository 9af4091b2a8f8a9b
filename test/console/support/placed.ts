import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { WalkedScreen } from './walk.ts';

/**
 * A screen says where it is: its entry of the sidebar is lit, or that of the screen which leads to it, and then a trail leads back.
 * What has no entry lights none.
 */
export async function assertPlaced(page: Page, asked: WalkedScreen, screens: readonly WalkedScreen[]): Promise<void> {
  const { pathname } = new URL(page.url());
  const isShown = ({ path }: WalkedScreen): boolean =>
    new RegExp(`^/console${path.replaceAll(/\$\w+/gu, '[^/]+').replace(/\/$/u, '')}/?$`, 'u').test(pathname);
  // A screen can lead on to another one at once.
  const screen = isShown(asked) ? asked : (screens.find(isShown) ?? asked);
  const parent = screens.find(({ name }) => name === screen.parent);
  const lit = page.getByRole('navigation', { name: 'Screens' }).locator('a.sidebar-link[aria-current]');
  const shown = parent ?? screen;
  const hasEntry = shown.group !== 'none';
  assert.deepEqual(await lit.allTextContents(), hasEntry ? [shown.title] : [], `${screen.name}: the entry that is lit`);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  assert.deepEqual(
    await trail.getByRole('listitem').allTextContents(),
    parent === undefined ? [] : [parent.title, screen.title],
    `${screen.name}: the trail`,
  );
  if (parent === undefined) return;
  const href = await trail.getByRole('link', { name: parent.title }).getAttribute('href');
  const pattern = new RegExp(`^/console${parent.path.replaceAll(/\$\w+/gu, '[^/]+')}/?(\\?|$)`, 'u');
  assert.match(href ?? '', pattern, `${screen.name}: the way back`);
}
