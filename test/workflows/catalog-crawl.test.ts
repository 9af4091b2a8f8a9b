import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { endCrawls } from '../support/end-crawls.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { IS_WHOLE } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Run {
  readonly id: string;
  readonly job_id: string | null;
  readonly platform: string;
  readonly trigger: string;
  readonly status: string;
  readonly error: string | null;
  readonly completed_at: string | null;
}

test('the catalog crawls of the schedule begin one run each', async (t) => {
  const { api, app } = await startTestApp(t, { hasSchedules: true });
  const { workflows } = app.context;
  const id = await workflows.start('catalog-crawl', { platform: 'store_a' });
  const end = await workflows.waitFor<{ run_id: string }>(id, PATIENCE_MS);
  // Reading the whole catalog takes long.
  if (!IS_WHOLE) await endCrawls(app.server);
  let newest: Run | undefined;
  await waitUntil(async () => {
    newest = (await api.get('/api/admin/crawl-runs?limit=1')).body.runs[0];
    return newest?.completed_at !== null;
  }, 'the crawl to end');
  assert.deepEqual([newest?.id, newest?.job_id, newest?.platform, newest?.trigger], [end?.output.run_id, null, 'store_a', 'schedule']);
  assert.deepEqual([newest?.status, newest?.error], IS_WHOLE ? ['completed', null] : ['failed', 'The run was terminated.']);
  const { schedules } = (await api.get('/api/admin/config')).body;
  const crons = schedules.filter(({ name }: { name: string }) => name.endsWith('catalog-crawl')).map(({ cron }: { cron: string }) => cron);
  assert.deepEqual(crons, ['0 2 * * 1', '0 3 * * 1']);
});
