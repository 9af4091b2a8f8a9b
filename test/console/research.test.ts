import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDemoClient } from '../../src/cli/demo/client.ts';
import { waitForOnboarding } from '../../src/cli/demo/domains.ts';
import { addAssets, chooseStory, createDemoProject } from '../../src/cli/demo/story.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';

const TRACKED = 3;
/** From the project to tracked keywords. */
const CLICKS_MAX = 7;

test('from a website to tracked keywords, and what a person says of pages that link to it', async (t) => {
  await ensureConsole();
  const { url, api, app } = await startTestApp(t);
  const story = await chooseStory(makeDemoClient(url, TEST_ADMIN_KEY), makeDemoClient(app.context.config.sandbox ?? ''), TRACKED);
  await createDemoProject(story);
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');

  await t.test('a run is begun, confirmed and harvested, each after its price, and its best keywords are tracked', async () => {
    await open(`/console/p/${story.projectId}`);
    const clicks = await countClicks(page);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Research' }).click();
    await page.getByRole('button', { name: 'Research a website' }).click();
    await dialog.getByLabel('Website').fill(story.website);
    await dialog.getByLabel('Keyword limit').fill('60');
    await dialog.getByRole('button', { name: /^Read the website for \$/u }).click();
    await page.getByRole('button', { name: 'Harvest keywords' }).click();
    await dialog.getByText('Price now').waitFor();
    const lines = await dialog.getByRole('rowheader').allTextContents();
    assert.ok(lines.length > 3 && new Set(lines).size === lines.length, lines.join(', '));
    assert.ok(!lines.some((line) => line.startsWith('Harvest')), lines.join(', '));
    await dialog.getByRole('button', { name: /^Harvest for \$/u }).click();
    await page.getByText('Keywords accepted').waitFor();
    const [run] = (await api.get(`/run?project_id=${story.projectId}`)).body.runs;
    assert.equal(run.status, 'complete');
    assert.ok(run.total_keywords > TRACKED && run.total_keywords <= 60, `${run.total_keywords} keywords`);
    await page.getByRole('button', { name: 'Track the best' }).click();
    await dialog.getByLabel('How many').fill(String(TRACKED));
    await dialog.getByText('Projected cost, 30 days').waitFor();
    await dialog.getByRole('button', { name: /^Track for \$/u }).click();
    await dialog.waitFor({ state: 'hidden' });
    const used = await clicks();
    t.diagnostic(`${used} clicks`);
    assert.ok(used <= CLICKS_MAX, `${used} clicks`);
    const tracked = (await api.get(`/api/project-keywords?project_id=${story.projectId}`)).body.keywords;
    const best = (await api.get(`/run/${run.run_id}/keywords?limit=${TRACKED}`)).body.keywords;
    const textOf = ({ keyword_text: text }: { readonly keyword_text: string }): string => text;
    assert.deepEqual(tracked.map(textOf).toSorted(), best.map(textOf).toSorted());
  });

  await t.test('a key chooses a label, Enter says it, and the next page comes', async () => {
    await addAssets(story);
    await waitForOnboarding(story, () => undefined);
    await open('/console/classification/review');
    const choice = page.getByRole('button', { name: /1$/u });
    await choice.waitFor();
    await page.keyboard.press('1');
    const label = ((await choice.textContent()) ?? '').replace(/1$/u, '').replaceAll(' ', '_');
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/classifier/corrections'));
    await page.getByRole('button', { name: `It is ${label.replaceAll('_', ' ')} (Enter)` }).waitFor();
    await page.keyboard.press('Enter');
    const { corrections } = (await (await answered).json()) as { readonly corrections: readonly { readonly corrected_value: string }[] };
    assert.deepEqual(
      corrections.map(({ corrected_value: value }) => value),
      [label],
    );
    await page.getByText(/^2 of \d+, 1 page judged$/u).waitFor();
    assert.equal((await api.get('/api/admin/classifier/corrections/stats')).body.corrected, 1);
  });

  await t.test('the review shows what stands on the page, or says why it was not read and reads it', async () => {
    await open('/console/classification/review');
    const text = page.getByRole('region', { name: 'Text of the page' });
    const shown = page.getByRole('region', { name: 'Page', exact: true }).getByRole('link').first();
    const address = (await shown.getAttribute('href')) ?? '';
    const read = async () => (await api.get(`/api/admin/classifier/page-text?url=${encodeURIComponent(address)}`)).body;
    const before = await read();
    assert.equal(before.is_read, false);
    await text.getByText(before.reason, { exact: true }).waitFor();
    await text.getByRole('button', { name: 'Read the page now' }).click();
    await text.getByText(/^(?:Read .*UTC|It could not be read now: .*)$/u).waitFor();
    const body = await read();
    if (body.is_read) await text.getByText(body.title ?? 'The page has no title', { exact: true }).waitFor();
  });

  await t.test('domains of a project say what kind of site they are once they were onboarded', async () => {
    const kindOf = async (domain: string): Promise<string | null> =>
      (await api.get(`/api/admin/domains?domain=${domain}`)).body.domain_type;
    for (const domain of [story.website, story.competitor]) {
      await waitUntil(async () => (await kindOf(domain)) !== null, `the kind of ${domain}`);
      await open(`/console/domains?text=${domain}`);
      await page
        .getByRole('row', { name: new RegExp(domain, 'u') })
        .getByText((await kindOf(domain)) ?? '', { exact: true })
        .waitFor();
    }
  });

  assert.deepEqual(problems, []);
  await context.close();
});
