import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient } from '../support/api-client.ts';
import type { StoresAsked } from '../support/app-data-area.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestStores } from '../support/index.ts';
import { listPaidTags, listPosts, setFault } from '../support/queue-run.ts';
import { killService } from '../support/service-process.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';
import { TEST_DAY } from '../support/test-day.ts';

const DEADLINE_MS = 120_000;
const LOOK_MS = 5;
/** About as long as a process takes to start: the next one gets the answer, delivered or collected. */
const QUEUE_MS = 4_000;
const DOUBT_MS = 500;
const APPS = 12;

test(
  'a kill between a post and its record, and one between a delivery and its use: nothing is lost or paid twice',
  { skip: skipOutOfTurn(0, CRASH_TURNS) },
  async (t) => {
    const stores = await openTestStores(t);
    const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false, queueDelayMs: QUEUE_MS });
    stores.onClose(() => sandbox.close());
    const world = makeApiClient(sandbox.url);
    const { body: chart } = await world.get(`/_sandbox/truth/chart?platform=store_b&category_id=all&limit=${APPS}`);
    const appIds: string[] = chart.ranks.map((one: { app_id: string }) => one.app_id);
    const requests = appIds.map((appId): AppDataRequest => ({ store: 'store_b', storefront: 'us', kind: 'app_info', appId }));
    const environment = {
      PORT: String(await findFreePort()),
      // The engine of ClickHouse takes a folder for one process alone.
      DATA_DIR: join(stores.dataDir, 'service'),
      DATABASE_URL: stores.connectionString,
      SANDBOX: sandbox.url,
      KEYWORD_ENRICHMENT: 'off',
    };
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, ['test/support/app-data-process.ts', String(DOUBT_MS), JSON.stringify(requests)], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      t.after(() => child.kill('SIGKILL'));
      return child;
    };

    // The provider has done its work, and its answer is on the way.
    await setFault({ sandbox: world }, { match: 'task_post', kind: 'slow', delay_ms: 60_000, count: 1 });
    const first = start();
    await until(first, async () => (await listPosts(world)).length > 0);
    await killService(first);

    const second = start();
    await until(second, async () => (await stores.postgres.query('select from serp_answers')).rows.length > 0);
    await killService(second);

    const third = start();
    const output = await readOutput(third);
    assert.deepEqual(
      output.answers.map((answer) => answer?.kind === 'app_info' && answer.app?.appId),
      appIds,
    );
    const tags = await listPaidTags(world);
    assert.deepEqual([tags.length, new Set(tags.map((tag) => tag.split('.')[0])).size], [APPS, APPS], 'each was paid once');
    const { rows } = await stores.postgres.query<{ costUsd: number; open: number }>(
      `select (select sum(cost_usd) from api_costs) as cost_usd, (select count(*)::integer from spend_reservations) as open`,
    );
    const { body: calls } = await world.get('/_sandbox/calls?limit=0');
    assert.deepEqual(rows[0], { costUsd: calls.cost_usd, open: 0 });
  },
);

async function until(child: ChildProcess, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + DEADLINE_MS; performance.now() < end && child.exitCode === null; await sleep(LOOK_MS)) {
    if (await holds()) return;
  }
  assert.fail('it did not happen');
}

/** The last line of a process. */
async function readOutput(child: ChildProcess): Promise<StoresAsked> {
  assert.ok(child.stdout);
  for await (const line of createInterface(child.stdout)) if (line.startsWith('{')) return JSON.parse(line) as StoresAsked;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const code = isOver ? child.exitCode : ((await once(child, 'exit')) as [number | null])[0];
  return assert.fail(`the process ended with ${code}`);
}
