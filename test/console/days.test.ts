import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDemoClient } from '../../src/cli/demo/client.ts';
import {
  addAssets,
  checkDay,
  chooseStory,
  createDemoProject,
  setCheckInterval,
  setDay,
  trackDemoKeywords,
} from '../../src/cli/demo/story.ts';
import { ensureConsole } from '../../src/console/index.ts';
import { toDay } from '#kernel/clock.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { getTruth, trueRank } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';

const KEYWORDS = 4;
const CHECKS = 2 * KEYWORDS;

test('days that pass in the demo bring positions, and the buttons say so', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api, app, sandbox } = service;
  const story = await chooseStory(makeDemoClient(url, TEST_ADMIN_KEY), makeDemoClient(app.context.config.sandbox ?? ''), KEYWORDS);
  await createDemoProject(story);
  await addAssets(story);
  await trackDemoKeywords(story);
  await setDay(story, toDay(app.context.clock.now()));
  await checkDay(story, () => undefined);
  await setCheckInterval(story, 'daily');
  const { page, open, problems } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const project = `/console/p/${story.projectId}`;

  await t.test('what is planned stands among the checks', async () => {
    await open(`${project}/checks`);
    await page.getByRole('heading', { name: 'Checks in the next 30 days' }).waitFor();
  });

  await t.test('a chart of one check says when its line goes on', async () => {
    await open(project);
    const average = page.getByRole('region', { name: 'Average position' });
    await average.getByText('One check so far; the line fills in after the next one, tomorrow.').waitFor();
    assert.equal(await average.getByRole('slider').count(), 0, 'no picture of one point');
  });

  await t.test('a day passes with its checks, says how far they are, and how many there were', async () => {
    await sandbox.post('/_sandbox/queue', { delay_ms: 3_000 });
    await page.getByRole('button', { name: '+1 d: let 1 day pass' }).click();
    await page.getByText(new RegExp(`^\\w+day, \\w+ \\d+: \\d of ${CHECKS} checks$`, 'u')).waitFor();
    await page.getByText(`: ${CHECKS} checks. The charts have a new day.`).waitFor();
    await page.getByRole('region', { name: 'Average position' }).getByRole('slider').first().waitFor();
    const { rankings } = (await api.get(`/api/rankings?project_id=${story.projectId}&relationship=MINE&limit=100`)).body;
    const today = toDay(app.context.clock.now());
    for (const keyword of story.keywords) {
      const own = rankings.find((row: Row) => row.keyword === keyword && row.device === 'desktop');
      assert.deepEqual([own.check_date, own.position], [today, trueRank(await getTruth(service, keyword), story.website)], keyword);
    }
    assert.deepEqual(problems, []);
  });
});

interface Row {
  readonly keyword: string;
  readonly device: string;
}
