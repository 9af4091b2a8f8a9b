import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible } from './support/walk.ts';

const KEYWORDS = ['invoice generator', 'invoice template', 'running shoes'];
const DEVICES = ['desktop', 'mobile'];

interface GridBody {
  readonly n: number;
  readonly lists: Readonly<Record<'device' | 'status', readonly string[]>>;
  readonly columns: Readonly<Record<'keyword', readonly string[]>> &
    Readonly<Record<'device' | 'status', readonly number[]>> &
    Readonly<Record<'position' | 'rank_absolute', readonly (number | null)[]>>;
  readonly position_scale: 'organic' | 'page';
}

test('a keyword with all its devices in one row', async (t) => {
  await ensureConsole();
  const { url, api, app } = await startTestApp(t);
  const project = await makeProject(api, ['invoicenest.com']);
  const keywords = KEYWORDS.flatMap((text) => DEVICES.map((device) => ({ keyword_text: text, device })));
  const { body } = await api.post('/api/keywords/track', { project_id: project, keywords });
  await app.context.workflows.waitFor(body.serp_tracking.workflow_id, PATIENCE_MS);
  const grid = (await api.get(`/api/rankings/grid?project_id=${project}`)).body as GridBody;
  /** What the service says of a keyword on a device: a position, or why there is none. */
  const truthOf = (keyword: string, device: string): string => {
    const row = grid.columns.keyword.findIndex(
      (text, at) => text === keyword && grid.lists.device[grid.columns.device[at] ?? -1] === device,
    );
    const status = grid.lists.status[grid.columns.status[row] ?? -1];
    const places = grid.position_scale === 'organic' ? grid.columns.position : grid.columns.rank_absolute;
    return status === 'ranked' ? String(places[row]) : String(status);
  };
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const readCsv = async (): Promise<Record<string, string>[]> => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8'))
      .replace(/^\uFEFF/u, '')
      .trim()
      .split('\r\n');
    const names = head.split(',');
    return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])));
  };

  await t.test('a button makes one row of each keyword, with what the service says of every device, and stays in the address', async () => {
    await open(`/console/p/${project}/keywords`);
    await page.getByText('6 of 6', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'One row per keyword', exact: true, pressed: false }).click();
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await page.waitForURL(/grouped=true/u);
    await page.reload();
    await page.getByText('3 of 3', { exact: true }).waitFor();
    for (const keyword of KEYWORDS) {
      const row = page.getByRole('row', { name: new RegExp(`Select ${keyword}`, 'u') });
      for (const [at, device] of DEVICES.entries()) {
        const column = page.getByRole('columnheader', { name: device === 'mobile' ? 'Mobile' : 'Desktop', exact: true }).first();
        const place = await column.getAttribute('aria-colindex');
        const truth = truthOf(keyword, device);
        const mark = row.locator(`[aria-colindex="${place}"]`).getByRole('img').first();
        const name = (await mark.getAttribute('aria-label')) ?? '';
        if (/^\d+$/u.test(truth)) assert.match(name, new RegExp(`^Position ${truth}\\b`, 'u'), `${keyword} ${device} ${at}`);
        else assert.doesNotMatch(name, /^Position/u, `${keyword} ${device}: ${truth}`);
      }
    }
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('rows are sorted by a chosen device, and a file has a line for each of them still', async () => {
    await page.getByRole('columnheader', { name: 'Mobile', exact: true }).first().getByRole('button').first().click();
    await page.waitForURL(/sort=position-mobile/u);
    const lines = await readCsv();
    assert.equal(lines.length, KEYWORDS.length * DEVICES.length);
    for (const line of lines)
      assert.equal(line['Position'], truthOf(String(line['Keyword']), String(line['Device'])), JSON.stringify(line));
    const order = [...new Set(lines.map((line) => String(line['Keyword'])))];
    const toNumber = (keyword: string): number => (/^\d+$/u.test(truthOf(keyword, 'mobile')) ? Number(truthOf(keyword, 'mobile')) : 1e4);
    assert.deepEqual(
      order.map(toNumber),
      order.map(toNumber).toSorted((one, other) => one - other),
    );
  });

  await t.test('what is done with a keyword is done with all of its devices', async () => {
    await page.getByRole('checkbox', { name: `Select ${KEYWORDS[0]}`, exact: true }).click();
    await page.getByRole('button', { name: 'Check now' }).click();
    await dialog.getByRole('heading', { name: 'Check 2 keywords now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Untrack' }).click();
    await dialog.getByRole('button', { name: /^Untrack for \$0/u }).click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    const { keywords: left } = (await api.get(`/api/project-keywords?project_id=${project}`)).body;
    assert.deepEqual([...new Set<string>(left.map((one: { keyword_text: string }) => one.keyword_text))].toSorted(), KEYWORDS.slice(1));
    assert.equal(left.length, 4);
  });

  assert.deepEqual(problems, []);
  await context.close();
});
