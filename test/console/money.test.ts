import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';

const TILE = '[data-tile="Spent this month"]';
const CHIP = 'header [aria-label^="Spent this month"]';

test('what was spent is the same in the header and on Overview, with all its digits, after each spend', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const project = await makeProject(app.api, ['invoicenest.com']);
  await track(app, project, ['running shoes']);
  const { page, open } = await openWindow({ url: app.url, key: TEST_ADMIN_KEY });
  await open(`/console/p/${project}`);
  const readSpent = async (): Promise<string> => {
    const { cost_usd: usd } = (await app.api.get('/api/me')).body.month;
    const digits = (String(usd).split('.')[1] ?? '').length;
    return `$${Number(usd).toFixed(Math.max(2, digits))}`;
  };
  const seen = new Set<string>();
  for (const keyword of ['trail shoes', 'walking shoes']) {
    await track(app, project, [keyword]);
    const spent = await readSpent();
    seen.add(spent);
    await page.locator(TILE).getByText(spent, { exact: true }).waitFor();
    await page.locator(CHIP).getByText(spent, { exact: true }).waitFor();
  }
  assert.equal(seen.size, 2, 'each check was paid');
});
