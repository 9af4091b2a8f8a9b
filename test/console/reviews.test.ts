import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertAccessible, assertFits, assertLegible } from './support/walk.ts';

const TABS = ['Chart ranks', 'Terms', 'Competitors', 'Reviews', 'Changes', 'Summary'];

interface ReviewsBody {
  readonly reviews: readonly {
    readonly review_id: string;
    readonly rating: number;
    readonly text: string;
    readonly version: string | null;
  }[];
  readonly ratings: readonly number[];
  readonly total: number;
}

test("an app's ranks and reviews", async (t) => {
  await ensureConsole();
  const { url, api } = await startTestApp(t);
  const project = await makeProject(api, ['invoicenest.com']);
  const { results } = (await api.post('/api/apps/search', { query: 'budget', platform: 'store_a', limit: 5, project_id: project })).body;
  const appId: string = results[0].app_id;
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const stars = page.getByRole('group', { name: 'Stars' });
  const readReviews = async (more = ''): Promise<ReviewsBody> =>
    (await api.get(`/api/apps/${appId}/reviews?platform=store_a&limit=200${more}`)).body;

  await t.test('an app is followed with three clicks, and each of its views is one more', async () => {
    await open(`/console/p/${project}`);
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('button', { name: 'Track an app' }).click();
    await dialog.getByLabel('Name, id, or store URL').fill(appId);
    await dialog.getByRole('button', { name: /^Track for \$/u }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.ok((await clicks()) <= 3, `${await clicks()} clicks`);
    await waitUntil(
      async () => (await api.get(`/api/apps/tracked?project_id=${project}`)).body.apps[0]?.last_run_at !== null,
      'the app to be read',
    );
    await open(`/console/p/${project}/apps/store_a/${appId}`);
    const counted = await countClicks(page);
    for (const [at, tab] of TABS.entries()) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      assert.equal(await counted(), at + 1, tab);
    }
  });

  await t.test('reviews have the stars that the store counts, or those that were read, and say which', async () => {
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await page.getByRole('button', { name: 'Read the newest reviews' }).click();
    await dialog.getByRole('button', { name: /^Read for \$/u }).click();
    await waitUntil(async () => (await readReviews()).total > 0, 'reviews to arrive');
    await page.reload();
    const { rating_histogram: histogram } = (await api.get(`/api/apps/${appId}?platform=store_a`)).body as {
      rating_histogram: number[] | null;
    };
    const counts = histogram ?? (await readReviews()).ratings;
    const total = counts.reduce((sum, count) => sum + count, 0);
    const basis = histogram === null ? `Of the ${total} reviews that were read` : 'ratings, as the store counts them';
    await stars.getByText(basis).waitFor();
    for (const [at, count] of counts.entries()) {
      const row = await stars
        .getByRole('button')
        .nth(4 - at)
        .innerText();
      assert.match(row.replaceAll(/\s+/gu, ' '), new RegExp(`^${at + 1} stars? ${count.toLocaleString('en-US')} \\(`, 'u'));
    }
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('stars and version choose reviews, and a row opens the whole text', async () => {
    const { ratings } = await readReviews();
    const most = ratings.indexOf(Math.max(...ratings)) + 1;
    await stars.getByRole('button', { name: new RegExp(`^${most} star`, 'u') }).click();
    await page.waitForURL(new RegExp(`stars=${most}`, 'u'));
    const wanted = await readReviews(`&rating=${most}`);
    await page.getByText(`${wanted.total} of ${wanted.total}`, { exact: true }).waitFor();
    assert.ok(wanted.reviews.every(({ rating }) => rating === most));
    const [first] = wanted.reviews;
    await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
    await dialog.getByText(first!.text.slice(0, 60)).waitFor();
    await page.keyboard.press('Escape');
    const version = wanted.reviews.find((review) => review.version !== null)?.version;
    if (version === undefined || version === null) return;
    await page.getByLabel('Version').fill(version);
    await page.waitForURL(/version=/u);
    const narrowed = await readReviews(`&rating=${most}&version=${encodeURIComponent(version)}`);
    await page.getByText(`${narrowed.total} of ${narrowed.total}`, { exact: true }).waitFor();
  });

  assert.deepEqual(problems, []);
  await context.close();
});
