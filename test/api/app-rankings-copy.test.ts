import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { DAY_MS } from '#kernel/durations.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const WEEKS = 2;
const countReadings = {
  name: 'test-count-readings',
  sql: `select toString(captured_at) as at, toUInt32(count()) as places from app_analytics where rank is not null group by captured_at order by at`,
  params: z.object({}),
  row: z.object({ at: z.string(), places: z.number() }),
};

test('the lists of app stores come back to a ClickHouse that lost them, as they were last read in each week', async (t) => {
  const world = await startTestApp(t);
  const { clickhouse, outbox } = world.app.context;
  for (let week = 0; week < WEEKS; week += 1) {
    // A Wednesday and the Friday after it: two readings of one week, the second one shorter.
    await moveTo(world, week, 3);
    await crawl(world, { limit: 40 });
    await moveTo(world, week, 5);
    await crawl(world, { limit: 30 });
  }
  await outbox.flush();
  const readings = await clickhouse.query(countReadings, {});
  const before = await readAnswers(world);
  assert.ok(before.every(({ body }) => body.rankings.length > 0));
  assert.equal((await copy(world)).missing_rows, 0, 'the stores agree');

  await clickhouse.command('truncate table app_analytics');
  assert.deepEqual((await readAnswers(world))[0]?.body.rankings, []);
  const report = await copy(world);
  const restored = await clickhouse.query(countReadings, {});
  assert.deepEqual(
    restored,
    readings.filter((_reading, at) => at % 4 >= 2),
    'of both stores, each Friday',
  );
  assert.deepEqual([report.verified, report.copied_rows], [true, restored.reduce((sum, { places }) => sum + places, 0)]);
  const days = new Set(restored.map(({ at }) => at.slice(0, 10)));
  assert.deepEqual(
    (await readAnswers(world)).map(({ body }) => body.rankings.map(toPlace)),
    before.map(({ body }) => body.rankings.filter(({ date }: Place) => days.has(date)).map(toPlace)),
  );
  assert.deepEqual([(await copy(world)).missing_rows, (await copy(world)).verified], [0, true]);
});

interface Place {
  readonly date: string;
  readonly rank: number;
  readonly chart: string;
}

const toPlace = ({ date, rank, chart }: Place): Place => ({ date, rank, chart });

async function moveTo({ sandbox, app }: TestApp, week: number, weekday: number): Promise<void> {
  const first = Date.parse('2027-02-01T12:00:00Z');
  const now = first + (week * 7 + weekday - 1) * DAY_MS;
  await sandbox.post('/_sandbox/clock', { now });
  while (Math.abs(app.context.clock.now().getTime() - now) > DAY_MS / 4) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function crawl({ api, app }: TestApp, more: object): Promise<void> {
  for (const [platform, categoryId] of [
    ['store_a', '6000'],
    ['store_b', 'BUSINESS'],
  ]) {
    const { body } = await api.post('/api/admin/start-crawl', { platform, category_ids: [categoryId], ...more });
    const ended = await app.context.workflows.waitFor(body.run_id, PATIENCE_MS);
    assert.ok(ended, JSON.stringify(body));
  }
}

/** The daily places of the first apps of both stores, the newest first. */
async function readAnswers({ api }: TestApp): Promise<{ body: any }[]> {
  const answers: { body: any }[] = [];
  for (const [platform, categoryId] of [
    ['store_a', '6000'],
    ['store_b', 'BUSINESS'],
  ]) {
    const { body } = await api.get(`/api/top-apps?platform=${platform}&category_id=${categoryId}&limit=5`);
    for (const { app_id: appId } of body.apps)
      answers.push(await api.get(`/api/apps/${appId}/rankings?granularity=day&days=30&category_id=${categoryId}`));
  }
  return answers;
}

async function copy({ api }: TestApp): Promise<any> {
  const { status, body } = await api.post('/api/admin/migrate-to-clickhouse', {});
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
