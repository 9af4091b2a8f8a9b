import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { countCalls, getTruth, makeProject, track, trueRank } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertLegible, DIALOG } from './support/walk.ts';

const KEYWORDS = ['buy running shoes', 'running shoes', 'trail shoes'];

test('work on the keywords of a project', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api } = service;
  const truth = await getTruth(service, 'running shoes');
  const rival = truth.find(({ type }) => type === 'organic')?.domain ?? '';
  const project = await makeProject(api, ['invoicenest.com', rival]);
  await track(service, project, KEYWORDS);
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const press = async (name: string | RegExp): Promise<void> => await page.getByRole('button', { name }).click();
  const select = async (keyword: string): Promise<void> =>
    await page.getByRole('checkbox', { name: `Select ${keyword}`, exact: true }).click();
  const readTracked = async (): Promise<string[]> => {
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${project}`)).body;
    return keywords.map((keyword: { keyword_text: string }) => keyword.keyword_text).toSorted();
  };
  /** Both themes, for what only a press shows. */
  const assertAccessibleInBoth = async (part = DIALOG): Promise<void> => {
    await assertAccessible(page, part);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page, part);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  await t.test('the first j moves to the first row, and ? lists what keys do in the list', async () => {
    await open(`/console/p/${project}/keywords`);
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
    await page.keyboard.press('j');
    const active = await page.getByRole('grid').getAttribute('aria-activedescendant');
    assert.match(active ?? '', /-0$/u);
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    for (const label of ['Next row', 'Previous row', 'Select the row', 'Open the row'])
      await page.getByRole('dialog').getByText(label, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('selected keywords get a new tag after its price, and the list is narrowed to it', async () => {
    await open(`/console/p/${project}/keywords`);
    await select('running shoes');
    await select('trail shoes');
    await page.getByText('3 of 3, 2 selected').waitFor();
    await press('Edit');
    await dialog.getByLabel('Add tags').fill('spring');
    await page.keyboard.press('Enter');
    await assertAccessibleInBoth();
    await dialog.getByRole('button', { name: 'Review the price' }).click();
    await dialog.getByText('Price now').waitFor();
    await assertAccessibleInBoth();
    await dialog.getByRole('button', { name: /^Change for \$0/u }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /trail shoes/u })
      .getByText('spring')
      .waitFor();
    assert.equal((await api.get(`/api/tags?project_id=${project}`)).body.tags[0].keywords, 2);
  });

  await t.test('many are checked at once, for a price that is shown before anything is called', async () => {
    await press('Select all 3 that match');
    const before = await countCalls(service);
    await press('Check now');
    await dialog.getByRole('button', { name: /^Check now for \$0\.0*[1-9]/u }).waitFor();
    assert.equal(await countCalls(service), before);
    await dialog.getByRole('button', { name: /^Check now for/u }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await countCalls(service), before + KEYWORDS.length);
    await page.getByText('3 of 3', { exact: true }).waitFor();
  });

  await t.test('a check that a budget forbids is not called done: the dialog stays, and says why', async () => {
    const before = await countCalls(service);
    await select('trail shoes');
    await press('Check now');
    const check = dialog.getByRole('button', { name: /^Check now for/u });
    await check.waitFor();
    // The money goes between the price and the press.
    await api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    await check.click();
    await dialog
      .getByRole('alert')
      .getByText(/^Budget exceeded/u)
      .waitFor();
    await assertAccessibleInBoth();
    assert.equal(await countCalls(service), before);
    await page.keyboard.press('Escape');
    await press('Clear');
    await api.put('/api/admin/config', { budgets: { daily_usd: 50 } });
  });

  await t.test('a check that fails is said to have failed, and stands in the history and on the chart with its reason', async () => {
    await service.sandbox.post('/_sandbox/faults', { match: 'serp', kind: 'http_403' });
    await select('trail shoes');
    await press('Check now');
    await dialog.getByRole('button', { name: /^Check now for/u }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Failed: .*403/u)
      .waitFor();
    assert.equal(await page.getByText(/: done$/u).count(), 0);
    await assertAccessibleInBoth();
    await page.keyboard.press('Escape');
    await press('Clear');
    await service.sandbox.post('/_sandbox/faults', {});
    const { failures } = (await api.get(`/api/rankings/failures?project_id=${project}`)).body;
    assert.deepEqual(
      failures.map(({ keyword }: { keyword: string }) => keyword),
      ['trail shoes'],
    );
    await open(`/console/p/${project}/keywords/${failures[0].keyword_id}`);
    const failed = page.getByRole('list', { name: 'Failed checks' });
    await failed.getByText(failures[0].error).waitFor();
    await page.getByText(`The check of`).first().waitFor();
    const checks = page.getByRole('grid', { name: 'Checks of this keyword' });
    await checks.getByText(failures[0].error).waitFor();
    // The good check of the same day stays beside it.
    await checks.getByRole('link').first().waitFor();
    await assertAccessibleInBoth('main');
    // Looked at again it is good, and the failure stays in the history.
    await press('Check again');
    await dialog.getByRole('button', { name: /^Check now for/u }).click();
    await page.getByText('Check 1 keyword now: done').waitFor();
    await failed.getByText(failures[0].error).waitFor();
    await open(`/console/p/${project}/keywords`);
  });

  await t.test('competitors have columns that say how each position was read, and choose rows', async () => {
    await page.getByRole('button', { name: 'Competitors', exact: true, pressed: false }).click();
    await page.getByRole('columnheader', { name: rival }).waitFor();
    const place = trueRank(truth, rival);
    const row = page.getByRole('row', { name: /Select running shoes/u });
    const mark = row.getByRole('img', {
      name: new RegExp(`^Position ${place}, read .*, \\d+ results deep, by DataForSEO, for \\$0\\.0`, 'u'),
    });
    await mark.first().waitFor();
    await press('Filters');
    await page.getByLabel('Its position to').fill(String(place));
    await page.waitForURL(/vs=.*/u);
    await page.getByText(`${rival} ..${place}`).waitFor();
    await assertAccessibleInBoth();
    await page.keyboard.press('Escape');
    await row.waitFor();
    await page.reload();
    await page.getByText(`${rival} ..${place}`).waitFor();
    await row.waitFor();
    await page.getByRole('button', { name: 'Competitors', exact: true, pressed: true }).click();
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: rival }).waitFor({ state: 'hidden' });
  });

  await t.test('a view keeps filters under a name, opens with the screen when it is the default, and is deleted', async () => {
    await page.getByLabel('Filter keywords').fill('trail');
    await page.waitForURL(/q=trail/u);
    await page.keyboard.press('Escape');
    await press('Views');
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await dialog.getByLabel('Name').fill('Trails');
    await dialog.getByLabel('Open the screen with this view').check();
    await assertAccessibleInBoth();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open(`/console/p/${project}/keywords`);
    await page.waitForURL(/q=trail/u);
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await press('Clear filters');
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await press('Views');
    await page.getByRole('menuitem', { name: /^Trails/u }).click();
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await press('Views');
    await page.getByRole('menuitem', { name: 'Delete Trails' }).waitFor();
    await assertAccessibleInBoth('[role="menu"]');
    await page.getByRole('menuitem', { name: 'Delete Trails' }).click();
    await press('Views');
    await page.getByText('No saved views yet').waitFor();
    assert.deepEqual((await api.get(`/api/views?screen=keywords&project_id=${project}`)).body.views, []);
    await page.keyboard.press('Escape');
  });

  await t.test('what happened on a day is written beside the chart, changed and deleted', async () => {
    await press('Clear filters');
    await page.getByRole('row').getByText('trail shoes', { exact: true }).click();
    await dialog.getByRole('link', { name: 'Open the full history' }).click();
    await press('Annotate');
    await dialog.getByLabel('What happened').fill('New shop');
    await assertAccessibleInBoth();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await press(/^New shop$/u);
    await dialog.getByLabel('What happened').fill('New shop window');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const changed = page.getByRole('button', { name: /^New shop window$/u });
    await changed.waitFor();
    const read = async (): Promise<string[]> =>
      (await api.get(`/api/annotations?project_id=${project}`)).body.annotations.map((one: { text: string }) => one.text);
    assert.deepEqual(await read(), ['New shop window']);
    await changed.click();
    await dialog.getByRole('button', { name: 'Delete' }).waitFor();
    await assertAccessibleInBoth();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await changed.waitFor({ state: 'hidden' });
    assert.deepEqual(await read(), []);
  });

  await t.test('a tag gets another name, and goes', async () => {
    await open(`/console/p/${project}/settings`);
    const readNames = async (): Promise<string[]> =>
      (await api.get(`/api/tags?project_id=${project}`)).body.tags.map((tag: { name: string }) => tag.name);
    await page.getByLabel('Name of tag spring').fill('summer');
    await page.keyboard.press('Tab');
    await page.getByLabel('Name of tag summer').waitFor();
    assert.deepEqual(await readNames(), ['summer']);
    await press('Remove tag summer');
    await page.getByLabel('Name of tag summer').waitFor({ state: 'hidden' });
    assert.deepEqual(await readNames(), []);
  });

  await t.test('an untracked keyword leaves the list after the person has seen what that means', async () => {
    await open(`/console/p/${project}/keywords`);
    await select('trail shoes');
    await press('Untrack');
    await dialog.getByText('Past measurements are kept.').waitFor();
    await dialog.getByRole('button', { name: /^Untrack for \$0/u }).click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    assert.deepEqual(await readTracked(), ['buy running shoes', 'running shoes']);
  });

  await t.test('on a phone the first keyword is above the fold, its list scrolls with the page, and filters are a press away', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`/console/p/${project}/keywords`);
    const first = page.getByRole('listitem').filter({ hasText: 'running shoes' }).first();
    const box = await first.boundingBox();
    assert.ok(box !== null && box.y + box.height <= 844, `the first card ends at ${box && box.y + box.height}`);
    const scrolling = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main *')].filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)).map((one) => one.className)",
    );
    assert.deepEqual(scrolling, []);
    await press('Filters and views');
    await page.getByRole('radiogroup', { name: 'Device' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).waitFor();
    await page.getByRole('group', { name: 'Keywords by position' }).waitFor();
    await assertAccessible(page);
    await press('Hide filters');
    await page.getByRole('radiogroup', { name: 'Device' }).waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1400, height: 900 });
    assert.deepEqual(problems, []);
  });

  assert.deepEqual(problems, []);
  await context.close();
});
