import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { settleLostSpends } from '#areas/costs/index.ts';
import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { startApp, type App } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';

/** A service that is killed without warning, again and again, while it checks keywords. */
export interface CrashRun {
  readonly keywords: number;
  readonly kills: number;
  /** Bounds of the random life of each process after it was ready. */
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly deadlineMs: number;
}

export interface CrashRunResult {
  readonly providerCalls: number;
  readonly costUsd: number;
}

const KEY = 'slk_crash_run_admin_key_of_forty_characters';
const CONCURRENT_CALLS = 20;
const POLL_MS = 25;
const CENT_FRACTION = 1e-6;

interface Scene {
  readonly sandbox: Sandbox;
  readonly world: ApiClient;
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  readonly api: ApiClient;
}

/**
 * Kills the service at random moments, lets the last start finish the work, and compares: every
 * check has one run and its history once, no page was read twice beyond what was under way at a
 * kill, and the ledger agrees with the provider's record.
 */
export async function runCrashes(t: TestContext, options: CrashRun): Promise<CrashRunResult> {
  const scene = await setScene(t);
  let service = await startService(scene, options.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const { projectId, statusUrl } = await beginTracking(scene, options.keywords);
  for (let kill = 0; kill < options.kills; kill += 1) {
    await sleep(options.lifeMs.min + Math.random() * (options.lifeMs.max - options.lifeMs.min));
    await killService(service);
    service = await startService(scene, options.deadlineMs);
  }
  await waitForEnd(scene, statusUrl, options.deadlineMs);
  await stopService(service);
  return await withApp(scene, async (app) => {
    await app.context.outbox.flush();
    await assertStoresAgree(app, projectId, options.keywords);
    return await assertMoneyAgrees(app, scene, options);
  });
}

async function setScene(t: TestContext): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-crash-'));
  const sandbox = await startSandbox({ port: 0, enforceRateLimits: false });
  t.after(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { PORT: String(port), DATA_DIR: dataDir, SANDBOX: sandbox.url, SIGHTLINE_ADMIN_KEY: KEY, LOG_LEVEL: 'fatal' };
  return { sandbox, world: makeApiClient(sandbox.url), environment, url, api: makeApiClient(url, KEY) };
}

async function findFreePort(): Promise<number> {
  const probe = await startSandbox({ port: 0 });
  await probe.close();
  return probe.port;
}

async function startService({ environment, url }: Scene, deadlineMs: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const anonymous = makeApiClient(url);
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(POLL_MS)) {
    assert.equal(child.exitCode, null, 'the service starts again after a kill');
    const isReady = await anonymous.get('/health').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return child;
  }
  return assert.fail(`the service was not ready within ${deadlineMs} ms`);
}

async function killService(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function stopService(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  assert.equal(code, 0, 'SIGTERM ends with 0');
}

async function beginTracking({ world, api }: Scene, keywords: number): Promise<{ projectId: string; statusUrl: string }> {
  const story = (await world.get(`/_sandbox/world/story?keywords=${keywords}`)).body;
  const projectId: string = (await api.post('/api/projects', { name: 'Crash', organization_id: 'org_crash' })).body.project_id;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: story.site.domain, name: 'Ours' });
  // Answers take a while, so that kills hit calls under way.
  await world.post('/_sandbox/faults', { match: '/v3/serp', kind: 'slow', rate: 1, delay_ms: 300 });
  const tracked = await api.post('/api/keywords/track', {
    keywords: story.keywords.map((row: { keyword: string }) => ({ project_id: projectId, keyword_text: row.keyword })),
  });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  return { projectId, statusUrl: tracked.body.serp_tracking.status_url };
}

async function waitForEnd({ api }: Scene, statusUrl: string, deadlineMs: number): Promise<void> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(POLL_MS * 4)) {
    const { body } = await api.get(statusUrl);
    if (body.status === 'completed') return;
    assert.notEqual(body.status, 'failed', JSON.stringify(body));
  }
  assert.fail(`the run has not ended within ${deadlineMs} ms`);
}

async function withApp<Result>({ environment }: Scene, work: (app: App) => Promise<Result>): Promise<Result> {
  const app = await startApp(readConfig({ ...environment, PORT: '0' }), { logger: makeLogger('fatal') });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

const countHistory = {
  name: 'count-history',
  sql: `select toUInt32(count()) as rows, toUInt32(uniqExact(keyword_id)) as keywords from ranking_history where project_id = {project_id:String}`,
  params: z.object({ project_id: z.string() }),
  row: z.object({ rows: z.number(), keywords: z.number() }),
};
const countResults = {
  name: 'count-results',
  sql: `select toUInt32(count()) as rows from serp_runs where project_id = {project_id:String}`,
  params: z.object({ project_id: z.string() }),
  row: z.object({ rows: z.number() }),
};

async function assertStoresAgree({ context }: App, projectId: string, keywords: number): Promise<void> {
  const { rows: runs } = await context.postgres.query<{ keywords: number; runs: number; results: number }>(
    `select count(distinct keyword_id)::integer as keywords, count(*)::integer as runs, coalesce(sum(json_array_length(results)), 0)::integer as results
     from serp_runs where project_id = $1 and status = 'completed'`,
    [projectId],
  );
  assert.deepEqual([runs[0]?.keywords, runs[0]?.runs], [keywords, keywords], 'every keyword has one run');
  const [history] = await context.clickhouse.query(countHistory, { project_id: projectId });
  assert.deepEqual(history, { rows: keywords, keywords }, 'every check is in the history once');
  const [results] = await context.clickhouse.query(countResults, { project_id: projectId });
  assert.equal(results?.rows, runs[0]?.results, 'ClickHouse holds every result once');
}

async function assertMoneyAgrees({ context }: App, { world }: Scene, { keywords, kills }: CrashRun): Promise<CrashRunResult> {
  await settleLostSpends(context, { abandonedAfterMs: 0, unknownAfterMs: 0 });
  const { body: calls } = await world.get('/_sandbox/calls');
  const pages = calls.entries.filter((entry: { path: string }) => entry.path.endsWith('/live/advanced')).length;
  assert.ok(pages <= keywords + kills * CONCURRENT_CALLS, `${pages} pages were read for ${keywords} keywords and ${kills} kills`);
  const { rows } = await context.postgres.query<{ cost_usd: number; open: number }>(
    `select (select coalesce(sum(cost_usd), 0) from api_costs) as cost_usd, (select count(*)::integer from spend_reservations) as open`,
  );
  assert.equal(rows[0]?.open, 0, 'no call is left unsettled');
  assert.ok(
    Math.abs((rows[0]?.cost_usd ?? 0) - calls.cost_usd) < CENT_FRACTION,
    `ledger ${rows[0]?.cost_usd} and provider ${calls.cost_usd} agree`,
  );
  return { providerCalls: pages, costUsd: calls.cost_usd };
}
