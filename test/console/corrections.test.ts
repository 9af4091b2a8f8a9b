import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible } from './support/walk.ts';

test('corrections come from a file in the console, and what was classified by hand is browsed there', async (t) => {
  await ensureConsole();
  const { url, api } = await startTestApp(t);
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const choose = async (text: string) =>
    await page.locator('input[type=file]').setInputFiles({ name: 'said.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const countSaid = async (): Promise<number> => (await api.get('/api/admin/classifier/corrections/stats')).body.total;
  const lines = Array.from({ length: 250 }, (_none, at) => `https://said.example.com/page-${at},case study`);

  await t.test('every wrong cell is shown with its line and column before anything is recorded', async () => {
    await open('/console/classification/review');
    await page.getByRole('tab', { name: 'From a file' }).click();
    await choose(['url,page_type', ...lines.with(229, 'https://said.example.com/page-229,nonsense')].join('\n'));
    await page.getByText('1 cell of said.csv is wrong', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /page_type/u });
    await row.getByText('231', { exact: true }).waitFor();
    await row.getByText('must be a label of page_type', { exact: false }).waitFor();
    assert.equal(await countSaid(), 0);
    await assertAccessible(page);
    await assertFits(page);
    await assertLegible(page);
  });

  await t.test('a good file says how much it holds, and is recorded by one button', async () => {
    await choose(['url,page_type', ...lines].join('\n'));
    await page.getByText('Every line of said.csv can be recorded.', { exact: true }).waitFor();
    assert.equal(await countSaid(), 0);
    await page.getByRole('button', { name: 'Record 250 corrections', exact: true }).click();
    await page.getByText('250 corrections recorded.', { exact: true }).waitFor();
    assert.equal(await countSaid(), 250);
  });

  await t.test('pages that were classified by hand are a part of the queue', async () => {
    await page.getByRole('tab', { name: 'Pages', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Only pages classified by hand' }).check();
    await page.getByText('1 of 50, 0 pages judged', { exact: true }).waitFor();
    await page.getByText('https://said.example.com/page-', { exact: false }).first().waitFor();
  });

  await t.test('a domain that was only classified is listed as that, and can be fetched', async () => {
    await api.post('/api/admin/classifier/domain', { domain: 'byhand.example.com', skip_fetch: true, skip_llm: true });
    await open('/console/domains?tier=classified');
    await page
      .getByRole('row', { name: /byhand\.example\.com/u })
      .getByText('only classified')
      .waitFor();
    await open('/console/domains/byhand.example.com');
    await page.getByRole('button', { name: /^Fetch for \$/u }).waitFor();
  });

  assert.deepEqual(
    problems.map((problem) => problem.replace(/^error: /u, '').replace(/ http\S+(?=\/corrections\/csv$)/u, ' at ')),
    ['Failed to load resource: the server responded with a status of 400 (Bad Request) at /corrections/csv'],
    'the file with a wrong cell is refused, and nothing else',
  );
  await context.close();
});
