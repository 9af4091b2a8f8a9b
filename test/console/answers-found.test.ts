import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { watchWeek } from '../support/answers-world.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow } from './support/browser.ts';
import { assertLooks } from './support/looks.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG, settle } from './support/walk.ts';

const PHONE = { width: 390, height: 844 };
const WATCHED = {
  prompts: ['What is the best invoicing software?', 'Which invoicing software suits an agency?', 'Is invoicing software worth it?'],
  surfaces: ['chat_gpt', 'gemini'],
  samplesPerWeek: 5,
  brands: [
    { name: 'Harrow Lunar', domains: ['harrowlunar.co.uk'], role: 'own' },
    { name: 'Comet Wren', domains: ['cometwren.net'], role: 'competitor' },
    { name: 'Software', role: 'competitor', is_generic: true },
  ],
  sites: ['harrowlunar.co.uk'],
  organization: 'org_answers_found',
};

const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const toPercent = (share: number): string => `${percent.format(share * 100)}%`;

test('what is found in answers stands in the console, and leads to what can be done', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const { api, url } = app;
  const { projectId, from } = await watchWeek(app, WATCHED);
  const owner = await openAs(url, await joinAs(app, WATCHED.organization, { role: 'owner' }));
  const { page } = owner;
  const open = async (path = ''): Promise<void> => await owner.open(`/console/p/${projectId}/answers${path}`);
  const get = async (path: string) => (await api.get(`/api/answers/${path}${path.includes('?') ? '&' : '?'}project_id=${projectId}`)).body;

  await t.test('kinds of sites, and gaps with n on both sides', async () => {
    await open('/sources?by=class');
    const { sources } = await get(`sources?from=${from}&group_by=class`);
    assert.deepEqual(
      sources.map(({ source }: any) => source),
      ['not_classified'],
    );
    const row = page.getByRole('grid', { name: 'Cited sources' }).getByRole('row').filter({ hasText: 'never classified' });
    await row.getByText(toPercent(sources[0].rate.value), { exact: true }).waitFor();
    await open('/gaps');
    const { gaps, with_rivals: rivals, with_us: us } = await get(`gaps?from=${from}`);
    await page.getByText(`a competitor is in ${rivals} of them, we are in ${us}.`).waitFor();
    assert.ok(gaps.length > 0);
    const first = page.getByRole('grid', { name: 'Gaps' }).getByRole('row').filter({ hasText: gaps[0].domain }).first();
    await first.getByText('our links were never fetched').waitFor();
    await first.getByText(`0 of ${us}`).waitFor();
    await assertLooks(page);
  });

  await t.test('searches are tracked by their row, for the price that stands there', async () => {
    await open('/searches');
    const [first] = (await get(`fan-outs?from=${from}`)).fan_outs;
    const row = page.getByRole('grid', { name: 'Searches' }).getByRole('row').filter({ hasText: first.query }).first();
    await row.getByText('not tracked').waitFor();
    await assertLooks(page);
    await row.getByRole('button', { name: `Track ${first.query}` }).click();
    await page
      .locator(DIALOG)
      .getByRole('button', { name: /^Track for \$/u })
      .click();
    await waitUntil(async () => (await get(`fan-outs?from=${from}&tracked=true`)).total === 1, 'the search to be tracked');
    await page.getByLabel('Which', { exact: true }).selectOption({ label: 'Tracked' });
    await page.getByRole('grid', { name: 'Searches' }).getByText(first.query).waitFor();
  });

  await t.test('suggestions are taken into the prompts that are added', async () => {
    await open('/prompts');
    await page.getByRole('button', { name: 'Add prompts' }).click();
    const dialog = page.locator(DIALOG);
    await dialog.getByRole('button', { name: 'Suggest prompts' }).click();
    const { suggestions } = (await api.post('/api/answers/prompts/suggest', { project_id: projectId, limit: 30 })).body;
    await dialog.getByRole('button', { name: `Take ${suggestions[0].text}`, exact: true }).click();
    assert.equal(await dialog.getByLabel('Prompts').inputValue(), suggestions[0].text);
    await dialog.getByRole('status').getByText('1 prompt would be added.').waitFor();
    await assertAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('Copilot stands among the assistants with the reason, and cannot be chosen', async () => {
    await open('/setup');
    assert.ok(await page.getByLabel('Copilot, unavailable').isDisabled());
    await open();
    await page.getByText('Copilot: unavailable.').waitFor();
  });

  await t.test('a shared page says the same as the screen in the same words, and a client reads the screen', async () => {
    const to = addDays(from, 6);
    const { groups } = await get(`summary?from=${from}&to=${to}`);
    const body = { project_id: projectId, name: 'For the client', sections: ['answers'], from, to, compare: 'previous' };
    const { path } = (await api.post('/api/shares', body)).body;
    const reader = await openWindow({ url, isOutside: true });
    const client = await openAs(url, await joinAs(app, WATCHED.organization, { role: 'client' }));
    await client.open(`/console/p/${projectId}/answers?weeks=last`);
    await reader.open(path);
    assert.equal(groups.length, 2);
    for (const { surface, mention_rate: rate, samples } of groups) {
      const name = surface === 'chat_gpt' ? 'ChatGPT' : 'Gemini';
      for (const part of [reader.page.getByRole('figure', { name }), client.page.getByRole('region', { name, exact: true })]) {
        const mention = part.getByRole('group', { name: 'Mention rate' });
        await mention.getByText(toPercent(rate.value), { exact: true }).waitFor();
        await mention.getByText(`Interval of 95%: ${toPercent(rate.low)} to ${toPercent(rate.high)}`).waitFor();
        await mention.getByText('Too few answers to compare with the weeks before').waitFor();
        await part.getByText(`${samples.answered} answered`).waitFor();
      }
    }
    for (const { page: one } of [reader, client]) assert.doesNotMatch(await one.locator('main').innerText(), /\$|\bcosts?\b/u);
    await assertAccessible(reader.page);
    await reader.page.setViewportSize(PHONE);
    await settle(reader.page);
    await assertFits(reader.page);
    for (const window of [reader, client]) {
      assertQuiet(window);
      await window.context.close();
    }
  });

  await t.test('names that are perhaps a common word are decided by a click', async () => {
    await open('/unsure');
    const { names, total } = await get('unsure');
    assert.ok(total > 0);
    await page.getByRole('article').first().getByText(names[0].sentence).waitFor();
    await assertLooks(page);
    await page.getByRole('article').first().getByRole('button', { name: 'It is not' }).click();
    await waitUntil(async () => (await get('unsure')).total < total, 'the name to be decided');
    assert.equal((await get('corrections')).corrections[0].is_mention, false);
  });

  assertQuiet(owner);
  await owner.context.close();
});
