import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible, DIALOG } from './support/walk.ts';

const DAY_MS = 86_400_000;
/** What the browser itself says of a session that ended on purpose, and of a network that was cut. */
const ON_PURPOSE = /status of 401|WebSocket|ERR_INTERNET_DISCONNECTED/u;

/** Presses of Tab from the address to the screen, over the header and a folded sidebar with a project. */
const STOPS_MOST = 34;

test('what is around every screen', async (t) => {
  await ensureConsole();
  const { url, api, sandbox } = await startTestApp(t);
  const project = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_frame' })).body.project_id as string;
  const window = await openWindow({ url, key: TEST_ADMIN_KEY });
  const { page, context, open, problems } = window;
  const dialog = page.getByRole('dialog');
  /** What the focus is on; the page itself counts as nothing. */
  const readFocus = async (): Promise<string> =>
    await page.evaluate("document.activeElement === document.body ? '' : document.activeElement?.textContent ?? ''");

  await t.test('Tab goes over the frame into the screen; keys open screens, and lists that give the focus back', async () => {
    await open('/console/');
    const stops: string[] = [];
    const isInside = async (): Promise<boolean> => await page.evaluate("document.querySelector('main').contains(document.activeElement)");
    while (stops.length < 60 && !(await isInside())) {
      await page.keyboard.press('Tab');
      stops.push(await readFocus());
    }
    assert.match(stops[0] ?? '', /Skip to the screen/u);
    assert.ok(stops.some((stop) => stop.includes('Operations')) && (await isInside()), stops.join(', '));
    assert.ok(stops.length <= STOPS_MOST, `${stops.length}: ${stops.join(', ')}`);
    const button = page.getByRole('button', { name: 'Search or jump to' });
    await button.focus();
    await page.keyboard.press('?');
    await dialog.getByText('Fold the sidebar').waitFor();
    await assertAccessible(page, DIALOG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('button:focus', { hasText: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Enter');
    const typed = dialog.getByRole('textbox', { name: 'Search or jump to' });
    await typed.fill('queu');
    await dialog
      .getByRole('option', { name: /^Queues/u })
      .or(dialog.getByRole('button', { name: /^Queues/u }))
      .waitFor();
    await assertAccessible(page, DIALOG);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page, DIALOG);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('button:focus', { hasText: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Control+k');
    await typed.fill('queu');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/ops/queues');
    await page.getByRole('heading', { name: 'Queues' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL('**/console/domains');
    assert.deepEqual(problems, []);
  });

  await t.test('a group of the sidebar opens at a press, stays as it was left, and all of it is in sight', async () => {
    await open(`/console/p/${project}`);
    const group = page.getByRole('button', { name: 'Operations' });
    const queues = page.getByRole('link', { name: 'Queues' });
    assert.equal(await queues.count(), 0);
    await group.press('Enter');
    await queues.waitFor();
    await page.reload();
    await queues.waitFor();
    assert.equal(await group.getAttribute('aria-expanded'), 'true');
    await queues.click();
    await page.getByRole('heading', { name: 'Queues', level: 1 }).waitFor();
    await group.click();
    await queues.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Fold the sidebar' }).click();
    await page.getByRole('button', { name: 'Unfold the sidebar' }).click();
    const [needed, room] = await page.evaluate<[number, number]>(
      "(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])(document.querySelector('nav').parentElement)",
    );
    assert.ok(needed <= room, `the sidebar needs ${needed} px of ${room}`);
    await assertAccessible(page);
    assert.deepEqual(problems, []);
  });

  await t.test('the choice of days is no wider than a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`/console/p/${project}`);
    await page.getByRole('button', { name: /^Days/u }).click();
    await dialog.getByLabel('From').waitFor();
    await assertFits(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('the strip of the simulated world lets a day pass, and a week', async () => {
    await open('/console/');
    for (const [days, name] of [
      [1, '+1 d: let 1 day pass'],
      [7, '+7 d: let 7 days pass'],
    ] as const) {
      const readNow = async (): Promise<number> => Date.parse((await sandbox.get('/_sandbox/clock')).body.now);
      const before = await readNow();
      await page.getByRole('button', { name }).click();
      await page.getByText(days === 1 ? '1 day passed' : '7 days passed').waitFor();
      const passed = (await readNow()) - before;
      assert.ok(passed >= days * DAY_MS && passed < (days + 1) * DAY_MS, `${passed} ms`);
      const day = new Date(await readNow()).toLocaleDateString('en-US', {
        timeZone: 'UTC',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
      });
      await page.getByText(`Simulated world, ${day}`).waitFor();
    }
    assert.deepEqual(problems, []);
  });

  await t.test('without a network the screen stays and says so, and goes on by itself', async () => {
    const strip = page.getByText('You are offline.');
    await context.setOffline(true);
    await strip.waitFor();
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await assertAccessible(page);
    await context.setOffline(false);
    await strip.waitFor({ state: 'hidden' });
  });

  await t.test('another version of the console is offered, and taken by a press', async () => {
    const entry = /\/console\/$/u;
    await page.route(entry, async (route) => {
      if (route.request().isNavigationRequest()) return await route.continue();
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/assets\/console-[\w-]+\.js/gu, 'assets/console-newer.js');
      return await route.fulfill({ response: answer, body });
    });
    await open('/console/domains');
    const strip = page.getByText('A new version of the console is available.');
    await strip.waitFor();
    await assertAccessible(page);
    await page.unroute(entry);
    await page.getByRole('button', { name: 'Reload' }).click();
    await strip.waitFor({ state: 'hidden' });
    await page.locator('[data-ready]').first().waitFor();
    assert.equal(await strip.count(), 0);
  });

  await t.test('when the session ends, signing in over the screen goes on with what was asked, and nothing typed is lost', async () => {
    await open(`/console/p/${project}/settings`);
    const name = page.getByRole('textbox', { name: /^Name/u }).first();
    await name.fill('Half a na');
    await context.request.delete(`${url}/api/session`, { headers: { origin: url } });
    await page.getByLabel('Name of a new tag').fill('spring');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Your session has ended').waitFor();
    await assertAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Sign in with an API key' }).click();
    await dialog.getByLabel('API key').fill('slk_wrong');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('API key').fill(TEST_ADMIN_KEY);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByLabel('Name of tag spring').waitFor();
    assert.equal(await name.inputValue(), 'Half a na');
    const { tags } = (await api.get(`/api/tags?project_id=${project}`)).body;
    assert.deepEqual(
      tags.map((tag: { name: string }) => tag.name),
      ['spring'],
    );
  });

  assert.deepEqual(
    problems.filter((problem) => !ON_PURPOSE.test(problem)),
    [],
  );
  await context.close();
});
