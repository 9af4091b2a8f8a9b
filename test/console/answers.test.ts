import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';
import { reachMonday, runRound } from '../support/answers-world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertLooks } from './support/looks.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertQuiet, DIALOG } from './support/walk.ts';

const ORGANIZATION = 'org_answers_console';
const PROMPTS = ['What is the best invoicing software?', 'Which accounting software suits an agency?', 'Is Invoice Nest good?'];
const WEEK_DAYS = 7;
const compare = (one: string, other: string): number => one.localeCompare(other);

const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const toPercent = (share: number): string => `${percent.format(share * 100)}%`;

test('answers of assistants in the console', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const { api, sandbox, url } = app;
  await reachMonday(app);
  const projectId = await makeProject(api, ['invoicenest.com', 'ledgerwise.app'], ORGANIZATION);
  const owner = await openAs(url, await joinAs(app, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const open = async (path = ''): Promise<void> => await owner.open(`/console/p/${projectId}/answers${path}`);
  const region = (name: string | RegExp) => page.getByRole('region', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const get = async (path: string) => (await api.get(`/api/answers/${path}${path.includes('?') ? '&' : '?'}project_id=${projectId}`)).body;

  await t.test('what is missing is asked for, one thing after the other: brands first', async () => {
    await open();
    await heading('No brands yet').waitFor();
    await page.getByRole('link', { name: 'Set up answers' }).click();
    const brand = page.getByRole('group', { name: 'invoicenest.com', exact: true });
    assert.equal(await brand.getByLabel('Whose').inputValue(), 'own');
    await brand.getByRole('textbox', { name: 'Name', exact: true }).fill('Invoice Nest');
    await page
      .getByRole('group', { name: 'ledgerwise.app', exact: true })
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('Ledger Wise');
    await page.getByRole('button', { name: 'Save brands' }).click();
    await page.getByText('Answers are read for 2 brands.').waitFor();
    assert.deepEqual(
      (await get('brands')).brands.map(({ name, role, domains }: any) => [name, role, domains]),
      [
        ['Invoice Nest', 'own', ['invoicenest.com']],
        ['Ledger Wise', 'competitor', ['ledgerwise.app']],
      ],
    );
    await assertLooks(page);
  });

  await t.test('prompts are added after what would become of them is said', async () => {
    await open();
    await heading('No prompts yet').waitFor();
    await page.getByRole('link', { name: 'Open the prompts' }).click();
    await page.getByRole('button', { name: 'Add prompts' }).click();
    const dialog = page.locator(DIALOG);
    await dialog.getByLabel('Prompts').fill([...PROMPTS, PROMPTS[0]?.toUpperCase()].join('\n'));
    await dialog.getByRole('status').getByText('3 prompts would be added. 1 line is asked already, or named twice.').waitFor();
    await assertAccessible(page, DIALOG);
    assert.equal((await get('prompts')).total, 0);
    await dialog.getByRole('button', { name: 'Add 3 prompts' }).click();
    await page.getByText('3 prompts are asked.').waitFor();
    assert.equal((await get('prompts')).total, 3);
  });

  await t.test('a plan shows its price and its precision before it is saved', async () => {
    await open();
    await heading('No plan yet').waitFor();
    await open('/setup');
    for (const name of ['ChatGPT', 'Gemini']) await page.getByLabel(name, { exact: true }).check();
    const body = { project_id: projectId, surfaces: ['chat_gpt', 'gemini'], samples_per_week: 5, enabled: false, dry_run: true };
    const { estimate } = (await api.put('/api/answers/plan', body)).body;
    const buys = region('What the plan buys');
    await buys.getByText(`30 answers a week to 3 prompts, ${estimate.answers_per_month} a month.`).waitFor();
    await buys.getByText(`$${estimate.monthly_cost_usd} a month at most.`).waitFor();
    await buys.getByText(`an interval ${estimate.precision.interval_points} points wide`).waitFor();
    assert.deepEqual((await get('plan')).plan.surfaces, []);
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Assistants are asked by the plan.').waitFor();
    await open();
    await heading('Waiting for the first answers').waitFor();
    await open('/setup');
    await page.getByLabel('Ask by this plan').uncheck();
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Assistants are asked once the plan is on.').waitFor();
    await open();
    await heading('The plan is off').waitFor();
    assert.equal((await api.put('/api/answers/plan', { ...body, enabled: true, dry_run: false })).status, 200);
  });

  await t.test('answers that failed are said to have failed, and are no zero', async () => {
    await advanceDay(app);
    await sandbox.post('/_sandbox/faults', { match: 'llm_scraper', kind: 'provider_50000' });
    await runRound(app);
    await sandbox.post('/_sandbox/faults', {});
    const { groups } = await get('summary');
    assert.ok(groups.length > 0 && groups.every(({ samples }: any) => samples.failed > 0 && samples.answered === undefined));
    await open();
    await page.getByText('The planned answers of these weeks did not come').waitFor();
    const card = region(groups[0].surface === 'chat_gpt' ? 'ChatGPT' : 'Gemini');
    await card.getByText(`Planned ${groups[0].samples.failed} time`).waitFor();
    await card.getByText('The newest that failed').waitFor();
    assert.equal(await card.getByText('not known', { exact: true }).count(), 3);
    assert.equal(await card.getByText('0.0%', { exact: true }).count(), 0);
    await assertLooks(page);
  });

  for (let day = 1; day < WEEK_DAYS; day += 1) {
    await advanceDay(app);
    await runRound(app);
  }

  await t.test('a card has the rates of the API with their intervals, and what became of its samples', async () => {
    await open();
    const { groups } = await get(
      `summary?from=${new Date(app.app.context.clock.now().getTime() - 21 * 86_400_000).toISOString().slice(0, 10)}`,
    );
    assert.equal(groups.length, 2);
    for (const { surface, mention_rate: rate, samples } of groups) {
      const card = region(surface === 'chat_gpt' ? 'ChatGPT' : 'Gemini');
      const mention = card.getByRole('group', { name: 'Mention rate' });
      await mention.getByText(toPercent(rate.value), { exact: true }).waitFor();
      await mention.getByText(`Interval of 95%: ${toPercent(rate.low)} to ${toPercent(rate.high)}`).waitFor();
      await mention.getByText(`${rate.successes} of ${rate.n} answers`).waitFor();
      await mention.getByRole('img', { name: `Mention rate: ${toPercent(rate.value)}` }).waitFor();
      await mention.getByText('Too few answers to compare').waitFor();
      await card.getByText(`${samples.answered} answered`).waitFor();
    }
    await assertLooks(page);
  });

  await t.test('the line breaks where the model changes', async () => {
    assert.equal((await sandbox.post('/_sandbox/assistants', { surface: 'chat_gpt', model: 'gpt-6-test' })).status, 200);
    for (let day = 0; day < WEEK_DAYS; day += 1) {
      await advanceDay(app);
      await runRound(app);
    }
    const broken = (await get('series')).weeks.filter(({ model_break: isBreak }: any) => isBreak);
    assert.ok(broken.length > 0);
    await open();
    await region('ChatGPT')
      .getByRole('img', { name: /the model changed before/u })
      .waitFor();
    assert.equal(
      await region('Gemini')
        .getByRole('img', { name: /the model changed before/u })
        .count(),
      0,
    );
    await region('ChatGPT').getByRole('button', { name: 'Show as table' }).click();
    await region('ChatGPT').getByRole('grid').getByText('gpt-6-test').first().waitFor();
  });

  await t.test('the line shows what happened in its weeks, and nothing of other days', async () => {
    const { weeks } = await get('series');
    const last = weeks.at(-1).week;
    const note = (date: string, text: string) =>
      api.post('/api/annotations', { scope: 'project', project_id: projectId, date, text, kind: 'other' });
    assert.equal((await note(last, 'The new pricing page')).status, 201);
    assert.equal((await note('2020-01-01', 'Long ago')).status, 201);
    await open();
    for (const name of ['ChatGPT', 'Gemini']) {
      await region(name).getByRole('list', { name: 'Annotations' }).getByText('The new pricing page').waitFor();
      await region(name)
        .getByRole('img', { name: /annotation/u })
        .locator('[data-note]', { hasText: 'The new pricing page' })
        .waitFor({ state: 'attached' });
      assert.equal(await region(name).getByText('Long ago').count(), 0);
    }
    await assertLooks(page);
  });

  await t.test('a prompt has the fraction of its answers on each surface', async () => {
    await open('/prompts?weeks=12');
    const { prompts } = await get('prompts');
    const from = new Date(app.app.context.clock.now().getTime() - 77 * 86_400_000).toISOString().slice(0, 10);
    const { groups } = await get(`summary?group_by=prompt&from=${from}`);
    assert.ok(groups.length > 0);
    for (const { group, mention_rate: rate } of groups) {
      const text = prompts.find(({ id }: any) => id === group).text;
      const row = page.getByRole('grid', { name: 'Prompts' }).getByRole('row').filter({ hasText: text });
      await row.getByText(`${rate.successes}/${rate.n}`, { exact: true }).first().waitFor();
    }
    await assertLooks(page);
  });

  await t.test('answers of a prompt stand side by side as inert text, names marked, and it is asked now for its price', async () => {
    await page
      .getByRole('grid', { name: 'Prompts' })
      .getByText(PROMPTS[2] ?? '')
      .click();
    const { prompts } = await get('prompts');
    const { id } = prompts.find(({ text }: any) => text === PROMPTS[2]);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Ask now' }).click();
    const dialog = page.locator(DIALOG);
    await dialog.getByLabel('Gemini', { exact: true }).uncheck();
    await dialog.getByRole('button', { name: 'Ask for $0.0012' }).click();
    await waitUntil(async () => {
      const { samples } = await get(`samples?prompt_id=${id}`);
      return samples.some((one: any) => !one.is_planned && one.status !== 'pending');
    }, 'the answer that was asked for');
    await page.getByText('asked beside the plan, left out of rates').waitFor();
    const { samples } = await get(`samples?prompt_id=${id}&status=answered&limit=6`);
    const regions = page.getByRole('region', { name: /^Answer of/u });
    // Read at once: an answer that comes meanwhile moves the others on.
    const shown = await regions.evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent, marks: [...one.querySelectorAll('mark')].map((mark) => mark.textContent) })),
    );
    let marks = 0;
    for (const { id: sampleId } of samples) {
      const { text, mentions } = (await api.get(`/api/answers/samples/${sampleId}`)).body;
      const found = shown.find((one) => one.text === text);
      // An older one is on the next page.
      if (found === undefined) continue;
      const expected = mentions.flatMap(({ spans }: any) => spans.map(({ from, to }: any) => text.slice(from, to)));
      assert.deepEqual(found.marks.toSorted(compare), expected.toSorted(compare));
      marks += expected.length;
    }
    assert.ok(marks > 0);
    assert.equal(await page.locator('main article :is(img, iframe, script)').count(), 0);
    await assertLooks(page);
  });

  await t.test('sources are listed by site and by page, with whose they are', async () => {
    await open('/sources');
    const { sources } = await get(
      `sources?from=${new Date(app.app.context.clock.now().getTime() - 21 * 86_400_000).toISOString().slice(0, 10)}`,
    );
    const row = page.getByRole('grid', { name: 'Cited sources' }).getByRole('row').filter({ hasText: sources[0].source }).first();
    await row.getByText(toPercent(sources[0].rate.value), { exact: true }).waitFor();
    await row.getByRole('img', { name: /^Citation rate/u }).waitFor();
    await page.getByLabel('Sources', { exact: true }).selectOption({ label: 'Pages' });
    await page.getByRole('grid', { name: 'Cited sources' }).getByRole('link').first().waitFor();
    await assertLooks(page);
  });

  await t.test('the index of the provider is looked up for the price that stands there, and stands apart', async () => {
    await open('/index');
    await page.getByRole('button', { name: 'Look up' }).click();
    const dialog = page.locator(DIALOG);
    await dialog.getByText('$0.02', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('grid', { name: 'Answers of the index' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('grid', { name: 'Cited pages' }).getByRole('link').first().waitFor();
    const { entries } = (await app.sandbox.get('/_sandbox/calls')).body;
    assert.equal(entries.filter(({ path }: any) => path.endsWith('/llm_mentions/search/live')).length, 1);
    await assertLooks(page);
  });

  await t.test('a prompt is ended by its row, and its answers stay', async () => {
    await open('/prompts');
    const row = page
      .getByRole('grid', { name: 'Prompts' })
      .getByRole('row')
      .filter({ hasText: PROMPTS[0] ?? '' });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'End 1 prompt' }).click();
    await page.locator(DIALOG).getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('2 prompts are asked.').waitFor();
    await assertLooks(page);
    await page.getByLabel('Which', { exact: true }).selectOption({ label: 'Ended' });
    await page
      .getByRole('grid', { name: 'Prompts' })
      .getByText(PROMPTS[0] ?? '')
      .click();
    await page.getByRole('article').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ask now' }).count(), 0);
  });

  await t.test('the setup with brands, a plan and its price is accessible on wide and narrow pages', async () => {
    await open('/setup');
    await region('What the plan buys').getByText('a month at most.').waitFor();
    await assertLooks(page);
  });

  assertQuiet(owner);
  await owner.context.close();
});
