import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { bindProperty, writeDays, type MadeDay } from '../support/search-console-rows.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, settle } from './support/walk.ts';

const ORGANIZATION = 'org_counted';
const PHONE = { width: 390, height: 844 };
const LAST = '2026-11-18';

const count = (query: string, clicks: number, impressions: number, position: number) => ({ query, clicks, impressions, position });
const makeDay = (day: string, more: Partial<MadeDay> = {}): MadeDay => ({
  day,
  totals: [{ clicks: 10, impressions: 300, position: 6 }],
  queries: [count('invoice software', 4, 100, 6), count('receipt app', 2, 90, 9), count('billing', 0, 10, 30)],
  pages: [{ page: 'https://invoicenest.com/a', ...count('invoice software', 4, 100, 6) }],
  ...more,
});

test('what Google counted is shown with what is not known of it, and what is worth a look', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api, stores } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', skip_onboarding: true });
  const owner = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const open = async (name: string): Promise<void> => {
    await owner.open(`/console/p/${projectId}/${name}`);
    await settle(page);
  };

  await t.test('nothing is connected: it is said, and no figure is shown', async () => {
    for (const name of ['clicks', 'opportunities']) {
      await open(name);
      await page.getByText('Search Console is not connected').waitFor();
      assert.equal(await page.getByText('Average position (Google)').count(), 0);
      await assertAccessible(page);
    }
  });

  const property = await bindProperty(stores.postgres, projectId, 'sc-domain:invoicenest.com');
  const sync = async (status: string, cause: string | null = null, step: string | null = null) =>
    await stores.postgres.query(
      // The daily reading is far away: nothing but the test changes what is said.
      `insert into search_console_syncs (property_id, type, status, cause, next_step, daily_at) values ($1, 'web', $2, $3, $4, 'infinity')
       on conflict (property_id, type) do update set status = excluded.status, cause = excluded.cause, next_step = excluded.next_step`,
      [property.propertyId, status, cause, step],
    );

  await t.test('days are being read: none is taken for a day without clicks', async () => {
    await sync('running');
    await open('clicks');
    await page.getByRole('status').filter({ hasText: 'Days are being read' }).waitFor();
    await page.getByText('No day was read').waitFor();
    assert.equal(await page.locator('[data-tile]').count(), 0);
  });

  await t.test('figures say how many days they are of, and how much of the clicks has a name', async () => {
    await sync('idle');
    await writeDays(stores, property, [
      ...Array.from({ length: 20 }, (_none, at) => makeDay(addDays(LAST, -at))),
      makeDay(addDays(LAST, -20), { state: 'failed' }),
      makeDay(addDays(LAST, 1), { state: 'partial' }),
    ]);
    await open('clicks');
    await page.getByText('120 clicks of 4,000 impressions').waitFor();
    await page.locator('[data-tile="Clicks"]').getByText('120').waitFor();
    await page.getByText('Queries with a name are 60.0% of the clicks', { exact: false }).waitFor();
    await page.getByText('7 days of 28 not read yet: they count nowhere.', { exact: false }).waitFor();
    await page.getByText('Reading failed for 1 day', { exact: false }).waitFor();
    await page.getByRole('grid', { name: 'What Google counted' }).getByText('invoice software').waitFor();
    await page.getByRole('region', { name: 'Clicks', exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Query contains').fill('receipt');
    await page.getByRole('grid', { name: 'What Google counted' }).getByText('invoice software').waitFor({ state: 'detached' });
    await page.getByRole('radiogroup', { name: 'Rows' }).getByText('Pages').click();
    await page.getByRole('grid', { name: 'What Google counted' }).getByText('invoicenest.com/a', { exact: false }).first().waitFor();
  });

  await t.test('a fault says its cause and one step, and what was read stays', async () => {
    await sync('failing', 'Access was taken back.', 'Connect again.');
    await open('clicks');
    await page.getByRole('alert').filter({ hasText: 'Access was taken back. Connect again.' }).waitFor();
    await page.locator('[data-tile="Clicks"]').waitFor();
  });

  await t.test('days that Google counted wrongly are not compared, and say why', async () => {
    await sync('idle');
    await writeDays(stores, property, [makeDay('2026-04-28'), makeDay('2026-04-27')]);
    await stores.postgres.query(`delete from search_console_days where property_id = $1 and day > '2026-05-01'`, [property.propertyId]);
    await open('clicks?days=7');
    await page.getByRole('note').filter({ hasText: 'Not to be compared: impressions, click rate and average position' }).waitFor();
    await page.getByText('A logging error', { exact: false }).first().waitFor();
    await page.getByRole('list', { name: 'Annotations' }).getByText('Impressions counted too high in Search Console').waitFor();
  });

  await t.test('a query within reach is tracked for its price', async () => {
    await writeDays(stores, property, [makeDay(LAST)]);
    await open('opportunities');
    await page.getByRole('grid', { name: 'Opportunities' }).getByText('invoice software').waitFor();
    await page.getByRole('button', { name: 'Track 1 query' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Track', exact: false }).last().click();
    await page.getByRole('grid', { name: 'Opportunities' }).getByText('Yes').waitFor();
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}`)).body;
    assert.deepEqual(
      keywords.map(({ keyword_text: text }: { keyword_text: string }) => text),
      ['invoice software'],
    );
    await assertAccessible(page);
  });

  await t.test('Google’s clicks stand beside the positions of keywords, and in the keyword', async () => {
    await open('keywords');
    await page.getByRole('button', { name: 'Google’s clicks' }).click();
    const grid = page.getByRole('grid', { name: 'Keywords' });
    await grid.getByRole('columnheader', { name: 'Google’s average' }).waitFor();
    await grid.getByText('6.0').waitFor();
    await page.getByText('Google’s clicks are of 1 of 28 days', { exact: false }).waitFor();
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}`)).body;
    await open(`keywords/${keywords[0].keyword_id}`);
    await page.getByRole('region', { name: 'Clicks (Google)', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Average position (Google)', exact: true }).waitFor();
    await assertAccessible(page);
  });

  await t.test('both fit on a phone', async () => {
    await page.setViewportSize(PHONE);
    for (const name of ['clicks', 'opportunities']) {
      await open(name);
      await assertFits(page);
    }
    assertQuiet(owner);
  });
});
