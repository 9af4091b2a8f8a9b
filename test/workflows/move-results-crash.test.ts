import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listResultPages } from '#areas/rankings/results/result-pages.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { App } from '../../src/app.ts';
import type { ApiClient } from '../support/api-client.ts';
import { assertStoresAgree, setScene } from '../support/crash-run.ts';
import { keepAsEarlier } from '../support/earlier-results.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { startTracking, waitForEnd, withApp } from '../support/tracking-run.ts';

const KEYWORDS = 120;
const KILLS = 3;
const LIFE_MS_MAX = 250;
const STATUS_URL = '/api/admin/workflow/serp-results/moving';
const POLL_MS = 5;

const count = async ({ context }: App, where: string): Promise<number> =>
  (await context.postgres.query(`select from serp_runs where ${where}`)).rowCount ?? 0;

/** Every page, by its run, as text. */
async function readPages({ context }: App): Promise<Map<string, string>> {
  const { rows } = await context.postgres.query<{ id: string }>('select id from serp_runs order by id');
  const pages = await listResultPages(
    context,
    rows.map(({ id }) => id),
  );
  return new Map([...pages].map(([id, { items }]) => [id, JSON.stringify(items)]));
}

/** How the moving is, once it does not wait any more. */
async function waitForStart(api: ApiClient): Promise<string> {
  for (;;) {
    const { status } = (await api.get(STATUS_URL)).body;
    if (status !== 'queued') return status;
    await sleep(POLL_MS);
  }
}

test('kills while results of an earlier release are moved lose none of them and write none twice', { timeout: 300_000 }, async (t) => {
  const { world, place } = await setScene(t);
  let service = await startService(place, PATIENCE_MS);
  t.after(() => service.kill('SIGKILL'));
  const { projectId, statusUrl } = await startTracking({ world, api: place.api }, KEYWORDS);
  await waitForEnd(place.api, statusUrl, PATIENCE_MS);
  await stopService(service);
  const before = await withApp(place, async (app) => {
    const { context } = app;
    await context.outbox.flush();
    // Earlier releases loaded no overviews.
    await context.clickhouse.command("alter table serp_runs update overview = '' where overview <> '' settings mutations_sync = 1");
    const pages = await readPages(app);
    for (const [id, items] of pages) await keepAsEarlier(context.postgres, id, JSON.parse(items));
    await context.clickhouse.command('truncate table serp_run_details');
    // Some of them were lost meanwhile.
    await context.clickhouse.command('alter table serp_runs delete where rank_absolute % 10 = 3 settings mutations_sync = 1');
    // It begins when the service that is to be killed has started.
    await context.postgres.transaction((tx) => context.workflows.enqueue(tx, 'serp-results', {}, { id: 'moving', delayMs: DAY_MS }));
    await context.workflows.pause('moving');
    return pages;
  });
  assert.equal(before.size, KEYWORDS);

  let kills = 0;
  service = await startService(place, PATIENCE_MS);
  assert.equal((await place.api.post(`${STATUS_URL}/resume`)).status, 200);
  while (kills < KILLS && (await waitForStart(place.api)) === 'running') {
    await sleep(Math.random() * LIFE_MS_MAX);
    await killService(service);
    kills += 1;
    service = await startService(place, PATIENCE_MS);
  }
  assert.ok(kills > 0, 'a kill hit the work');
  await waitForEnd(place.api, STATUS_URL, PATIENCE_MS);
  await stopService(service);
  await withApp(place, async (app) => {
    assert.deepEqual([await count(app, 'results is not null'), await count(app, 'results_count > 0')], [0, KEYWORDS]);
    assert.deepEqual(await readPages(app), before);
    await assertStoresAgree(app, projectId, KEYWORDS);
  });
});
