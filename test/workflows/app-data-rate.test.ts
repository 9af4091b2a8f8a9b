import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient } from '../support/api-client.ts';
import type { StoresAsked } from '../support/app-data-area.ts';
import { readLines } from '../support/child-lines.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestStores } from '../support/index.ts';
import { listPosts, setFault } from '../support/queue-run.ts';
import { killService } from '../support/service-process.ts';
import { TEST_DAY } from '../support/test-day.ts';

/** What is added to it is more than calls are late on a busy machine (`WINDOW_MARGIN`, call-limiter.ts). */
const DELAY_SECONDS = 4;
const DOUBT_MS = 500;
const PROCESSES = 2;
const WORKFLOWS_EACH = 2;

test('posts about store_b are never closer than the delay, whichever workflow of whichever process asks, and however often', async (t) => {
  const stores = await openTestStores(t);
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  stores.onClose(() => sandbox.close());
  const world = makeApiClient(sandbox.url);
  const { body: chart } = await world.get('/_sandbox/truth/chart?platform=store_b&category_id=all&limit=1');
  const request: AppDataRequest = { store: 'store_b', storefront: 'us', kind: 'app_info', appId: chart.ranks[0].app_id };
  // One post is refused at first.
  await setFault({ sandbox: world }, { match: 'app_info/task_post', kind: 'provider_50301', count: 1 });

  const start = async (at: number): Promise<StoresAsked> => {
    const ids = Array.from({ length: WORKFLOWS_EACH }, (_none, one) => `wf_app_data_${at}_${one}`);
    const child: ChildProcess = spawn(
      process.execPath,
      ['test/support/app-data-process.ts', String(DOUBT_MS), JSON.stringify([request]), ...ids],
      {
        env: {
          ...process.env,
          PORT: String(await findFreePort()),
          // The engine of ClickHouse takes a folder for one process alone.
          DATA_DIR: join(stores.dataDir, `service-${at}`),
          DATABASE_URL: stores.connectionString,
          SANDBOX: sandbox.url,
          KEYWORD_ENRICHMENT: 'off',
          STORE_B_DELAY_SECONDS: String(DELAY_SECONDS),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    t.after(() => killService(child));
    assert.ok(child.stdout);
    const readLine = readLines(child.stdout);
    assert.equal(await readLine(), 'ready');
    return JSON.parse(await readLine()) as StoresAsked;
  };
  const asked = await Promise.all(Array.from({ length: PROCESSES }, (_none, at) => start(at)));

  assert.deepEqual(
    asked.map(({ ends }) => ends.map(({ state }) => state)),
    Array.from({ length: PROCESSES }, () => ['answered']),
  );
  const posts = await listPosts(world);
  assert.equal(posts.length, PROCESSES * WORKFLOWS_EACH + 1, 'one for each workflow, and one again');
  const gapsMs = posts.slice(1).map(({ ts }, at) => ts - (posts[at]?.ts ?? 0));
  assert.ok(Math.min(...gapsMs) >= DELAY_SECONDS * 1_000, `gaps of ${gapsMs.join(', ')} ms`);
});
