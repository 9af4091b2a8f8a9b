import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible } from './support/walk.ts';

const KEYWORD = 'running shoes';
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };
/** What the browser itself says of answers that were refused, and of a network that was cut. */
const ON_PURPOSE = /status of (?:429|404)|WebSocket|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ApiError: The service does not answer/u;
const BUSY = { error: 'Too many requests', message: 'Too many requests: try again in 1 s.', request_id: 'req_busy' };

test('while the service refuses, is slow or cannot be reached', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api } = service;
  const project = await makeProject(api, ['invoicenest.com']);
  await track(service, project, [KEYWORD]);
  const [{ keyword_id: keyword }] = (await api.get(`/api/project-keywords?project_id=${project}`)).body.keywords;
  const { page, context, open, problems } = await openWindow({ url, key: TEST_ADMIN_KEY });
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
      await page.getByText('It is asked again by itself').first().waitFor();
      if (kind === 'grid') await assertLooks(page);
      await page.unroute(asks, refuse);
      await shown.waitFor();
      assert.ok(refusals > 0);
      assert.equal(await page.getByText('It is asked again by itself').count(), 0);
    });
  }

  await t.test('a slow answer is waited for, given up, asked for once more, or left', async () => {
    const held = hold();
    const { grid } = screens;
    await page.route(grid.asks, held.route);
    await page.goto(grid.path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    const strip = page.getByText('Still waiting for an answer of the service.');
    await strip.waitFor();
    await assertLooks(page);
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('You did not wait for this answer.').waitFor();
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
    await page.getByText('Still waiting for the service to do this.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop waiting' }).count(), 0);
    await page.unroute(form.asks, held.route);
    await held.release();
    await page.getByText('Still waiting for the service to do this.').waitFor({ state: 'hidden' });
    assert.equal((await api.get(`/api/projects/${project}`)).body.project.name, 'Slow shop');
  });

  await t.test('without a network a screen keeps what it has, and others come by themselves when it is back', async () => {
    const strip = page.getByText('You are offline.');
    await open(screens.grid.path);
    await context.setOffline(true);
    await strip.waitFor();
    await screens.grid.shown.waitFor();
    // Neither its code nor its answers are there.
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await page.getByText('Not read yet. It comes by itself').waitFor();
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
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByText('This part could not be loaded. Load the page again.').waitFor();
    await assertLooks(page);
    await screens.grid.shown.waitFor();
    await page.unroute('**/console/assets/*.js', miss);
    await open(screens.grid.path);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Usual columns' }).waitFor();
  });

  await t.test('a form keeps what was typed while the service cannot be reached', async () => {
    await open(screens.form.path);
    await page.route(/\/(?:api|health)/u, cut);
    await screens.form.shown.fill('Kept shop');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.getByText('The service does not answer.').waitFor();
    await assertLooks(page);
    await page.unroute(/\/(?:api|health)/u, cut);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'hidden' });
    assert.equal(await screens.form.shown.inputValue(), 'Kept shop');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('The service does not answer.').waitFor({ state: 'hidden' });
    await page.locator('[data-ready]').first().waitFor();
    assert.equal((await api.get(`/api/projects/${project}`)).body.project.name, 'Kept shop');
  });

  assert.deepEqual(
    problems.filter((problem) => !ON_PURPOSE.test(problem)),
    [],
  );
  await context.close();
});

async function cut(route: Route): Promise<void> {
  await route.abort();
}

/** Keeps requests until they are released. */
function hold(): { readonly route: (route: Route) => Promise<void>; readonly release: () => Promise<void> } {
  const held: Route[] = [];
  return {
    route: async (route) => void held.push(route),
    // Those that the page has given up are gone.
    release: async () => void (await Promise.allSettled(held.map(async (route) => await route.continue()))),
  };
}

/** In both themes, on a phone too. */
async function assertLooks(page: Page): Promise<void> {
  await assertAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertLegible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await assertFits(page);
  await page.setViewportSize(WIDE);
}
