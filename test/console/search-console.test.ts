import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitForDays } from '../support/search-console-world.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet } from './support/walk.ts';

const ORGANIZATION = 'org_rankings';
const PHONE = { width: 390, height: 844 };

test('a person connects Search Console, chooses a website and sees its days', { timeout: 300_000 }, async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api, sandbox } = world;
  const { body: twin } = await sandbox.get('/_sandbox/search-console');
  const siteUrl: string = twin.properties.find((one: { site_url: string }) => one.site_url.startsWith('sc-domain:')).site_url;
  const projectId = await makeProject(api, [siteUrl.slice('sc-domain:'.length)], ORGANIZATION);
  const owner = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const path = `/console/p/${projectId}/search-console`;
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });

  await t.test('without a connection it says how to get one, and a refusal at Google says what to do', async () => {
    await owner.open(path);
    await section('1. Account').getByText('/api/search-console/callback').waitFor();
    await assertAccessible(page);
    await sandbox.post('/_sandbox/search-console', { broken: 'denied' });
    await page.getByRole('button', { name: 'Sign in at Google' }).click();
    await page.getByRole('alert').getByText('Access was refused on the page of Google').waitFor();
    await sandbox.post('/_sandbox/search-console', { broken: null });
  });

  await t.test('after signing in at Google the websites are there, that of the project first', async () => {
    await page.getByLabel('Name of the account').fill('Ada at work');
    await page.getByRole('button', { name: 'Sign in at Google' }).click();
    await section('2. Website').getByText(siteUrl).waitFor();
    const lines = (await section('2. Website').innerText()).split('\n').filter((line) => line.trim() !== '');
    assert.ok(lines[1]?.includes(siteUrl.slice('sc-domain:'.length)), lines.join(' | '));
    await section('2. Website').getByText('cannot be read (siteUnverifiedUser)').waitFor();
    await assertAccessible(page);
  });

  await t.test('once a website is chosen its days come, with their states and what Google counted', async () => {
    await page.getByRole('button', { name: `Read ${siteUrl}` }).click();
    await section('Website').getByText(siteUrl).waitFor();
    await waitForDays(world, projectId, 30);
    await page.reload();
    const days = section('Days');
    await days.getByText('Google counts on').first().waitFor();
    await days.getByText('Final').first().waitFor();
    const { body } = await api.get(`/api/projects/${projectId}/search-console/days?limit=5`);
    await days.getByText(body.days[4].day).waitFor();
    await assertAccessible(page);
    await page.setViewportSize(PHONE);
    await assertFits(page);
  });

  await t.test('another kind of search is chosen, and says what it has none of', async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByLabel('Kind of search').selectOption('discover');
    await section('Website').getByText('Discover has no queries, devices and positions').waitFor();
    await waitForDays(world, projectId, 3);
    await owner.open(`/console/p/${projectId}/clicks`);
    await page.getByText('Discover is not counted so').waitFor();
    await page.getByRole('radiogroup', { name: 'Rows' }).getByText('Pages').click();
    const grid = page.getByRole('grid', { name: 'What Google counted' });
    await grid.getByText('https://', { exact: false }).first().waitFor();
    assert.equal(await grid.getByRole('columnheader', { name: 'Average position' }).count(), 0);
    assert.equal(await page.locator('[data-tile="Average position (Google)"]').count(), 0);
    await page.getByRole('button', { name: 'Show today by the hour' }).click();
    await section('Yesterday and today by the hour').getByText('Google still counts all of them', { exact: false }).waitFor();
    await section('Yesterday and today by the hour').getByRole('button', { name: 'Show as table' }).click();
    const { body: counted } = await api.get(`/api/projects/${projectId}/search-console/hours`);
    const rows = section('Yesterday and today by the hour').getByRole('table').getByRole('row');
    assert.equal(await rows.count(), counted.hours.length + 1);
    await assertAccessible(page);
    await owner.open(path);
    await section('Website').getByText(siteUrl).waitFor();
  });

  await t.test('what is wrong with the account is said with one step', async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole('button', { name: 'Choose another' }).click();
    await sandbox.post('/_sandbox/search-console', { broken: 'api_off' });
    await section('1. Account').getByRole('button', { name: 'Test' }).click();
    await section('1. Account').getByRole('alert').getByText('Switch it on at https://console').waitFor();
    await sandbox.post('/_sandbox/search-console', { broken: null });
    await section('1. Account').getByRole('button', { name: 'Test' }).click();
    await section('1. Account').getByRole('alert').waitFor({ state: 'detached' });
  });

  // The page of Google is one of the sandbox.
  assertQuiet(owner, /^outside: http:\/\/127\.0\.0\.1:\d+\/search-console\/o\/oauth2\//u);
});
