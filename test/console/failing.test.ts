import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { IS_WHOLE, takeTurns } from '../support/test-width.ts';
import { openWindow } from './support/browser.ts';
import { cut, hold } from './support/requests.ts';
import { assertAccessible, assertFits, assertLegible, assertQuiet } from './support/walk.ts';

/** Longer than an answer is taken as new. */
const STALE_MS = 15_000;
const KEYWORD = 'running shoes';
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };
/** What the browser itself says of answers that were refused, and of a network that was cut. */
const ON_PURPOSE = /status of (?:429|404)|WebSocket|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ApiError: The service is not responding/u;
const BUSY = { error: 'Too many requests', message: 'Too many requests: try again in 1 s.', request_id: 'req_busy' };

test('while the service refuses, is slow or cannot be reached', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api } = service;
  const project = await makeProject(api, ['invoicenest.com']);
  await track(service, project, [KEYWORD]);
  const [{ keyword_id: keyword }] = (await api.get(`/api/project-keywords?project_id=${project}`)).body.keywords;
  const window = await openWindow({ url, key: TEST_ADMIN_KEY });
  const { page, context, open } = window;
  /** One of each kind: its address, what its answers come from, and what it shows when they are there. */
  const screens = {
    grid: {
      path: `/console/p/${project}/keywords`,
      asks: '**/api/rankings/grid?**',
      shown: page.getByRole('row', { name: new RegExp(KEYWORD, 'u') }).first(),
    },
    list: { path: '/console/ops/jobs', asks: '**/api/jobs**', shown: page.getByRole('row').nth(1) },
    detail: {
      path: `/console/p/${project}/keywords/${keyword}`,
      asks: '**/api/rankings/**',
      shown: page.getByRole('heading', { name: KEYWORD }),
    },
    form: {
      path: `/console/p/${project}/settings`,
      asks: `**/api/projects/${project}`,
      shown: page.getByRole('textbox', { name: /^Name/u }).first(),
    },
  };

  for (const [kind, { path, asks, shown }] of Object.entries(screens)) {
    await t.test(`${kind}: says when a refused answer is asked for again, and does it by itself`, async () => {
      let refusals = 0;
      const refuse = async (route: Route): Promise<void> => {
        refusals += 1;
        await route.fulfill({ status: 429, json: BUSY, headers: { 'retry-after': '1' } });
      };
      await page.route(asks, refuse);
      await page.goto(path);
      await page.getByText('Retrying').first().waitFor();
      if (kind === 'grid') await assertLooks(page);
      await page.unroute(asks, refuse);
      await shown.waitFor();
      assert.ok(refusals > 0);
      assert.equal(await page.getByText('Retrying').count(), 0);
    });
  }

  await t.test('a slow answer is waited for, given up, asked for once more, or left', async () => {
    const held = hold();
    const { grid } = screens;
    await page.route(grid.asks, held.route);
    await page.goto(grid.path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    const strip = page.getByText('Still waiting for the service.');
    await strip.waitFor();
    await assertLooks(page);
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('You stopped waiting for this answer.').waitFor();
    assert.equal(await strip.count(), 0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await strip.waitFor();
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
    await strip.waitFor({ state: 'hidden' });
    await page.unroute(grid.asks, held.route);
    await held.release();
    await open(grid.path);
    await grid.shown.waitFor();
  });

  await t.test('a slow change is waited for, and cannot be given up', async () => {
    const held = hold();
    const { form } = screens;
    await open(form.path);
    await page.route(form.asks, held.route);
    await form.shown.fill('Slow shop');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Still working on it.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop waiting' }).count(), 0);
    await page.unroute(form.asks, held.route);
    await held.release();
    await page.getByText('Still working on it.').waitFor({ state: 'hidden' });
    assert.equal((await api.get(`/api/projects/${project}`)).body.project.name, 'Slow shop');
  });

  await t.test('without a network a screen keeps what it has, and others come by themselves when it is back', async () => {
    const strip = page.getByText('You are offline.');
    await open(screens.grid.path);
    await context.setOffline(true);
    await strip.waitFor();
    await screens.grid.shown.waitFor();
    // Neither its code nor its answers are there.
    await page.getByRole('button', { name: 'Operations' }).click();
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await page.getByText('Not loaded yet. It loads automatically').waitFor();
    await assertLooks(page);
    await page.getByRole('link', { name: 'Keywords', exact: true }).click();
    await screens.grid.shown.waitFor();
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Dead letters', level: 1 }).waitFor();
    await strip.waitFor({ state: 'hidden' });
  });

  await t.test('a part whose code cannot be loaded says so, and the screen around it stays', async () => {
    await open(screens.grid.path);
    const miss = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'Not found' });
    await page.route('**/console/assets/*.js', miss);
    await page.getByRole('button', { name: 'More of Keywords' }).click();
    await page.getByText('This part could not be loaded. Reload the page.').waitFor();
    await assertLooks(page);
    await screens.grid.shown.waitFor();
    await page.unroute('**/console/assets/*.js', miss);
    await open(screens.grid.path);
    await page.getByRole('button', { name: 'More of Keywords' }).click();
    await page.getByRole('menuitem', { name: /^Columns/u }).click();
    await page.getByRole('button', { name: 'Default columns' }).waitFor();
  });

  await t.test('a form keeps what was typed while the service cannot be reached', async () => {
    await page.clock.install();
    await open(screens.form.path);
    await page.route(/\/(?:api|health)/u, cut);
    await screens.form.shown.fill('Kept shop');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('The service is unreachable.').waitFor();
    await page.getByText('The service is not responding.').waitFor();
    await assertLooks(page);
    // What the form was made of is asked for again meanwhile, and cannot be read.
    const asked = page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith(`/api/projects/${project}`) });
    await page.clock.fastForward(STALE_MS);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await asked;
    await page.unroute(/\/(?:api|health)/u, cut);
    await page.getByText('The service is unreachable.').waitFor({ state: 'hidden' });
    assert.equal(await screens.form.shown.inputValue(), 'Kept shop');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Settings saved').first().waitFor();
    await page.getByText('The service is not responding.').waitFor({ state: 'hidden' });
    await page.locator('[data-ready]').first().waitFor();
    assert.equal((await api.get(`/api/projects/${project}`)).body.project.name, 'Kept shop');
  });

  assertQuiet(window, ON_PURPOSE);
  await context.close();
  await t.test('a shared page', async (shared) => await readSharedPage(shared, service, project));
});

/** What a shared page asks for: itself first, and then each of its sections. */
const ASKED = { page: /\/api\/public\/shares\/[\w-]+$/u, section: '**/api/public/shares/*/data?**' } as const;
/** Statuses and headers. */
const REFUSALS = [
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': '1' }],
  [503, {}],
] as const;
const AGAIN = 'Retrying';

/** Readers of a shared page meet the same as people of the console do. */
async function readSharedPage(t: TestContext, { url, api }: TestApp, project: string): Promise<void> {
  const body = { project_id: project, name: 'For the client', sections: ['keywords'], range: 'free' };
  const { share, path } = (await api.post('/api/shares', body)).body;
  const reader = await openWindow({ url, isOutside: true });
  const { page, context } = reader;
  const shown = page.getByText(KEYWORD, { exact: true });
  const chooseDays = async (days: number): Promise<void> => await page.getByRole('button', { name: `${days} d`, exact: true }).click();

  for (const [at, [part, asks]] of Object.entries(ASKED).entries()) {
    // Each of them once, or with each part.
    for (const [status, headers] of REFUSALS.filter((_one, turn) => IS_WHOLE || turn % 2 === at)) {
      const isByItself = 'retry-after' in headers;
      await t.test(`${part}: ${status} is asked for again ${isByItself ? 'by itself' : 'by a press'}`, async () => {
        const refuse = async (route: Route): Promise<void> => await route.fulfill({ status, json: BUSY, headers });
        await page.route(asks, refuse);
        await page.goto(path);
        await page.getByText('Too many requests: try again in 1 s.').waitFor();
        if (isByItself) await page.getByText(AGAIN).waitFor();
        if (part === 'section') await assertLooks(page);
        await page.unroute(asks, refuse);
        if (!isByItself) await page.getByRole('button', { name: 'Try again' }).click();
        await shown.waitFor();
        assert.equal(await page.getByRole('alert').count(), 0);
      });
    }
    await t.test(`${part}: a slow answer is waited for, given up and asked for once more`, async () => {
      const held = hold();
      await page.route(asks, held.route);
      await page.goto(path);
      await page.getByRole('status', { name: 'Loading' }).waitFor();
      const strip = page.getByText('Still waiting for the service.');
      await strip.waitFor();
      await assertLooks(page);
      await page.getByRole('button', { name: 'Stop waiting' }).click();
      await page.getByText('You stopped waiting for this answer.').waitFor();
      assert.equal(await strip.count(), 0);
      await page.unroute(asks, held.route);
      await page.getByRole('button', { name: 'Try again' }).click();
      await shown.waitFor();
      await held.release();
    });
  }

  await t.test('without a network it keeps what it has, and what was asked for comes when it is back', async () => {
    const strip = page.getByText('You are offline.');
    await context.setOffline(true);
    await strip.waitFor();
    await chooseDays(7);
    await assertLooks(page);
    await shown.waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    const read = page.waitForResponse((answer) => answer.url().includes('/data?') && answer.ok());
    await context.setOffline(false);
    await read;
    await strip.waitFor({ state: 'hidden' });
  });

  await t.test('a service that cannot be reached is said once, and read when it is back', async () => {
    await page.route(/\/(?:api|health)/u, cut);
    await page.goto(path);
    await page.getByText('The service is unreachable.').waitFor();
    await page.getByText('Not loaded yet. It loads automatically').waitFor();
    await assertLooks(page);
    await page.unroute(/\/(?:api|health)/u, cut);
    await shown.waitFor();
  });

  await t.test('a password that is set while it is open is asked for', async () => {
    assert.equal((await api.put(`/api/shares/${share.id}`, { password: 'open sesame' })).status, 200);
    await chooseDays(90);
    await page.getByLabel('Password').fill('open sesame');
    await page.route('**/unlock', refuseOnce);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('You can try again in').waitFor();
    await assertLooks(page);
    await page.getByRole('button', { name: 'Open' }).click();
    await shown.waitFor();
  });

  await t.test('when it ends while it is open it says so', async () => {
    const end = { expires_at: new Date(Date.now() + 1000).toISOString() };
    assert.equal((await api.put(`/api/shares/${share.id}`, end)).status, 200);
    while ((await fetch(new URL(path.replace('/share/', '/api/public/shares/'), url))).ok);
    await chooseDays(7);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await assertLooks(page);
  });

  assertQuiet(reader, new RegExp(`${ON_PURPOSE.source}|status of (?:403|503)`, 'u'));
  await context.close();
}

async function refuseOnce(route: Route): Promise<void> {
  await route.fulfill({ status: 429, json: BUSY, headers: { 'retry-after': '1' } });
  await route.request().frame().page().unroute('**/unlock', refuseOnce);
}

let looks = 0;

/** In both themes, or the one whose turn it is; on a phone too. */
async function assertLooks(page: Page): Promise<void> {
  looks += 1;
  const themes = takeTurns(['light', 'dark'], looks);
  if (themes.includes('light')) await assertAccessible(page);
  if (themes.includes('dark')) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(PHONE);
  await assertFits(page);
  await page.setViewportSize(WIDE);
}
