import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG, settle } from './support/walk.ts';

const ORGANIZATION = 'org_moving';
const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;

test('a file is brought in five steps, seen up to its seam, and undone', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'Shop' });
  await track(world, projectId, ['invoice software']);
  const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}`)).body;
  const history = `/api/rankings?project_id=${projectId}&keyword_id=${keywords[0].keyword_id}`;
  await waitUntil(async () => (await api.get(history)).body.rankings.length > 0, 'the first check');
  const owner = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const day = (back: number): string => new Date(world.app.context.clock.now().getTime() - back * DAY_MS).toISOString().slice(0, 10);
  const rows = [
    'keyword,date,position,themes',
    `invoice software,${day(4)},6,"money, office|own brand"`,
    `invoice software,${day(3)},OTR,`,
    `Receipt app,${day(3)},4,`,
    'no date,,3,',
  ];
  const file = { name: 'old tracker.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  const section = (title: string) => page.getByRole('region', { name: title });

  await t.test('the file is sent and found out', async () => {
    await owner.open(`/console/p/${projectId}/imports`);
    await page.getByText('No imports yet').waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await section('2. What it is').getByText('keyword.com').waitFor();
    await section('1. The file').getByText('bytes have arrived').waitFor();
    await assertAccessible(page);
  });

  await t.test('what it does not say is asked, and nothing is written before', async () => {
    await section('3. How it is read').getByLabel('Positions count').selectOption('organic');
    await section('3. How it is read').getByLabel('Column: Tags').selectOption('themes');
    await section('3. How it is read').getByRole('button', { name: 'Show what would become of it' }).click();
    await section('4. What would become of it').getByRole('table', { name: 'Texts that are no plain position' }).waitFor();
    await section('4. What would become of it').getByText('1 with tags').waitFor();
    const imports = (await api.get(`/api/imports?project_id=${projectId}`)).body.imports;
    assert.deepEqual(
      imports.map(({ status, points }: any) => [status, points]),
      [['mapped', 0]],
    );
  });

  await t.test('a text that is no position gets its meaning, and the chart ends at the seam', async () => {
    await section('5. Write it').getByRole('button', { name: 'Write the points' }).click();
    await page.getByRole('alert').getByText('"OTR" (1 times)').waitFor();
    const preview = section('4. What would become of it');
    await preview.getByLabel('Meaning of OTR').selectOption('not_found_to');
    await preview.getByLabel('Depth of OTR').fill('20');
    await preview.getByRole('button', { name: 'Use these meanings' }).click();
    await preview.getByText('not found to 20').first().waitFor();
    await preview.getByText('3 points of 2 keywords on 2 days').waitFor();
    await preview.getByText('Seam: from here on your own checks').waitFor();
    assert.equal(await preview.getByRole('link', { name: 'Why, as CSV' }).count(), 1);
    await assertAccessible(page);
    await page.setViewportSize(PHONE);
    await settle(page);
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('how it is read is kept under a name, chosen for another file, and deleted', async () => {
    const reading = section('3. How it is read');
    await reading.getByRole('button', { name: 'Keep as a template' }).click();
    await page.locator(DIALOG).getByLabel('Name').fill('Our old tracker');
    await page.locator(DIALOG).getByRole('button', { name: 'Keep' }).click();
    await reading.getByLabel('As another file was read').waitFor();
    const kept = (await api.get(`/api/import-templates?organization_id=${ORGANIZATION}`)).body.templates;
    assert.deepEqual(
      kept.map(({ name, kind, mapping }: any) => [name, kind, mapping.scale, mapping.meanings, mapping.domain]),
      [['Our old tracker', 'keyword_com', 'organic', { OTR: { outcome: 'not_found', depth: 20 } }, undefined]],
    );
    await reading.getByLabel('Positions count').selectOption('page');
    await reading.getByLabel('As another file was read').selectOption('Our old tracker');
    assert.equal(await reading.getByLabel('Positions count').inputValue(), 'organic');
    await assertAccessible(page);
    await reading.getByRole('button', { name: 'Delete this template' }).click();
    await page.locator(DIALOG).getByRole('button', { name: 'Delete' }).click();
    await waitUntil(
      async () => (await api.get(`/api/import-templates?organization_id=${ORGANIZATION}`)).body.templates.length === 0,
      'the template to be deleted',
    );
  });

  await t.test('it is written, and its keywords are tracked for their price', async () => {
    await section('5. Write it').getByRole('button', { name: 'Write the points' }).click();
    await section('5. Write it').getByRole('button', { name: 'Track its keywords' }).click();
    await page
      .locator(DIALOG)
      .getByRole('button', { name: /^Track/u, disabled: false })
      .click();
    await waitUntil(async () => (await api.get(`/api/project-keywords?project_id=${projectId}`)).body.total === 2, 'the other keyword');
    const listTags = async (): Promise<string> =>
      (await api.get(`/api/project-keywords?project_id=${projectId}`)).body.keywords
        .find(({ keyword }: { keyword: string }) => keyword === 'invoice software')
        .tags.map(({ name }: { name: string }) => name)
        .toSorted()
        .join();
    // They are given one after the other, once the keywords are tracked.
    await waitUntil(async () => (await listTags()) === 'money,office,own brand', 'the three tags of its cell');
  });

  await t.test('the chart of the keyword has the layer, its seam with both places, and its rows', async () => {
    await owner.open(`/console/p/${projectId}/keywords/${keywords[0].keyword_id}`);
    await page
      .getByText(/Seam: before it keyword\.com, organic results, from here on your own checks: /u)
      .first()
      .waitFor();
    await assertAccessible(page);
    // A commit with a text that has no meaning was refused.
    assertQuiet(owner, /409 \(Conflict\)/u);
  });

  await t.test('one click undoes it', async () => {
    await owner.open(`/console/p/${projectId}/imports`);
    await page.getByRole('grid', { name: 'Imports' }).getByText('old tracker.csv').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(DIALOG).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('grid', { name: 'Imports' }).getByText('undone', { exact: true }).waitFor();
    await owner.open(`/console/p/${projectId}/keywords/${keywords[0].keyword_id}`);
    await page.getByRole('heading', { name: 'Checks and result pages' }).waitFor();
    assert.equal(await page.getByText('Seam:').count(), 0);
  });
});
