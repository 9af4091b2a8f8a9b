import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertStoresAgree, setScene } from '../support/crash-run.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { startTracking, waitForEnd, withApp } from '../support/tracking-run.ts';

const KEYWORDS = 150;
const KILLS = 6;
const DEADLINE_MS = 180_000;
const LIFE_MS_MAX = 900;
const TABLES = ['serp_checks', 'ranking_history', 'keyword_snapshots', 'monthly_keyword_searches'];

test('kills in the middle of a copy to an emptied ClickHouse lose nothing and write nothing twice', { timeout: 900_000 }, async (t) => {
  const { world, place } = await setScene(t);
  let service = await startService(place, DEADLINE_MS);
  t.after(() => service.kill('SIGKILL'));
  const { projectId, statusUrl } = await startTracking({ world, api: place.api }, KEYWORDS);
  await waitForEnd(place.api, statusUrl, DEADLINE_MS);
  await stopService(service);
  await withApp(place, async ({ context }) => {
    await context.outbox.flush();
    for (const table of TABLES) await context.clickhouse.command(`truncate table ${table}`);
  });

  service = await startService(place, DEADLINE_MS);
  const copy = await place.api.post('/api/admin/migrate-to-clickhouse', { async: true });
  assert.equal(copy.status, 200, JSON.stringify(copy.body));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(Math.random() * LIFE_MS_MAX);
    await killService(service);
    service = await startService(place, DEADLINE_MS);
  }
  await waitForEnd(place.api, copy.body.status_url, DEADLINE_MS);
  const again = await place.api.post('/api/admin/migrate-to-clickhouse', {});
  assert.deepEqual([again.body.verified, again.body.missing_rows], [true, 0], JSON.stringify(again.body));
  await stopService(service);
  await withApp(place, (app) => assertStoresAgree(app, projectId, KEYWORDS));
  t.diagnostic(`${KEYWORDS} pages copied over ${KILLS} kills, each row once`);
});
