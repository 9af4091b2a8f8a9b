import type { SignedIn } from '../../support/people-world.ts';
import { openWindow, type Window } from './browser.ts';

/** A window in which a person is signed in. */
export async function openAs(url: string, { cookie }: Pick<SignedIn, 'cookie'>): Promise<Window> {
  const window = await openWindow({ url });
  const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
  await window.context.addCookies([{ name, value, url }]);
  return window;
}

/** The entries of the sidebar, all groups open. */
export async function readSidebar({ page }: Window): Promise<readonly string[]> {
  const sidebar = page.getByRole('navigation', { name: 'Screens' });
  const folded = sidebar.locator('button[aria-expanded=false]');
  for (let left = await folded.count(); left > 0; left = await folded.count()) await folded.first().click();
  return await sidebar.locator('a.sidebar-link').allInnerTexts();
}
