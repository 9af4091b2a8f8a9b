import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSpending } from '#areas/costs/index.ts';
import { readConfig } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeCallLimiter, type CallLimiter, type CallLimits } from '#providers/limits/call-limiter.ts';
import { dataforseo } from '#providers/dataforseo/index.ts';
import { makeCallSlots, makeRateCounter } from '#stores/counters/index.ts';
import { makePostgres } from '#stores/postgres/client.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { mostWithin } from '../support/call-times.ts';
import { openTestStores, type TestStores } from '../support/index.ts';
import { REQUEST, SCOPE } from '../support/provider-bench.ts';

const SECOND_MS = 1_000;
const HELD_UP_MS = 350;
const ACCOUNT = { service: 'dataforseo', class: 'account' };

interface TwoProcesses {
  readonly stores: TestStores;
  /** Each on a pool of its own over one database. */
  readonly limiters: readonly [CallLimiter, CallLimiter];
}

async function openTwo(t: TestContext, limits: readonly CallLimits[]): Promise<TwoProcesses> {
  const stores = await openTestStores(t);
  const logger = makeLogger('fatal');
  const other = makePostgres({ connectionString: stores.connectionString, logger });
  stores.onClose(() => other.close());
  const open = (pool: typeof other.pool): CallLimiter =>
    makeCallLimiter({ limits, counter: makeRateCounter(pool, logger), slots: makeCallSlots(pool, logger) });
  return { stores, limiters: [open(stores.postgres.pool), open(other.pool)] };
}

test('two processes that share an account keep its rate together, and use it', async (t) => {
  const { limiters } = await openTwo(t, [{ ...ACCOUNT, perSecond: 30, perMinute: 2_000 }]);
  const starts: number[] = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 90 }, async (_none, call) => {
      // Some come at once, and some while the windows are full.
      if (call >= 60) await sleep(call * 10);
      const limiter = limiters[call % 2 === 0 ? 0 : 1];
      await limiter.run({ service: 'dataforseo' }, async () => {
        // The first are held up on their way, and arrive with those after them.
        const grantedAt = performance.now();
        await sleep(Math.max(0, begun + HELD_UP_MS - grantedAt));
        limiter.noteHeldUp(performance.now() - grantedAt);
        starts.push(performance.now());
      });
    }),
  );
  assert.equal(starts.length, 90);
  assert.ok(mostWithin(starts, SECOND_MS) <= 30, `${mostWithin(starts, SECOND_MS)} calls in one second`);
  const tookMs = performance.now() - begun;
  assert.ok(tookMs > 2_000, `90 calls at 30 a second took ${Math.round(tookMs)} ms`);
  // Where the machine is busy calls come late, and many of them together.
  assert.ok(mostWithin(starts, SECOND_MS) >= 20, 'the rate is used');
});

test('classes of one account in several processes share its rate and keep their own', async (t) => {
  const { limiters } = await openTwo(t, [
    { ...ACCOUNT, perSecond: 10 },
    { ...ACCOUNT, class: 'list', perSecond: 4 },
  ]);
  const starts = { live: [] as number[], list: [] as number[] };
  await Promise.all(
    Array.from({ length: 24 }, async (_none, call) => {
      const name = call % 3 === 0 ? 'list' : 'live';
      await limiters[call % 2 === 0 ? 0 : 1].run(
        { service: 'dataforseo', class: name },
        async () => void starts[name].push(performance.now()),
      );
    }),
  );
  assert.deepEqual([starts.live.length, starts.list.length], [16, 8]);
  assert.ok(mostWithin(starts.list, SECOND_MS) <= 4);
  assert.ok(mostWithin([...starts.live, ...starts.list], SECOND_MS) <= 10);
});

test('processes that share an account share how many calls are under way, and each gets its part', async (t) => {
  const { limiters } = await openTwo(t, [{ ...ACCOUNT, concurrency: 4 }]);
  // Both have their connections: on a busy machine opening one takes as long as half of the calls.
  await Promise.all(limiters.map((limiter) => limiter.run({ service: 'dataforseo', class: 'live' }, () => Promise.resolve())));
  let underWay = 0;
  let most = 0;
  const ends: number[] = [];
  await Promise.all(
    Array.from({ length: 40 }, (_none, call) =>
      limiters[call % 2 === 0 ? 0 : 1].run({ service: 'dataforseo', class: 'live' }, async () => {
        most = Math.max(most, (underWay += 1));
        await sleep(40);
        underWay -= 1;
        ends.push(call % 2);
      }),
    ),
  );
  assert.equal(most, 4);
  const firstHalf = ends.slice(0, 20).filter((process) => process === 0).length;
  assert.ok(firstHalf > 2 && firstHalf < 18, `${firstHalf} of the first 20`);
});

test('a call that is given up while it waits for its turn gives its place in the line and its money back at once', async (t) => {
  const { stores, limiters } = await openTwo(t, [{ ...ACCOUNT, perMinute: 2 }]);
  const sandbox = await startSandbox({ port: 0 });
  stores.onClose(() => sandbox.close());
  const logger = makeLogger('fatal');
  const clock = makeClock();
  const { postgres } = stores;
  const [here, there] = limiters.map((callLimiter) => {
    const http = makeHttpClient({ logger, allowedPrivateOrigins: [sandbox.url], callLimiter });
    stores.onClose(() => http.close());
    const config = { ...readConfig({}), dataforseo: { login: 'sandbox', password: 'sandbox', baseUrl: sandbox.url } };
    return dataforseo.makeSearchData({ http, config, spending: makeSpending({ postgres, clock, logger }), clock, logger });
  });
  assert.ok(here && there);
  await Promise.all([here.fetchSerp(REQUEST, SCOPE), there.fetchSerp(REQUEST, SCOPE)]);

  const read = async (): Promise<unknown> => {
    const { rows } = await postgres.query(
      `select (select count(*) from spend_reservations) as reservations, (select count(*) from api_costs) as rows,
              (select sum(reserved_usd) from budget_windows) as reserved, (select max(requests) from budget_windows) as requests`,
    );
    return rows[0];
  };
  const settled = { reservations: 0, rows: 2, reserved: 0, requests: 2 };
  assert.deepEqual(await read(), settled);
  const controller = new AbortController();
  const reason = new Error('enough');
  const waiting = [here, there, here].map((searchData) => searchData.fetchSerp(REQUEST, SCOPE, { signal: controller.signal }));
  const ended = Promise.allSettled(waiting);
  for (let reserved = 0; reserved < 3;) reserved = ((await read()) as { reservations: number }).reservations;
  controller.abort(reason);
  for (const end of await ended) assert.equal(end.status === 'rejected' && end.reason, reason);
  assert.deepEqual(await read(), settled);
});
