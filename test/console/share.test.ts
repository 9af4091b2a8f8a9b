import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureConsole, makeWebConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { openWindow, type WindowOptions } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG } from './support/walk.ts';

const PASSWORD = 'open sesame';
const PHONE = 390;
/** Packed, in bytes. */
const SCRIPT_MAX = 110 * 1024;
/** In real time, as shares end. */
const END_DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const SECTIONS = ['overview', 'keywords', 'chart', 'heatmap', 'features', 'pages', 'competitors', 'search_console', 'answers'];
const TITLES = [
  'Overview',
  'Keywords',
  'Positions',
  'Heat map',
  'Result features',
  'Pages',
  'Competitors',
  'Counted by Google',
  'Answers of assistants',
];

/** Every section has its data, or says why not. */
async function waitForSections(page: Page): Promise<void> {
  for (const section of await page.locator('section').all()) await section.and(page.locator('[aria-busy="false"]')).waitFor();
}

/** What a reader sees, without lines of the frame around it. */
async function readText(page: Page): Promise<string> {
  return await page.locator('body').innerText();
}

test('a shared page', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const { api, sandbox, url } = app;
  const world = (await sandbox.get('/_sandbox/world')).body;
  const keywords: string[] = world.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 4)
    .map((keyword: { keyword: string }) => keyword.keyword);
  const [shared, hidden] = [keywords.slice(0, 2), keywords.slice(2)];
  const ours = await makeProject(api, ['invoicenest.com'], 'org_ours');
  const theirs = await makeProject(api, ['ledgerwise.app'], 'org_theirs');
  await track(app, ours, shared);
  await track(app, theirs, hidden);
  const share = async (more: object = {}): Promise<{ id: string; path: string }> => {
    const body = { project_id: ours, name: 'For the client', sections: ['keywords'], ...more };
    const answer = await api.post('/api/shares', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return { id: answer.body.share.id, path: answer.body.path };
  };
  const openReader = async (options: Partial<WindowOptions> = {}) => await openWindow({ url, isOutside: true, ...options });

  await t.test('is read by browsers whose language is none', async () => {
    const { path } = await share({ sections: SECTIONS });
    const reader = await openReader({ language: 'en-US@posix' });
    await reader.open(path);
    await reader.page
      .getByText(shared[0] ?? '')
      .first()
      .waitFor();
    assertQuiet(reader);
    await reader.context.close();
  });

  await t.test('shows the keywords of its project and nothing of another one', async () => {
    const { path } = await share({
      sections: SECTIONS,
      range: 'free',
      compare: 'previous',
      allow_csv: true,
    });
    for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', width: PHONE }] as const) {
      const reader = await openReader(options);
      await reader.open(path);
      await waitForSections(reader.page);
      const text = await readText(reader.page);
      for (const keyword of shared) assert.ok(text.includes(keyword), keyword);
      for (const keyword of hidden) assert.equal(text.includes(keyword), false, keyword);
      assert.deepEqual(await reader.page.locator('h2').allInnerTexts(), TITLES);
      assertQuiet(reader);
      await assertAccessible(reader.page);
      await assertFits(reader.page);
      await reader.context.close();
    }
  });

  await t.test('loads at most 110 KiB of script', async () => {
    const { path } = await share();
    const page = await (await fetch(url + path)).text();
    const built = makeWebConsole();
    const files = await Promise.all(
      [...page.matchAll(/"\/console\/(assets\/[\w-]+\.js)"/gu)].map(async ([, name = '']) => await built.findFile(name)),
    );
    assert.ok(files.length > 1);
    const packed = files.reduce((sum, file) => sum + (file?.gzip.length ?? Number.NaN), 0);
    assert.ok(packed <= SCRIPT_MAX, `${(packed / 1024).toFixed(1)} KiB`);
  });

  await t.test('shows each chart as a table too, gives CSV, and keeps the chosen days in the address', async () => {
    const { path } = await share({ sections: ['overview'], range: 'free', allow_csv: true });
    const reader = await openReader();
    await reader.open(path);
    await waitForSections(reader.page);
    await reader.page.getByRole('button', { name: 'Show as table' }).first().click();
    await reader.page.getByRole('region', { name: 'Share of voice' }).getByRole('columnheader', { name: 'Day' }).waitFor();
    await reader.page.getByRole('button', { name: '7 d', exact: true }).click();
    await reader.page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/u);
    await waitForSections(reader.page);
    const link = await reader.page.getByRole('link', { name: 'Overview as CSV' }).getAttribute('href');
    const [head = '', ...days] = (await (await reader.context.request.get(url + link)).text()).trim().split('\r\n');
    assert.match(head, /^\uFEFF?date,/u);
    assert.equal(days.length, 7);
    assertQuiet(reader);
    await reader.context.close();
  });

  await t.test('with a password it says nothing before it is given', async () => {
    const { path } = await share({ name: 'A secret name', password: PASSWORD });
    const reader = await openReader();
    await reader.open(path);
    const { page } = reader;
    assert.equal((await readText(page)).includes('A secret name'), false);
    await assertAccessible(page);
    await page.getByLabel('Password').fill('open barley');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'A secret name' }).waitFor();
    await page.getByText(shared[0] ?? '', { exact: true }).waitFor();
    await page.reload();
    await page.getByText(shared[0] ?? '', { exact: true }).waitFor();
    await reader.context.close();
  });

  await t.test('a wrong token and a revoked one say the same', async () => {
    const { id, path } = await share();
    const reader = await openReader();
    await reader.open(path);
    await waitForSections(reader.page);
    assert.equal((await api.delete(`/api/shares/${id}`)).status, 200);
    const said: string[] = [];
    for (const address of [path, `${path.slice(0, -1)}_`]) {
      await reader.open(address);
      await reader.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
      said.push(await readText(reader.page));
      await assertAccessible(reader.page);
    }
    assert.equal(said[0], said[1]);
    await reader.context.close();
  });

  await t.test('is framed by the hosts of its share and by no others', async () => {
    const readPolicy = async (path: string): Promise<string | null> => (await fetch(url + path)).headers.get('content-security-policy');
    const { path } = await share({ frame_hosts: ['client.example.com'] });
    assert.match((await readPolicy(path)) ?? '', /frame-ancestors client\.example\.com$/u);
    assert.match((await readPolicy((await share()).path)) ?? '', /frame-ancestors 'none'$/u);
    assert.match((await readPolicy('/share/nothing')) ?? '', /frame-ancestors 'none'$/u);
  });

  await t.test('takes three clicks from a screen of the project to the copied link', async () => {
    const owner = await openWindow({ url, key: TEST_ADMIN_KEY, height: 900 });
    const { page, context } = owner;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.open(`/console/p/${ours}`);
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const create = page.getByRole('button', { name: 'Create link' });
    await create.waitFor();
    const { y = 0, height = 0 } = (await create.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height <= 900, `the button ends at ${y + height} px of 900`);
    await create.click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').first().waitFor();
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), link);
    assert.ok((await clicks()) <= 3, `${await clicks()} clicks`);
    assertQuiet(owner);
    await context.close();
    const reader = await openReader();
    await reader.open(new URL(link).pathname);
    await waitForSections(reader.page);
    assert.deepEqual(await reader.page.locator('h2').allInnerTexts(), ['Overview', 'Keywords']);
    await reader.context.close();
  });

  await t.test('tells the rows of a keyword apart on a phone, without scrolling sideways', async () => {
    const { path } = await share();
    const reader = await openReader({ width: PHONE });
    await reader.open(path);
    await waitForSections(reader.page);
    const { page } = reader;
    const firsts = await page.locator('section tbody tr td:first-child').allInnerTexts();
    assert.equal(new Set(firsts).size, firsts.length, firsts.join(' / '));
    for (const first of firsts) assert.match(first, /desktop|mobile/u);
    assert.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth + 1).length`),
      0,
    );
    await assertFits(page);
    await reader.context.close();
  });

  await t.test('is made in the console with a filter, an end and hosts that may frame it', async () => {
    const owner = await openWindow({ url, key: TEST_ADMIN_KEY });
    const { page } = owner;
    const dialog = page.getByRole('dialog');
    await owner.open(`/console/p/${ours}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByLabel('Title').fill('Phones only');
    await dialog.getByRole('button', { name: 'More options' }).click();
    await dialog.getByRole('combobox', { name: 'Device' }).selectOption({ label: 'Mobile' });
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await dialog.getByText('Overview cannot be filtered by language', { exact: true }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Create link' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: 'Overview' }).uncheck();
    await dialog.getByLabel('Expires after (UTC)').fill(END_DAY);
    await dialog.getByLabel('Sites that can embed it').fill('Client.example.com, *.example.org');
    await assertAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    const [made] = (await api.get(`/api/shares?project_id=${ours}`)).body.shares;
    assert.deepEqual(
      [made.name, made.sections, made.filter, made.expires_at, made.frame_hosts],
      [
        'Phones only',
        ['keywords'],
        { device: 'mobile', language_code: 'de' },
        `${END_DAY}T23:59:59.000Z`,
        ['client.example.com', '*.example.org'],
      ],
    );
    assertQuiet(owner);
    await owner.context.close();
    const reader = await openReader();
    await reader.open(new URL(link).pathname);
    await waitForSections(reader.page);
    const text = await readText(reader.page);
    for (const keyword of shared) assert.equal(text.includes(keyword), false, keyword);
    await reader.context.close();
  });

  await t.test('is changed in the console for those who have its link', async () => {
    const { id, path } = await share({ name: 'Old title', password: PASSWORD, range: 'free', days: 14 });
    const tag = (await api.post('/api/tags', { project_id: ours, name: 'Brand' })).body.tag;
    const owner = await openWindow({ url, key: TEST_ADMIN_KEY });
    const { page } = owner;
    const dialog = page.getByRole('dialog');
    await owner.open(`/console/p/${ours}/settings`);
    await page.getByRole('button', { name: 'Change the link Old title' }).click();
    assert.equal(await dialog.getByRole('combobox', { name: 'Default period' }).inputValue(), '14');
    await dialog.getByLabel('Title').fill('New title');
    await dialog.getByRole('switch', { name: 'Remove the password' }).check();
    await dialog.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Brand' });
    await dialog.getByLabel('Expires after (UTC)').fill(END_DAY);
    // What lies behind is half covered by it, and is judged on its own screen.
    await assertAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: 'New title' })
      .getByText(/until .*, 23:59/u)
      .waitFor();
    const { share: changed } = (await api.get(`/api/shares/${id}`)).body;
    assert.deepEqual([changed.filter, changed.has_password, changed.days], [{ tag: tag.id }, false, 14]);
    assertQuiet(owner);
    await owner.context.close();
    const reader = await openReader();
    await reader.open(path);
    await waitForSections(reader.page);
    await reader.page.getByRole('heading', { name: 'New title' }).waitFor();
    // No keyword has the tag.
    for (const keyword of shared) assert.equal((await readText(reader.page)).includes(keyword), false, keyword);
    await reader.context.close();
  });
});
