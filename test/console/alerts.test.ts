import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { liveDay, settle as settleOutcomes, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible, assertListsFit, settle } from './support/walk.ts';

const KEYWORDS = 12;
const DAYS = 9;
/** Of the world: its checks fail. */
const FAILED_DAY = 5;
const PREVIEW = '/api/alert-rules/preview';

test('a rule is one sentence, with what it would have said below it', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const { url, api } = app;
  const world = await trackForAlerts(app, { keywords: KEYWORDS });
  for (let day = 1; day < DAYS; day += 1) {
    if (day === FAILED_DAY) await app.sandbox.post('/_sandbox/faults', { match: 'serp', kind: 'provider_50000' });
    await liveDay(app, world);
    await app.sandbox.post('/_sandbox/faults', {});
  }
  await settleOutcomes(app);
  const { projectId } = world;
  const { page, open, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const region = page.getByRole('region', { name: 'What it would have said' });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const preview = async (when: object, more: object = {}) =>
    (await api.post(PREVIEW, { project_id: projectId, rule: { when, confirm: 'next', ...more } })).body;
  /** The number on a tile, once the preview is that of the sentence. */
  const readTile = async (label: string): Promise<string> => {
    await page.locator('section[aria-busy=false]').and(region).waitFor();
    return await region.locator(`[data-tile="${label}"]`).innerText();
  };
  const waitForTile = async (label: string, value: number): Promise<void> => {
    await region.locator(`[data-tile="${label}"]`, { hasText: new RegExp(`^${value.toLocaleString('en-US')}$`, 'u') }).waitFor();
    assert.equal(await readTile(label), value.toLocaleString('en-US'));
  };

  await t.test('the figures below the sentence are those of the API, and change with a word', async () => {
    await open(`/console/p/${projectId}/alerts/rules/new`);
    const before = await preview({ event: 'left_top', n: 10 });
    await waitForTile('Messages', before.messages);
    await waitForTile('Matches', before.items_total);
    await field('What happens').selectOption({ label: 'drops by' });
    await field('How much').selectOption({ label: 'this many places:' });
    await field('Places').fill('1');
    await field('Confirmed by').selectOption({ label: 'without confirmation' });
    const after = await preview({ event: 'dropped', by: 1 }, { confirm: 'none' });
    assert.notEqual(after.items_total, before.items_total);
    await waitForTile('Matches', after.items_total);
    await page.getByText(`on ${DAYS - 1} days with good checks`).waitFor();
  });

  await t.test('what is typed quickly is asked once, and an older question is given up', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(PREVIEW)) asked.push(request.postData() ?? '');
    });
    await field('Places').press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('40', { delay: 5 });
    await waitForTile('Matches', (await preview({ event: 'dropped', by: 40 }, { confirm: 'none' })).items_total);
    assert.ok(asked.length <= 2, asked.join('\n'));
    assert.match(asked.at(-1) ?? '', /"by":40/u);
  });

  await t.test('a day on which checks failed is no 0', async () => {
    await region.getByRole('button', { name: 'Show as table' }).click();
    const day = world.days[FAILED_DAY] ?? '';
    // The newest days first.
    for (let presses = 0; presses < 2; presses += 1)
      await region.getByRole('columnheader', { name: 'Day' }).getByRole('button').first().click();
    const row = region.getByRole('row').filter({ hasText: day });
    await row.getByText('not judged: 100 % of the checks failed').first().waitFor();
    assert.deepEqual(await row.getByText('0', { exact: true }).count(), 0);
    await region.getByRole('button', { name: 'Show as chart' }).click();
  });

  await t.test('what is wrong stands at its field, and the last good preview stays', async () => {
    await field('What happens').selectOption({ label: 'leaves the top' });
    await waitForTile('Messages', (await preview({ event: 'left_top', n: 10 }, { confirm: 'none' })).messages);
    await field('Last position that counts').fill('500');
    await page.getByRole('alert').filter({ hasText: 'must be at most 100' }).waitFor();
    assert.equal(await field('Last position that counts').getAttribute('aria-invalid'), 'true');
    await region.getByText('Shown is the last sentence that was complete.').waitFor();
    await assertAccessible(page, 'main');
    await field('Last position that counts').fill('10');
    await page.getByRole('alert').filter({ hasText: 'must be at most 100' }).waitFor({ state: 'detached' });
  });

  await t.test('what does not concern keywords leaves their words out', async () => {
    await field('What happens').selectOption({ label: 'checks of a day fail' });
    for (const label of ['Which keywords', 'Device', 'Confirmed by', 'Grouped by']) assert.equal(await field(label).count(), 0, label);
    await field('What happens').selectOption({ label: 'leaves the top' });
    await field('Which keywords').waitFor();
  });

  await t.test('it is reached by keys, accessible in both themes, and fits a phone', async () => {
    await page.getByText('More', { exact: true }).click();
    await field('Which keywords').focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Device');
    await assertAccessible(page, 'main');
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page, 'main');
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    await assertAccessible(page, 'main');
    await assertFits(page);
    await assertListsFit(page);
  });
  await context.close();
});
