import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { track } from '../support/rankings-api.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG, settle } from './support/walk.ts';

const ORGANIZATION = 'org_taken';
const PHONE = { width: 390, height: 844 };

test('what a table shows is saved as an export, run, and taken away', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'Shop', skip_onboarding: true });
  await track(world, projectId, ['invoice software', 'invoice app']);
  const owner = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const saveAsExport = async (label: string): Promise<void> => {
    await page.getByRole('button', { name: `More of ${label}` }).click();
    await page.getByRole('menuitem', { name: 'Save as export' }).click();
  };
  const readExport = async () => (await api.get(`/api/exports?project_id=${projectId}`)).body.exports[0];

  await t.test('there is none yet, and the table leads to one with its filters', async () => {
    await owner.open(`/console/p/${projectId}/exports`);
    await page.getByText('There is no export yet.').waitFor();
    await page.getByText('No exports yet').waitFor();
    await owner.open(`/console/p/${projectId}/keywords?q=software`);
    await saveAsExport('Keywords');
    const dialog = page.locator(DIALOG);
    assert.match(await dialog.getByLabel('Filters').inputValue(), /^project_id=.+\n(?:.+\n)*words=software$/u);
    await dialog.getByLabel('Name').fill('Software');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Nothing was made yet.').waitFor();
    assert.equal((await readExport()).query.words, 'software');
  });

  await t.test('other lists have it too, each under its path and with its filters, and those that no export takes have not', async () => {
    const lists = [
      ['/assets', 'Assets', '/api/assets', /^project_id=.+$/u],
      ['/imports', 'Imports', '/api/imports', /^project_id=.+$/u],
    ] as const;
    for (const [path, label, list, filters] of lists) {
      await owner.open(`/console/p/${projectId}${path}`);
      await saveAsExport(label);
      const dialog = page.locator(DIALOG);
      assert.equal(await dialog.getByLabel('List').inputValue(), list);
      assert.match(await dialog.getByLabel('Filters').inputValue(), filters, label);
    }
    await owner.open(`/console/p/${projectId}/exports`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/export-lists'));
    await page.getByRole('button', { name: 'More of Exports' }).click();
    await answered;
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Save as export' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByText('Software', { exact: true }).first().click();
    await page.getByText('Nothing was made yet.').waitFor();
  });

  await t.test('it runs, and its file is the rows of the table', async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('done, 1 row').first().waitFor();
    const { last_run: run } = await readExport();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: run.file_name, exact: true }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    assert.ok(text.includes('invoice software') && !text.includes('invoice app'));
    await page.getByRole('button', { name: 'Make a link' }).click();
    const href = await page.getByRole('link', { name: `Link to ${run.file_name}` }).getAttribute('href');
    assert.equal((await world.anonymous.get(new URL(href ?? '').pathname)).body, text);
  });

  await t.test('when and where to is set, and a wrong place is said at its field', async () => {
    await page.getByLabel('When', { exact: true }).selectOption({ label: 'Each week' });
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'A folder of the server' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText(/no folder is set up on this machine/u)
      .first()
      .waitFor();
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'A link' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText(/each Monday at 06:00/u)
      .first()
      .waitFor();
    assert.equal((await readExport()).every, 'week');
    await settle(page);
    await assertAccessible(page);
    // The wrong place was asked for, and refused.
    assertQuiet(owner, /status of 400/u);
  });

  await t.test('one that may not be read any more is never shown as done', async () => {
    const { id } = await readExport();
    await api.put(`/api/exports/${id}`, { name: 'Renamed' });
    await world.app.context.postgres.query(`update export_runs set status = 'partial', reason = 'the list changed' where export_id = $1`, [
      id,
    ]);
    await owner.open(`/console/p/${projectId}/exports`);
    await page.getByText(/Not whole: the last run of Renamed/u).waitFor();
    await page.getByText('not all of it, 1 row: the list changed').first().waitFor();
    await page.setViewportSize(PHONE);
    await settle(page);
    await assertFits(page);
  });
});
