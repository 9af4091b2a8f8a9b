import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { listCallTimes, mostWithin, PER_SECOND } from './call-times.ts';
import { onEnd } from './closers.ts';
import { startFleet } from './fleet.ts';
import { apiOf } from './fleet-run.ts';
import { cloneTestDatabase } from './index.ts';
import { startRedisStub, type RedisIllness } from './redis-stub.ts';
import { startTracking, waitForEnd } from './tracking-run.ts';

const SECOND_MS = 1_000;

export interface RedisRun {
  readonly illnesses: readonly (RedisIllness | 'flushed' | 'well')[];
  readonly keywords: number;
  readonly workers: number;
  readonly deadlineMs: number;
}

/**
 * Several processes check keywords while Redis falls ill: the provider's rate holds over all of them, requests are answered, and what was
 * paid is what the provider says.
 * @returns the most calls within one second, by illness
 */
export async function runRedisIllnesses(t: TestContext, run: RedisRun): Promise<ReadonlyMap<string, number>> {
  const redis = await startRedisStub();
  onEnd(t, () => redis.close());
  const databaseUrl = await cloneTestDatabase(t);
  const fleet = await startFleet(t, { databaseUrl, apis: 1, workers: run.workers, environment: { REDIS_URL: redis.url } });
  const api = apiOf(fleet);
  const peaks = new Map<string, number>();
  for (const illness of run.illnesses) {
    if (illness === 'flushed') redis.flush();
    else if (illness !== 'well') redis.fallIll(illness);
    // A day on, so that each of the keywords is asked for again.
    await fleet.world.post('/_sandbox/clock', { advance_days: 1 });
    const before = await listCallTimes(fleet.world);
    const { projectId, statusUrl } = await startTracking({ world: fleet.world, api }, run.keywords);
    await waitForEnd(api, statusUrl, run.deadlineMs);
    // Otherwise its keywords are due on the next day, whose run then shares their answers.
    await api.put(`/api/projects/${projectId}`, { status: 'paused' });
    const calls = (await listCallTimes(fleet.world)).slice(before.length);
    const peak = mostWithin(calls, SECOND_MS);
    assert.ok(calls.length >= run.keywords, `${illness}: ${calls.length} calls for ${run.keywords} keywords`);
    assert.ok(peak <= PER_SECOND, `${illness}: ${peak} calls in one second`);
    peaks.set(illness, peak);
    redis.fallIll(undefined);
  }
  await assertPaid(t, databaseUrl, fleet.world);
  return peaks;
}

async function assertPaid(t: TestContext, databaseUrl: string, world: Parameters<typeof startTracking>[0]['world']): Promise<void> {
  const postgres = await openPostgres({ databaseUrl, dataDir: '', logger: makeLogger('fatal') });
  onEnd(t, () => postgres.close());
  const { rows } = await postgres.query<{ usd: number; letters: number }>(
    `select (select coalesce(sum(cost_usd), 0) from api_costs where endpoint like '/v3/%')::double precision as usd,
       (select count(*) from dead_letters) as letters`,
  );
  const { body } = await world.get('/_sandbox/calls?limit=0');
  assert.ok(Math.abs((rows[0]?.usd ?? 0) - body.cost_usd) < 1e-6, `ledger ${rows[0]?.usd} and provider ${body.cost_usd} agree`);
  assert.equal(rows[0]?.letters, 0, 'no dead letter');
}
