import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeFallenWorld } from '../support/fallen-world.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertAccessible, assertQuiet } from './support/walk.ts';

const CLICKS_MAX = 4;
const MINUTE_MS = 60_000;
/** So long at most a chart waits for the screen around it (`late-part.tsx`). */
const CHARTS_WAIT_MS = 3_000;

test('what fell, and why', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const world = await makeFallenWorld(service);
  const { projectId, keywords, from, to } = world;
  const [fallen = ''] = keywords;
  const window = await openWindow({ url: service.url, key: TEST_ADMIN_KEY });
  const { page, open } = window;
  page.setDefaultTimeout(MINUTE_MS);
  const sides = page.getByRole('group', { name: 'Both result pages' }).getByRole('region');

  await t.test('Overview opens with what changed since the last visit of this browser', async () => {
    const seen = addDays(toDay(service.app.context.clock.now()), -7);
    await open(`/console/p/${projectId}`);
    await page.evaluate(`localStorage.setItem('sightline.seen.${projectId}', '2026-01-01 ${seen}')`);
    await page.reload();
    const lead = page.locator('main [data-lead]').filter({ hasText: /^Since you last looked, on .*: \d+ keywords? up/u });
    await lead.waitFor();
    const { body } = await service.api.get(`/api/rankings/moves?project_id=${projectId}&since=day&before=${seen}`);
    const [, up, down] = /: (\d+) keywords? up,? (?:and )?(\d+) down/u.exec((await lead.textContent()) ?? '') ?? [];
    assert.deepEqual([up, down], [String(body.counts.up), String(body.counts.down)]);
  });

  await t.test('what fell most since last week, and why, takes four clicks at most', async () => {
    await open(`/console/p/${projectId}`);
    const clicks = await countClicks(page);
    await page.getByText('Since a week ago').click();
    await page.getByRole('link', { name: fallen, exact: true }).click();
    const sentence = page.getByRole('status', { name: 'What happened' });
    await sentence.waitFor();
    assert.match((await sentence.textContent()) ?? '', new RegExp(`^From ${from} to ${to} on \\w+ \\d+: .*sites passed you`, 'u'));
    const count = await clicks();
    assert.ok(count <= CLICKS_MAX, `${count} clicks`);
    assertQuiet(window);
  });

  await t.test('both result pages stand side by side at the same places, the own row of the later one in view', async () => {
    assert.equal(await sides.count(), 2);
    const [left, right] = await Promise.all([sides.nth(0), sides.nth(1)].map((side) => side.locator('[data-place="1"]').boundingBox()));
    assert.equal(left?.y, right?.y, 'place 1 on one line');
    assert.ok((left?.x ?? 0) < (right?.x ?? 0));
    const own = sides.nth(1).locator('[data-own]');
    await own.getByText('yours').waitFor();
    const inView = await own.evaluate((row) => {
      const box = row.closest('[role="group"]');
      if (!box) return false;
      const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    });
    assert.ok(inView, 'the own row');
    assert.ok((await sides.nth(1).getByText('passed you').count()) > 0);
    await sides
      .nth(0)
      .getByRole('button', { name: `You: ${from}` })
      .click();
    await assertAccessible(page, 'main');
  });

  await t.test('on a phone the pages stand one under the other', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [upper, lower] = await Promise.all([sides.nth(0).boundingBox(), sides.nth(1).boundingBox()]);
    assert.equal(upper?.x, lower?.x);
    assert.ok((upper?.y ?? 0) + (upper?.height ?? 0) <= (lower?.y ?? 0));
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('a title of 55 letters is whole at 1400 px, and sites are added from the row in hand', async () => {
    const table = page.getByRole('grid', { name: 'Results' });
    const button = table.getByRole('button', { name: /^This is our site/u }).first();
    await page.mouse.move(0, 0);
    const opacity = async (): Promise<string> =>
      await button.evaluate((one) => {
        const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (element: unknown) => { opacity: string } };
        return getComputedStyle(one.parentElement ?? one).opacity;
      });
    await table.scrollIntoViewIfNeeded();
    assert.equal(await opacity(), '0');
    await button.focus();
    assert.equal(await opacity(), '1');
    const titles = await table
      .getByRole('gridcell')
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => ({
          letters: link.textContent?.length ?? 0,
          isCut: (link.closest('[role="gridcell"]')?.scrollWidth ?? 0) > (link.closest('[role="gridcell"]')?.clientWidth ?? 0),
        })),
      );
    assert.ok(titles.length > 0);
    assert.deepEqual(
      titles.filter(({ letters, isCut }) => isCut && letters <= 55),
      [],
    );
  });

  await t.test('what marks a site is whole at 900 px', async () => {
    await page.setViewportSize({ width: 900, height: 900 });
    const marks = page
      .getByRole('grid', { name: 'Results' })
      .getByRole('gridcell')
      .getByText(/^(?:yours|competitor|position)$/u);
    await marks.first().waitFor();
    const cut = await marks.evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > (one.closest('[role="gridcell"]')?.getBoundingClientRect().right ?? 0)),
    );
    assert.equal(cut.length, 0, `of ${await marks.count()}`);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('a check is compared with the one before by itself, or with none', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Keywords' }).click();
    await page.getByRole('grid', { name: 'Keywords' }).getByText(fallen, { exact: true }).click();
    await page.getByRole('button', { name: /Newest result page/u }).click();
    await page.getByRole('group', { name: 'Both result pages' }).waitFor();
    await page.getByRole('status', { name: 'What happened' }).waitFor();
    assertQuiet(window);
  });

  await t.test('projects, competitors and the overview say the same of the week', async () => {
    const { counts } = (await service.api.get(`/api/rankings/moves?project_id=${projectId}&since=week`)).body;
    const [rose, fell] = [counts.up + counts.new, counts.down + counts.lost];
    await open('/console/');
    await page.getByRole('img', { name: new RegExp(`^rose ${rose}: .*fell ${fell}: `, 'u') }).waitFor();
    await open(`/console/p/${projectId}?since=week`);
    await page.getByText(`Fell ${fell}`, { exact: true }).waitFor();
    await page.getByText(`Rose ${rose}`, { exact: true }).waitFor();
    await open(`/console/p/${projectId}/competitors`);
    const row = page.getByRole('grid', { name: 'Sites', exact: true }).getByRole('row', { name: new RegExp(world.site, 'u') });
    const cells = await row.getByRole('gridcell').allTextContents();
    assert.deepEqual(cells.slice(-2), [String(rose), String(fell)]);
    await open(`/console/p/${projectId}/keywords?since=week&moved=fell`);
    await page.getByText(`${fell} of ${keywords.length}`).first().waitFor();
    assertQuiet(window);
  });

  await t.test('a competitor is compared with by one click, and a list is saved by one', async () => {
    await open(`/console/p/${projectId}/keywords`);
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Competitors', exact: true, pressed: false }).click();
    await page.getByRole('columnheader', { name: new RegExp(world.rival, 'u') }).waitFor();
    assert.equal(await clicks(), 1);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV', exact: true }).click()]);
    assert.match(download.suggestedFilename(), /\.csv$/u);
    assert.equal(await clicks(), 2, 'one more');
  });

  await t.test('what happened stands at the charts of the overview: annotations, and updates that the engine announced', async () => {
    await service.api.post('/api/annotations', {
      scope: 'project',
      project_id: projectId,
      date: world.after,
      text: 'New checkout',
      kind: 'release',
    });
    await open(`/console/p/${projectId}`);
    const list = page.getByRole('list', { name: 'What happened' });
    await list.getByRole('button', { name: 'New checkout' }).waitFor();
    const chart = page.getByRole('slider', { name: /^Average position/u });
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /New checkout/u, 'the keyboard reaches it');
    await page.getByRole('region', { name: 'Average position' }).getByText('New checkout').waitFor();
    await open(`/console/p/${projectId}?from=2026-05-20&to=2026-06-05`);
    await list.getByRole('link', { name: 'May 2026 core update' }).waitFor();
    await assertAccessible(page, 'main');
  });

  await t.test('a shared page says it at each of its charts, in the words of the console, where the share shows it', async () => {
    const note = { scope: 'project', project_id: projectId, date: world.after, kind: 'release' };
    await service.api.post('/api/annotations', { ...note, text: 'For the client', show_on_shares: true });
    const days = { from: '2026-05-21' };
    await open(`/console/p/${projectId}?from=${days.from}&to=${world.after}&compare=none`);
    const words = ['May 2026 core update of the search engine', 'For the client (release)'] as const;
    await page.getByRole('slider', { name: /^Average position/u }).focus();
    for (const [key, text] of [
      ['Home', words[0]],
      ['End', words[1]],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`[role="slider"][aria-label^="Average position"][aria-valuetext*="${text}"]`).waitFor();
    }

    const reader = await openWindow({ url: service.url, isOutside: true });
    const share = { project_id: projectId, name: 'Report', sections: ['overview', 'chart', 'competitors', 'features'], ...days };
    const readNotes = async (more: object): Promise<string[][]> => {
      const { body } = await service.api.post('/api/shares', { ...share, ...more });
      await reader.open(body.path);
      for (const section of await reader.page.locator('section').all())
        await section.and(reader.page.locator('[aria-busy="false"]')).waitFor();
      // A chart is drawn by code that comes after the section's own.
      for (const loading of await reader.page.getByText('Loading').all()) await loading.waitFor({ state: 'detached' });
      const charts = await reader.page.getByRole('figure').all();
      assert.ok(charts.length >= 6, `${charts.length} charts`);
      return await Promise.all(
        charts.map(async (one) => await one.getByRole('list', { name: 'Annotations' }).getByRole('listitem').allInnerTexts()),
      );
    };
    for (const notes of await readNotes({ show_annotations: true })) {
      for (const text of words)
        assert.ok(
          notes.some((one) => one.includes(text)),
          `${text}: ${notes.join(' / ')}`,
        );
      assert.equal(notes.join(' ').includes('New checkout'), false, 'what is for the team alone');
    }
    await assertAccessible(reader.page);
    assert.deepEqual((await readNotes({})).flat(), []);
    assertQuiet(reader);
    await reader.context.close();
  });

  await t.test('what draws charts is asked for behind the figures and texts, and a slow answer does not keep it away', async () => {
    const slow = Promise.withResolvers<void>();
    const notes = '**/api/annotations?**';
    await page.route(notes, async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.goto(`/console/p/${projectId}`);
    await page.getByRole('slider', { name: /^Average position/u }).waitFor();
    assert.equal(await page.locator('[data-ready]').count(), 0, 'the screen still waits for an answer');
    const [askedAt] = await page.evaluate<number[]>(
      "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/plot-')).map(({ startTime }) => startTime)",
    );
    assert.ok(Number(askedAt) >= CHARTS_WAIT_MS, `asked for ${askedAt} ms after the page`);
    slow.resolve();
    await page.locator('[data-ready]').first().waitFor();
    await page.unroute(notes);
  });
});
