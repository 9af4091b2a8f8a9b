import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { startRedisStub } from '../../../test/support/redis-stub.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { makeCache, type ClosableCache } from './index.ts';
import { sweepExpired } from './postgres.ts';

const logger = makeLogger('fatal');

/** Two processes over the same entries. */
type Pair = readonly [ClosableCache, ClosableCache];

async function overPostgres(t: TestContext): Promise<Pair> {
  const { postgres } = await openTestStores(t);
  return makePair(t, () => makeCache({ postgres, redisUrl: undefined, logger }));
}

async function overRedis(t: TestContext): Promise<Pair> {
  const { postgres } = await openTestStores(t);
  const redis = await startRedisStub();
  onEnd(t, () => redis.close());
  return makePair(t, () => makeCache({ postgres, redisUrl: redis.url, logger }));
}

function makePair(t: TestContext, make: () => ClosableCache): Pair {
  const pair = [make(), make()] as const;
  onEnd(t, () => Promise.all(pair.map((cache) => cache.close())));
  return pair;
}

for (const [store, open] of [
  ['PostgreSQL', overPostgres],
  ['Redis', overRedis],
] as const) {
  test(`${store}: what one process keeps another finds, as an equal value of its own`, async (t) => {
    const [one, other] = await open(t);
    const value = { list: [1, { deep: 'Ünï' }], none: null, zero: 0, no: false };
    await one.set('key', value, 60_000);
    assert.deepEqual(await other.get('key'), value);
    const mine = await one.get<typeof value>('key');
    assert.deepEqual(mine, value);
    mine?.list.push(2);
    assert.deepEqual(await one.get('key'), value);
    assert.equal(await one.get('another'), undefined);
  });

  test(`${store}: values expire by real time, in memory too`, async (t) => {
    const [one, other] = await open(t);
    await one.set('key', 'value', 150);
    assert.equal(await one.get('key'), 'value');
    assert.equal(await other.get('key'), 'value');
    await sleep(200);
    assert.equal(await one.get('key'), undefined);
    assert.equal(await other.get('key'), undefined);
    await one.set('gone', 'at once', 0);
    assert.equal(await one.get('gone'), undefined);
  });

  test(`${store}: the newest value counts, and a deleted one is gone`, async (t) => {
    const [one] = await open(t);
    await one.set('key', 'first', 60_000);
    await one.set('key', 'second', 60_000);
    assert.equal(await one.get('key'), 'second');
    await one.delete('key');
    assert.equal(await one.get('key'), undefined);
  });
}

for (const illness of ['away', 'stalled', 'read-only'] as const) {
  test(`Redis ${illness}: PostgreSQL keeps what is new, and nothing that was changed meanwhile comes back`, async (t) => {
    const { postgres } = await openTestStores(t);
    const redis = await startRedisStub();
    onEnd(t, () => redis.close());
    const [one, other] = makePair(t, () => makeCache({ postgres, redisUrl: redis.url, logger }));
    await one.set('known', 'before', 60_000);
    redis.fallIll(illness);
    // The first question notices it.
    await one.set('new', 'meanwhile', 60_000);
    await one.set('known', 'after', 60_000);
    assert.equal(await one.get('new'), 'meanwhile');
    assert.deepEqual((await postgres.query('select key from cache_entries order by key')).rows, [{ key: 'known' }, { key: 'new' }]);
    redis.fallIll(undefined);
    await waitUntil(async () => {
      await one.set(`look ${performance.now()}`, 1, 1_000);
      return !redis.listKeys().includes('sightline:cache:known');
    }, 'what was changed to be gone there');
    assert.equal(await other.get('known'), undefined, 'it is asked for again');
  });
}

test('the sweep deletes what has expired and nothing else', async (t) => {
  const { postgres, cache } = await openTestStores(t);
  await cache.set('old', 1, 1);
  await cache.set('new', 1, 60_000);
  await sleep(10);
  assert.equal(await sweepExpired(postgres), 1);
  assert.deepEqual((await postgres.query('select key from cache_entries')).rows, [{ key: 'new' }]);
});
