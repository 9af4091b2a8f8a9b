import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { mostWithin } from '../support/call-times.ts';
import { killService, planService, startService, stopService, type ServicePlace } from '../support/service-process.ts';
import {
  assertEveryKeywordOnce,
  assertMoneyAgrees,
  beginTracking,
  CONCURRENT_CALLS,
  waitForEnd,
  withApp,
} from '../support/tracking-run.ts';
import { openWorld, waitUntil, type World } from './world.ts';

const DEADLINE_MS = 60_000;
/** As many as one request has read live; more go through the queue. */
const KEYWORDS = 100;
const ON_DEMAND = 40;
const PER_SECOND = 30;
/**
 * Calls begin at no more than 30 in any second (test/contract/shared-rates.test.ts). On a busy machine they arrive less
 * evenly than they began, so the provider's side is looked at over a longer span; services that kept the rate each for
 * itself would send nearly twice as many.
 */
const SPAN_SECONDS = 2;

interface Service {
  readonly place: ServicePlace;
  readonly process: ChildProcess;
}

interface Scene {
  readonly world: World;
  readonly sandbox: ApiClient;
  readonly services: readonly [Service, Service];
}

/** Two whole services on one database; each has a ClickHouse of its own, so the history is in two parts here. */
async function startBoth(t: TestContext): Promise<Scene> {
  const world = await openWorld(t);
  const sandbox = await startSandbox({ port: 0, enforceRateLimits: false });
  world.onClose(() => sandbox.close());
  const start = async (): Promise<Service> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-two-'));
    world.onClose(() => rm(dataDir, { recursive: true, force: true }));
    const place = await planService({ DATA_DIR: dataDir, DATABASE_URL: world.connectionString, SANDBOX: sandbox.url });
    const process = await startService(place, DEADLINE_MS);
    world.onClose(() => killService(process));
    return { place, process };
  };
  const services = await Promise.all([start(), start()]);
  return { world, sandbox: makeApiClient(sandbox.url), services };
}

async function listCallTimes(sandbox: ApiClient): Promise<number[]> {
  const { body } = await sandbox.get('/_sandbox/calls');
  return body.entries.flatMap(({ path, ts }: { path: string; ts: number }) => (path.startsWith('/v3/serp') ? [ts] : []));
}

function assertRate(timesMs: readonly number[]): void {
  const most = mostWithin(timesMs, SPAN_SECONDS * 1_000);
  assert.ok(most <= SPAN_SECONDS * PER_SECOND, `${most} calls in ${SPAN_SECONDS} seconds`);
}

/** Process numbers of those that run, or have run, workflows of a name. */
async function listRunners(world: World, name: string, status: string): Promise<Map<number, number>> {
  const { rows } = await world.postgres.query<{ pid: number; count: number }>(
    `select h.pid, count(*) as count from dbos.workflow_status w join worker_heartbeats h on h.executor_id = w.executor_id
      where w.name = $1 and w.status = $2 group by h.pid`,
    [name, status],
  );
  return new Map(rows.map(({ pid, count }) => [pid, count]));
}

test('two services on one database', { timeout: 170_000 }, async (t) => {
  const { world, sandbox, services } = await startBoth(t);
  const [{ place: here }, { place: there }] = services;

  await t.test("count a caller's requests together", async () => {
    const { body } = await here.api.post('/api/admin/api-keys', { name: 'counted', scopes: ['read'], tier: 'standard' });
    const remaining: number[] = [];
    for (const { url } of [here, there, here, there]) {
      const { headers } = await makeApiClient(url, body.key).get('/api/projects');
      remaining.push(Number(headers.get('x-ratelimit-remaining')));
    }
    assert.deepEqual(remaining, [99, 98, 97, 96]);
  });

  await t.test("keep the provider's rate together", async () => {
    const { body } = await here.api.post('/api/projects', { name: 'On demand', organization_id: 'org_two' });
    const ask = ({ api }: ServicePlace, word: string) =>
      api.post('/api/rankings/track', {
        project_id: body.project_id,
        target_domain: 'invoicenest.com',
        keywords: Array.from({ length: ON_DEMAND }, (_none, at) => ({ keyword_text: `${word} number ${at}` })),
      });
    for (const answer of await Promise.all([ask(here, 'here'), ask(there, 'there')]))
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const times = await listCallTimes(sandbox);
    assert.equal(times.length, 2 * ON_DEMAND);
    assertRate(times);
  });

  await t.test('when one is killed in the middle of its run, the other finishes it', async () => {
    const { projectId, runId, statusUrl } = await beginTracking({ world: sandbox, api: here.api }, KEYWORDS);
    // Which of the two gets to do checks is for them to find out: one may be quicker than the other every time.
    const isUnderWay = async (): Promise<boolean> => (await listRunners(world, 'serp-check', 'SUCCESS')).size > 0;
    await waitUntil(isUnderWay, 'a check to have ended', DEADLINE_MS);
    const { rows } = await world.postgres.query<{ pid: number }>(
      `select pid from worker_heartbeats h join dbos.workflow_status w on w.executor_id = h.executor_id where w.workflow_uuid = $1 and w.status = 'PENDING'`,
      [runId],
    );
    const victim = services.find(({ process }) => process.pid === rows[0]?.pid);
    assert.ok(victim, 'the run is under way');
    const survivor = services.find((service) => service !== victim);
    assert.ok(survivor);
    await killService(victim.process);

    await waitForEnd(survivor.place.api, statusUrl, DEADLINE_MS);
    await assertEveryKeywordOnce(world.postgres, projectId, KEYWORDS);
    const times = await listCallTimes(sandbox);
    assertRate(times);
    await stopService(survivor.process);
    await withApp(survivor.place, async ({ context }) => {
      await assertMoneyAgrees(context, sandbox, 2 * ON_DEMAND + KEYWORDS + CONCURRENT_CALLS);
      await context.outbox.flush();
      assert.equal((await world.postgres.query('select 1 from outbox')).rowCount, 0, 'all history was shipped');
    });
  });
});
