import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { setScene } from '../support/crash-run.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

/** Pages under way at the kill, and those that were read and not stored yet. */
const LOST_MAX = 10;
/** What was stored before the kill; a repetition of all of it would be seen. */
const READ_BEFORE = 25;
/** No waits between pages: the sandbox needs no rest. */
const UNPACED = { STORE_A_DELAY_SECONDS: '0', STORE_B_DELAY_SECONDS: '0', STORE_A_PAGE_DELAY_MS: '0-0', STORE_A_PAGE_JITTER_MS: '0' };

test(
  'a crawl goes on after kill -9, and reads no page again that it has stored',
  { skip: skipOutOfTurn(3, CRASH_TURNS), timeout: 600_000 },
  async (t) => {
    const { world, place: planned } = await setScene(t);
    const place = { ...planned, environment: { ...planned.environment, ...UNPACED } };
    let service = await startService(place, PATIENCE_MS);
    t.after(() => service.kill('SIGKILL'));
    await world.post('/_sandbox/faults', { match: 'apps.apple.com/us/app/', kind: 'slow', rate: 1, delay_ms: 40 });
    const body = { platform: 'store_a', category_ids: ['7019'], limit: 30, related_app_depth: 1 };
    const { run_id: runId } = (await place.api.post('/api/admin/start-crawl', body)).body;
    await waitForRun(place.api, runId, ({ progress }) => (progress?.apps_read ?? 0) >= READ_BEFORE);
    await killService(service);
    service = await startService(place, PATIENCE_MS);
    const done = await waitForRun(place.api, runId, ({ status }) => status !== 'queued' && status !== 'running');
    await stopService(service);
    assert.deepEqual([done.status, done.reason, done.progress?.errors, done.progress?.categories_processed], ['completed', null, 0, 1]);

    const { entries } = (await world.get('/_sandbox/calls?limit=1000000')).body as { entries: { path: string }[] };
    const ids = entries.flatMap(({ path }) => /\/us\/app\/[^/]+\/id(?<id>\d+)/u.exec(path)?.groups?.['id'] ?? []);
    const lists = entries.filter(({ path }) => path.includes('/charts/'));
    assert.equal(lists.length, 1, 'the list is read once');
    const unique = new Set(ids).size;
    assert.ok(
      unique > READ_BEFORE && unique === done.progress?.apps_read,
      `${unique} apps were read, and ${done.progress?.apps_read} counted`,
    );
    assert.ok(ids.length - unique <= LOST_MAX, `${ids.length - unique} of ${unique} pages were read again`);
  },
);

interface Run {
  readonly status: string;
  readonly reason: string | null;
  readonly progress: { readonly apps_read: number; readonly errors: number; readonly categories_processed: number } | null;
}

async function waitForRun(api: ApiClient, runId: string, isThere: (run: Run) => boolean): Promise<Run> {
  const read = async (): Promise<Run> => (await api.get(`/api/admin/crawl-runs/${runId}`)).body as Run;
  await waitUntil(async () => isThere(await read()), `the crawl ${runId}`);
  return await read();
}
