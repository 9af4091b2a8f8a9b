import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { APIResponse } from 'playwright-core';
import { formatUsd } from '../../console/src/data/format.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';

/** From a sidebar whose groups are closed to the result: Classification, Classify, and the button with the price. */
const CLICKS_MAX = 3;
const DOMAINS = 12;

test('a list is classified in the console', async (t) => {
  await ensureConsole();
  const { url, api, sandbox } = await startTestApp(t);
  const { linking_sites: sites } = (await sandbox.get('/_sandbox/world')).body;
  const domains: string[] = sites.slice(0, DOMAINS).map(({ domain }: { domain: string }) => domain);
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const field = page.getByLabel('Domains, pages and keywords');
  const readList = async () => {
    const { list_id: id } = (await api.get('/api/classify?limit=1')).body.lists[0];
    return (await api.get(`/api/classify/${id}/items`)).body;
  };

  /** Until the console has heard that the list is over, it gets the items as they were at first. */
  const keepItemsEarly = async () => {
    let isOver = false;
    let early: Promise<APIResponse> | undefined;
    await page.route(/\/api\/classify\/[^/]+\/items/u, async (route) => {
      if (isOver) await route.continue();
      else await route.fulfill({ response: await (early ??= route.fetch()) });
    });
    await page.route(/\/api\/classify\/[^/?]+$/u, async (route) => {
      const response = await route.fetch();
      isOver ||= response.status() === 200 && (await response.json()).status === 'complete';
      await route.fulfill({ response });
    });
  };

  await t.test('pasted, priced and classified within three clicks, and what is shown is what the API has', async () => {
    await open('/console/');
    await keepItemsEarly();
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Classification', exact: true }).click();
    await page.getByRole('link', { name: 'Classify', exact: true }).click();
    await field.fill([...domains, 'http://localhost/', domains[0], 'https://docs.python.org/3/tutorial/'].join('\n'));
    await page.getByText('1 line cannot be read and is left out').waitFor();
    await page.getByText('1 line repeats an earlier line').waitFor();
    await page.getByText(`${DOMAINS + 1} items: ${DOMAINS} domains, 1 page`).waitFor();
    const priced = (await api.post('/api/classify', { items: [...domains, 'https://docs.python.org/3/tutorial/'], dry_run: true })).body
      .estimate;
    assert.ok(priced.cost_usd > 0);
    await page
      .getByRole('button', { name: `Classify ${DOMAINS + 1} items for at most ${formatUsd(priced.cost_usd)}`, exact: true })
      .click();
    await page.getByText('complete', { exact: true }).waitFor();
    assert.ok((await clicks()) <= CLICKS_MAX, `${await clicks()} clicks`);
    const { items, total } = await readList();
    assert.equal(total, DOMAINS + 1);
    const known = items.find(({ status }: { status: string }) => status === 'classified');
    const row = page.getByRole('row', { name: new RegExp(known.item.replaceAll('.', String.raw`\.`), 'u') });
    await row.getByText(known.label.replaceAll('_', ' '), { exact: true }).first().waitFor();
    await page.getByRole('row').getByText('waiting', { exact: true }).first().waitFor({ state: 'hidden' });
    await page.unrouteAll();
  });

  await t.test('a label says why, and is corrected in place', async () => {
    const { items } = await readList();
    const first = items.find(({ status }: { readonly status: string }) => status === 'classified');
    await page.getByRole('row', { name: new RegExp(first.item.replaceAll('.', String.raw`\.`), 'u') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(first.verdicts.domain_type.evidence[0], { exact: true }).first().waitFor();
    const label = first.label === 'news' ? 'blog' : 'news';
    await dialog.getByLabel('What it is').selectOption(label);
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Items by result' }).getByText('corrected').waitFor();
    const corrected = (await readList()).items.find(({ line }: { readonly line: number }) => line === first.line);
    assert.deepEqual([corrected.label, corrected.status], [label, 'corrected']);
  });

  await t.test('the list is saved with every column', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^CSV of all/u }).click()]);
    const [names = [], ...rows] = parseCsv(await readFile(await file.path(), 'utf8'));
    const { items } = await readList();
    for (const name of ['item', 'kind', 'label', 'confidence', 'stage', 'why', 'second_best', 'cost_usd', 'status'])
      assert.ok(
        names.some((one) => one.endsWith(name)),
        name,
      );
    const column = names.findIndex((one) => one.endsWith('label'));
    assert.deepEqual(
      rows.map((row) => row[column]),
      items.map(({ label }: { label: string | null }) => label ?? ''),
    );
  });

  await t.test('of a spreadsheet one column is taken, and kinds are put right before anything is done', async () => {
    await open('/console/classification/classify');
    const text = `Rank,Domain,Note\n1,${domains[1]},"a, b"\n2,${domains[2]},\n`;
    await page.locator('input[type=file]').setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('2 items: 2 domains').waitFor();
    await page.getByLabel('Column', { exact: true }).selectOption({ label: 'Note' });
    await page.getByText('1 item: 1 keyword').waitFor();
    await page.getByLabel('Column', { exact: true }).selectOption({ label: 'Domain' });
    await page.getByText('2 items: 2 domains').waitFor();
    await page.getByLabel('Kind of lines').selectOption('keyword');
    await page.getByText('2 items: 2 keywords').waitFor();
    await page.getByRole('button', { name: /^Classify 2 items for at most \$/u }).waitFor();
    await page.getByRole('switch', { name: 'Ask the language model about items that are still uncertain' }).uncheck();
    await page.getByRole('button', { name: 'Classify 2 items for free', exact: true }).waitFor();
  });

  await t.test('what was classified counts on the overview of classification', async () => {
    await open('/console/classification');
    const { summary, lists } = (await api.get('/api/admin/classification-stats')).body;
    assert.equal(lists.domain.total, DOMAINS);
    const { classified, total } = summary.domains;
    await page.getByText(`${classified} of ${total} that were fetched or stand in a list`).waitFor();
  });

  assert.deepEqual(problems, []);
  await context.close();
});
