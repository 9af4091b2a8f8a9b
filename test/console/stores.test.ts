import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';

const CATEGORY = 'BUSINESS';
const CHART = `platform=store_b&category_id=${CATEGORY}&chart=topselling_free`;
const SCREEN = `/console/stores/store_b/${CATEGORY}`;

test('what people do with the charts of the app stores', async (t) => {
  await ensureConsole();
  const { url, api, app: service, sandbox } = await startTestApp(t);
  const project = await makeProject(api, ['invoicenest.com'], 'org_ours');
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const listTop = async (more = '') => (await api.get(`/api/top-apps?${CHART}&limit=200${more}`)).body.apps;
  const countPaid = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.paid_tasks;
  const readIt = async (button: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await dialog.getByText('Apps, about').waitFor();
    await dialog.getByRole('button', { name: /^Start for \$/u }).click();
    await page.getByRole('region', { name: 'Crawl' }).getByText('completed').waitFor();
  };

  await t.test('a chart that was never read says so, and shows its places after the crawl it offers', async () => {
    await open(SCREEN);
    await page.getByText('was never read').first().waitFor();
    const before = await countPaid();
    await page.getByRole('button', { name: 'Crawl now' }).click();
    await dialog.getByText('Apps, about').waitFor();
    assert.equal(await countPaid(), before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await readIt('Crawl this chart');
    const [first] = await listTop();
    await page.getByRole('row', { name: first.title }).waitFor();
    await page.getByText('The previous week was not read.').waitFor();
  });

  await t.test('a week later changes are those since the week before, and the earlier week can be looked at', async () => {
    const earlier = await listTop();
    await sandbox.post('/_sandbox/clock', { advance_days: 7 });
    await open(SCREEN);
    await readIt('Crawl now');
    const apps = await listTop();
    const before = new Set(earlier.map(({ app_id: id }: { app_id: string }) => id));
    const came = apps.filter(({ app_id: id }: { app_id: string }) => !before.has(id)).length;
    await page.getByText(`${came} new and ${came + earlier.length - apps.length} gone since the previous week`).waitFor();
    await page.getByRole('tab', { name: 'Week by week' }).click();
    await page.getByText('Read in 2 of 8 weeks').waitFor();
    await page.getByRole('tab', { name: 'Places' }).click();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await page.getByRole('row', { name: earlier[0].title }).waitFor();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await page.getByText('Not read this week').waitFor();
    await page.getByRole('button', { name: 'Show the latest reading' }).click();
    await page.getByRole('row', { name: apps[0].title }).waitFor();
  });

  await t.test('the key e saves the list', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    const apps = await listTop();
    assert.equal(lines.length, apps.length + 1);
    assert.ok(lines[1]?.includes(apps[0].title), lines[1]);
  });

  await t.test('an app of the list shows its past, and is tracked after its price', async () => {
    const [first] = await listTop();
    await open(`${SCREEN}?app=${first.app_id}`);
    await dialog.getByText('Rank on Business').first().waitFor();
    await dialog.getByRole('button', { name: 'Track this app' }).click();
    const confirm = page.getByRole('dialog', { name: `Track ${first.title}` });
    await confirm.getByText('Projected cost, 30 days').waitFor();
    assert.deepEqual((await api.get(`/api/apps/tracked?project_id=${project}`)).body.apps, []);
    await confirm.getByRole('button', { name: /^Track for \$/u }).click();
    await dialog.getByText(/^Tracked by /u).waitFor();
    const [tracked] = (await api.get(`/api/apps/tracked?project_id=${project}`)).body.apps;
    assert.deepEqual([tracked.app_id, tracked.platform, tracked.storefront], [first.app_id, 'store_b', 'us']);
  });

  await t.test('an app of another country opens as it is there', async () => {
    const { body } = await api.post('/api/admin/start-crawl', { platform: 'store_b', category_ids: [CATEGORY], storefront: 'de' });
    assert.ok(await service.context.workflows.waitFor(body.run_id, PATIENCE_MS));
    const [german] = await listTop('&storefront=de');
    await open(`${SCREEN}?country=de&app=${german.app_id}`);
    await dialog.getByRole('link', { name: 'Open the app' }).click();
    await page.waitForURL(/\/apps\/store_b\/[^?]+\?.*country=de/u);
    await page.getByRole('heading', { name: german.title }).waitFor();
    await page.getByText('Google Play, Germany').waitFor();
  });

  await t.test('an app is found by words, chosen and tracked, each after its price', async () => {
    await open(`/console/p/${project}/apps`);
    await page.getByRole('button', { name: 'Track an app' }).click();
    await dialog.getByLabel('Name, id').fill('budget');
    await dialog.getByRole('button', { name: /^Search for \$/u }).click();
    const choice = dialog.getByRole('button', { name: /^Choose / }).first();
    await choice.click();
    const { results } = (await api.post('/api/apps/search', { query: 'budget', platform: 'store_a', limit: 20 })).body;
    await dialog.getByRole('button', { name: /^Track for \$/u }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { apps } = (await api.get(`/api/apps/tracked?project_id=${project}`)).body;
    assert.ok(
      apps.some(({ app_id: id, name }: { app_id: string; name: string }) => id === results[0].app_id && name === results[0].title),
      JSON.stringify(apps),
    );
  });

  await t.test('an app that is not tracked offers to be, after its price; one that is offers the end', async () => {
    const { results } = (await api.post('/api/apps/search', { query: 'budget', platform: 'store_a', limit: 20 })).body;
    const other = results[1];
    await api.get(`/api/app-store/lookup?platform=store_a&app_id=${other.app_id}`);
    await open(`/console/p/${project}/apps/store_a/${other.app_id}`);
    await page.getByRole('button', { name: 'Track this app' }).click();
    await dialog.getByText('Projected cost, 30 days').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop tracking' }).count(), 0);
    await dialog.getByRole('button', { name: /^Track for \$/u }).click();
    await page.getByRole('button', { name: 'Stop tracking' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Track this app' }).count(), 0);
  });

  await t.test('an app that is searched for by its name opens, with the names of its lists and no codes', async () => {
    const { apps } = (await api.get(`/api/apps/tracked?project_id=${project}&platform=store_b`)).body;
    const [{ title, app_id: id, ranks }] = apps;
    await open('/console/');
    await page.keyboard.press('/');
    await dialog.getByRole('textbox', { name: 'Search or jump to' }).fill(title);
    await dialog
      .getByRole('option', { name: title })
      .or(dialog.getByRole('button', { name: title }))
      .first()
      .click();
    await page.waitForURL(`**/console/p/${project}/apps/store_b/${id}*`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('definition').or(page.locator('dd')).filter({ hasText: 'Business' }).first().waitFor();
    await open(`/console/p/${project}/apps`);
    assert.equal(ranks[0].category_name, 'Business');
    await page.getByRole('row', { name: title }).getByText('Top free, Business').waitFor();
  });

  await t.test('the key a leads to the steps that add keywords, and the list of keys says so', async () => {
    await open(`/console/p/${project}/keywords`);
    await page.keyboard.press('?');
    await dialog.getByRole('row', { name: 'Add keywords a' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('a');
    await page.waitForURL(/\/console\/p\/proj_\w+\/add/u);
    await page.getByRole('textbox', { name: 'Keywords' }).waitFor();
  });

  assert.deepEqual(problems, []);
  await context.close();
});
