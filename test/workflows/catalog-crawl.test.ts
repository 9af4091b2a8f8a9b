import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areas } from '#areas/index.ts';
import type { Schedule } from '#workflows/schedules/schedules.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { endCrawls } from '../support/end-crawls.ts';
import { openTestStores } from '../support/index.ts';
import { IS_WHOLE } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

const STORE_A = 'job_store_a_catalog_refresh';
const STORE_B = 'job_admin_catalog_refresh';
const MIGRATION = join(import.meta.dirname, '../../src/stores/postgres/migrations/0081_store_crawls.sql');
/** The schedules of releases before, which began a crawl of a whole store beside the jobs. */
const OLD: readonly Schedule[] = ['store-a-catalog-crawl', 'store-b-catalog-crawl'].map((name) => ({
  name,
  cron: '0 2 * * 1',
  workflow: 'job-runs-prune',
  input: {},
}));

interface Run {
  readonly job_id: string | null;
  readonly platform: string;
  readonly trigger: string;
}

test('whole-store crawls are jobs and only jobs', async (t) => {
  const stores = await openTestStores(t);
  const withOld = areas.map((area) => (area.name === 'jobs' ? { ...area, schedules: [...(area.schedules ?? []), ...OLD] } : area));
  const before = await startTestApp(t, { stores, areas: withOld, hasSchedules: true });
  assert.deepEqual(
    await listCrawlSchedules(before),
    OLD.map(({ name }) => name),
  );
  await before.app.stop();

  const world = await startTestApp(t, { stores, hasSchedules: true, areCrawlJobsOn: true });
  const { api, app, sandbox } = world;
  await t.test('an upgrade removes the schedules that crawled beside the jobs', async () => {
    assert.deepEqual(await listCrawlSchedules(world), []);
  });

  await t.test('the job of the paid store sleeps until an operator wakes it, the job of the free one does not', async () => {
    // The services of tests put the crawls of both stores to sleep.
    await api.put(`/api/jobs/${STORE_A}`, { is_enabled: true });
    const jobs = await Promise.all([STORE_A, STORE_B].map(async (id) => (await api.get(`/api/jobs/${id}`)).body));
    assert.deepEqual(
      jobs.map(({ is_enabled, cron_schedule, next_run }) => [is_enabled, cron_schedule, next_run !== null]),
      [
        [true, '0 2 * * 1', true],
        [false, '0 0 * * 0', false],
      ],
    );
    const [free, paid] = jobs.map(({ estimate }) => estimate.cost_usd as number);
    assert.ok(free === 0 && (paid ?? 0) > 0.01, `${free} and ${paid} USD`);
  });

  await t.test('a week brings one crawl of the free store, and no paid call', async () => {
    await sandbox.post('/_sandbox/clock', { advance_days: 7 });
    let runs: Run[] = [];
    await waitUntil(async () => (runs = (await api.get('/api/admin/crawl-runs?limit=10')).body.runs).length > 0, 'the crawl of the week');
    // Reading the whole catalogue takes long.
    if (!IS_WHOLE) await endCrawls(app.server);
    assert.deepEqual(
      runs.map(({ job_id, platform, trigger }) => [job_id, platform, trigger]),
      [[STORE_A, 'store_a', 'schedule']],
    );
    const { by_endpoint: calls } = (await sandbox.get('/_sandbox/calls')).body as { by_endpoint: Record<string, number> };
    assert.deepEqual(
      Object.keys(calls).filter((path) => path.includes('/app_data/')),
      [],
    );
  });

  await t.test('an upgrade leaves a job as it is that was changed', async () => {
    const [update = ''] = readFileSync(MIGRATION, 'utf8').split(';');
    const { postgres } = app.context;
    const upgrade = async (updated: string): Promise<boolean> => {
      await postgres.query(`update jobs set is_enabled = true, updated_at = created_at + $2::interval where id = $1`, [STORE_B, updated]);
      await postgres.query(update);
      return (await api.get(`/api/jobs/${STORE_B}`)).body.is_enabled;
    };
    assert.deepEqual([await upgrade('0 seconds'), await upgrade('1 second')], [false, true]);
  });
});

async function listCrawlSchedules({ api }: TestApp): Promise<string[]> {
  const { schedules } = (await api.get('/api/admin/config')).body as { schedules: { name: string }[] };
  return schedules.map(({ name }) => name).filter((name) => name.includes('crawl'));
}
