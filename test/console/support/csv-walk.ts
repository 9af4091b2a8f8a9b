import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { parseCsv } from '../../support/parse-csv.ts';
import { IS_WHOLE, takeShare } from '../../support/test-width.ts';
import { openWindow } from './browser.ts';
import { follow, listScreens, settle, toAddress } from './walk.ts';
import type { ConsoleWorld } from './world.ts';

/** What it holds, whose it is, and the day of the observed world. */
const FILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}.-]*-(\d{4}-\d\d-\d\d)\.csv$/u;
/** In each of so many parts some screen gives a file. */
const FILE_SHARES = 3;
const IS_NUMBER = /^'?[-−+]?[\d.]*$/u;

/** Columns of numbers that name their row: the calls of the sandbox are numbered for that. */
const NAMING: ReadonlySet<string> = new Set(['Call']);

interface Saved {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

async function save(page: Page, press: () => Promise<void>): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const text = await readFile(await download.path(), 'utf8');
  const [header = [], ...rows] = parseCsv(text.replace('\uFEFF', ''));
  return { name: download.suggestedFilename(), header, rows };
}

/** Every file that the screen gives: those of its lists and charts. */
async function saveAll(page: Page): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const button of await page.locator('main').getByRole('button', { name: /^CSV/u }).all()) {
    if (await button.isVisible()) saved.push(await save(page, () => button.click()));
  }
  for (const more of await page
    .locator('main')
    .getByRole('button', { name: /^More of/u })
    .all()) {
    if (!(await more.isVisible())) continue;
    await more.click();
    const entry = page.getByRole('menuitem', { name: 'CSV', exact: true });
    await page.getByRole('menuitem', { name: /^Columns/u }).waitFor();
    if (await entry.isVisible()) saved.push(await save(page, () => entry.click()));
    // On the menu itself: the page's own focus may not be in it yet.
    else await page.getByRole('menuitem').first().press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
  }
  return saved;
}

/** Texts in which rows differ: two rows whose figures alone differ are one and the same to a reader. */
function listTexts({ header, rows }: Saved): string[] {
  const isText = (name: string, at: number): boolean => NAMING.has(name) || !rows.every((row) => IS_NUMBER.test(row[at] ?? ''));
  const texts = [...header.keys()].filter((at) => isText(header[at] ?? '', at));
  return rows.map((row) => texts.map((at) => row[at]).join(' | '));
}

/** Files that the console saves: those of each screen, named after what they hold and their day, with rows that differ. */
export async function walkFiles(t: TestContext, world: ConsoleWorld): Promise<void> {
  const { params, service } = world;
  const { page, open } = await openWindow(world);
  const project = (await service.api.get(`/api/projects/${params['projectId']}`)).body.project;
  const day = service.app.context.clock.now().toISOString().slice(0, 10);
  const assertWhole = (saved: Saved, address: string): void => {
    const what = `${saved.name} of ${address}`;
    assert.equal(FILE_NAME.exec(saved.name)?.[1], day, what);
    // A long name is cut.
    const slug = project.name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
      .slice(0, 40);
    if (address.startsWith('/console/p/')) assert.ok(saved.name.includes(slug), `${what} names its project, ${project.name}`);
    const texts = listTexts(saved);
    const twice = texts.filter((text, at) => texts.indexOf(text) !== at);
    assert.deepEqual(twice, [], `${what} tells its rows apart: ${saved.header.join()}`);
  };

  await open('/console/');
  let files = 0;
  const screens = (await listScreens()).filter(({ isOpen }) => isOpen !== true);
  for (const screen of takeShare(screens, FILE_SHARES)) {
    const address = toAddress(screen, params);
    await t.test(`${screen.name}: each file is named after what it holds and its day, and tells its rows apart`, async () => {
      await follow(page, address);
      const tabs = await page.locator('main [role=tab]').count();
      for (let at = 0; at < Math.max(1, tabs); at += 1) {
        if (tabs > 0) await page.locator('main [role=tab]').nth(at).click();
        await settle(page);
        for (const saved of await saveAll(page)) {
          files += 1;
          assertWhole(saved, address);
        }
      }
    });
  }
  assert.ok(files > (IS_WHOLE ? 30 : 0), `${files} files`);

  for (const [name, address] of [
    ['keywords', `/console/p/${params['projectId']}/keywords`],
    ['checks', `/console/p/${params['projectId']}/checks`],
  ] as const) {
    await t.test(`${name}: what tells rows apart is in the file whatever columns are shown`, async () => {
      await follow(page, `${address}?columns=keyword,position`);
      const saved = await save(page, () => page.getByRole('button', { name: 'CSV', exact: true }).last().click());
      assert.deepEqual(saved.header, ['Keyword', 'Device', 'Language', 'Location', 'Engine', 'Channel', 'Position']);
      const devices = saved.header.indexOf('Device');
      assert.deepEqual(
        [...new Set(saved.rows.map((row) => row[devices]))].toSorted((one, other) => (one ?? '').localeCompare(other ?? '')),
        ['desktop', 'mobile'],
      );
      assert.ok(saved.rows.every((row) => row.slice(0, 6).every((cell) => cell !== '' && !cell.startsWith('location '))));
      assertWhole(saved, address);
    });
  }
}
