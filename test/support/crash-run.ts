import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startSandbox } from '../../sandbox/index.ts';
import type { App } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { cloneTestDatabase } from './index.ts';
import { killService, planService, startService, stopService, type ServicePlace } from './service-process.ts';
import {
  assertEveryKeywordOnce,
  assertMoneyAgrees,
  startTracking,
  CONCURRENT_CALLS,
  waitForEnd,
  withApp,
  type TrackingCost,
} from './tracking-run.ts';
import { findTestFolder } from './test-folder.ts';
import { TEST_DAY } from './test-day.ts';

/** A service that is killed without warning, again and again, while it checks keywords. */
export interface CrashRun {
  readonly keywords: number;
  readonly kills: number;
  /** Bounds of the random life of each process after it was ready. */
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly deadlineMs: number;
  /** By how much the provider does its work late; on arrival unless given. */
  readonly lateMs?: number;
}

export interface Scene {
  readonly world: ApiClient;
  readonly place: ServicePlace;
}

/**
 * Kills the service at random moments, waits until the last start finishes the work, and compares: every
 * check has one run and its history once, no page was read twice beyond what was under way at a
 * kill, and the ledger agrees with the provider's record.
 */
export async function runCrashes(t: TestContext, { keywords, kills, lifeMs, deadlineMs }: CrashRun): Promise<TrackingCost> {
  const { world, place } = await setScene(t);
  let service = await startService(place, deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const { projectId, statusUrl } = await startTracking({ world, api: place.api }, keywords);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(lifeMs.min + Math.random() * (lifeMs.max - lifeMs.min));
    await killService(service);
    service = await startService(place, deadlineMs);
  }
  await waitForEnd(place.api, statusUrl, deadlineMs);
  await stopService(service);
  return await withApp(place, async (app) => {
    await app.context.outbox.flush();
    await assertStoresAgree(app, projectId, keywords);
    return await assertMoneyAgrees(app.context, world, keywords + kills * CONCURRENT_CALLS);
  });
}

/**
 * A sandbox, and where a service will run that is to be killed. In `npm test` it has a database of the test server; in the soaks it has
 * its own embedded one, which is killed with it.
 * @param doubtMs how long what the provider's record does not show stays in doubt; 10 minutes unless given
 */
export async function setScene(t: TestContext, doubtMs?: number): Promise<Scene> {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-crash-'));
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  t.after(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const database: Readonly<Record<string, string>> =
    process.env['SIGHTLINE_TEST_DATABASE_URL'] === undefined ? {} : { DATABASE_URL: await cloneTestDatabase(t) };
  return {
    world: makeApiClient(sandbox.url),
    place: await planService({ DATA_DIR: dataDir, SANDBOX: sandbox.url, ...database }, doubtMs === undefined ? {} : { doubtMs }),
  };
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

/** Both stores have every keyword's check and its results once. */
export async function assertStoresAgree({ context }: App, projectId: string, keywords: number): Promise<void> {
  const results = await assertEveryKeywordOnce(context.postgres, projectId, keywords);
  const [history] = await context.clickhouse.query(countHistory, { project_id: projectId });
  assert.deepEqual(history, { rows: keywords, keywords }, 'every check is in the history once');
  const [kept] = await context.clickhouse.query(countResults, { project_id: projectId });
  assert.equal(kept?.rows, results, 'ClickHouse holds every result once');
}
