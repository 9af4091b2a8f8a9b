import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCallLimiter, type RateCounter } from './call-limiter.ts';
import { toCallLimits } from '../dataforseo/call-limits.ts';
import { PROVIDER_LIMITS } from '../search-data/limits.ts';

const ENDPOINTS = join(import.meta.dirname, '../../../../shared/contracts/dataforseo.endpoints.json');
const CLASSES: readonly (readonly [name: string, paths: RegExp])[] = [
  ['google_ads_live', /\/google_ads\/\w+\/live$/u],
  ['tasks_ready', /\/tasks_(?:ready|fixed)$/u],
  ['id_list', /\/id_list$/u],
  ['status', /\/appendix\/(?:status|errors)$/u],
  ['user_data', /\/appendix\/user_data$/u],
];
const WITHIN_A_SECOND_MS = 1_000;
const HELD_UP_MS = 350;

function mostWithinASecond(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((start) => start >= from && start < from + WITHIN_A_SECOND_MS).length));
}

test('starts no more calls in any second than the rate allows, in the order they came', async () => {
  const callLimiter = makeCallLimiter({ limits: [{ service: 'stub', class: 'live', perSecond: 5 }] });
  const starts: number[] = [];
  const order: number[] = [];
  const calls = Array.from({ length: 12 }, (_none, call) =>
    callLimiter.run({ service: 'stub', class: 'live' }, async () => {
      starts.push(performance.now());
      order.push(call);
      await Promise.resolve();
    }),
  );
  await Promise.all(calls);
  assert.ok(mostWithinASecond(starts) <= 5);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('calls that a busy machine holds up arrive together with the next ones, and are no more than the rate all the same', async () => {
  const callLimiter = makeCallLimiter({ limits: [{ service: 'stub', class: 'live', perSecond: 30 }] });
  const arrivals: number[] = [];
  const begun = performance.now();
  const calls = Array.from({ length: 45 }, () =>
    callLimiter.run({ service: 'stub', class: 'live' }, async () => {
      const grantedAt = performance.now();
      await sleep(Math.max(0, begun + HELD_UP_MS - grantedAt));
      callLimiter.noteHeldUp(performance.now() - grantedAt);
      arrivals.push(performance.now());
    }),
  );
  await Promise.all(calls);
  assert.ok(mostWithinASecond(arrivals) <= 30, `${mostWithinASecond(arrivals)} calls in a second`);
});

test('allows nearly the whole rate, and two thirds of it in the seconds after a call was held up', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const perSecond: number[] = [];
  const counter: RateCounter = {
    take: (windows, wanted, isHeldUp) => {
      perSecond.push(
        Math.min(...windows.map(({ limit, heldUpLimit = limit, windowMs }) => ((isHeldUp ? heldUpLimit : limit) * 1_000) / windowMs)),
      );
      return Promise.resolve({ granted: wanted, waitMs: 0 });
    },
  };
  const callLimiter = makeCallLimiter({ limits: [{ service: 'stub', class: 'live', perSecond: 30 }], counter });
  for (const [at, lateMs] of [
    [0, 19],
    [2_000, 20],
    [4_999, 0],
    [5_000, 0],
  ] as const) {
    now = at;
    callLimiter.noteHeldUp(lateMs);
    await callLimiter.run({ service: 'stub', class: 'live' }, () => Promise.resolve());
  }
  const [calm = 0, heldUp = 0, ...later] = perSecond;
  assert.ok(calm >= 27 && calm < 28, `${calm} calls a second`);
  assert.ok(heldUp >= 20 && heldUp < 21, `${heldUp} calls a second after a call was held up`);
  assert.deepEqual(later, [heldUp, calm]);
});

test('keeps the concurrency limit of a class and the rate of the whole account at once', async () => {
  const callLimiter = makeCallLimiter({
    limits: [
      { service: 'stub', class: 'account', perSecond: 12 },
      { service: 'stub', class: 'a', concurrency: 2 },
    ],
  });
  const starts: number[] = [];
  let underWay = 0;
  let widest = 0;
  const work = async (): Promise<void> => {
    starts.push(performance.now());
    underWay += 1;
    widest = Math.max(widest, underWay);
    await sleep(20);
    underWay -= 1;
  };
  const classes = [...Array.from({ length: 10 }, () => 'a'), ...Array.from({ length: 6 }, () => 'b')];
  await Promise.all(classes.slice(0, 10).map((name) => callLimiter.run({ service: 'stub', class: name }, work)));
  assert.equal(widest, 2);
  await Promise.all(classes.slice(10).map((name) => callLimiter.run({ service: 'stub', class: name }, work)));
  assert.ok(mostWithinASecond(starts) <= 12);
});

test('holds back nothing that is not in the table', async () => {
  const callLimiter = makeCallLimiter({ limits: [] });
  const results = await Promise.all(
    Array.from({ length: 500 }, (_none, call) => callLimiter.run({ service: 'other' }, () => Promise.resolve(call))),
  );
  assert.equal(results.length, 500);
});

test('a caller that gives up while waiting makes no call and blocks no other', async () => {
  const callLimiter = makeCallLimiter({ limits: [{ service: 'stub', class: 'live', concurrency: 1 }] });
  const controller = new AbortController();
  const reason = new Error('enough');
  let calls = 0;
  const slow = callLimiter.run({ service: 'stub', class: 'live' }, async () => await sleep(50, 'slow'));
  const waiting = callLimiter.run(
    { service: 'stub', class: 'live', signal: controller.signal },
    async () => await Promise.resolve((calls += 1)),
  );
  const next = callLimiter.run({ service: 'stub', class: 'live' }, () => Promise.resolve('next'));
  controller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(await Promise.all([slow, next]), ['slow', 'next']);
  assert.equal(calls, 0);
});

test('several processes keep one rate through a shared counter', async () => {
  const asked: string[][] = [];
  let free = 2;
  const counter: RateCounter = {
    take: (windows, wanted) => {
      asked.push(windows.map((window) => window.key));
      const granted = Math.min(wanted, free);
      free = granted === 0 ? 2 : free - granted;
      return Promise.resolve({ granted, waitMs: 5 });
    },
  };
  const limits = [
    { service: 'stub', class: 'account', perMinute: 2 },
    { service: 'stub', class: 'list', perMinute: 2 },
  ];
  const [here, there] = [makeCallLimiter({ limits, counter }), makeCallLimiter({ limits, counter })];
  const calls = [here, there, there].map((callLimiter, call) => callLimiter.run({ service: 'stub' }, () => Promise.resolve(call)));
  assert.deepEqual(await Promise.all(calls), [0, 1, 2]);
  assert.ok(asked.length >= 3, 'calls without a slot asked again');
  assert.ok(asked.every((keys) => keys.join(' ') === 'stub/account/60000'));
  free = 9;
  await makeCallLimiter({ limits, counter }).run({ service: 'stub', class: 'list' }, () => Promise.resolve());
  assert.deepEqual(asked.slice(-2), [['stub/list/60000'], ['stub/account/60000']], 'a class has its own turn, and that of the account');
});

test('calls that wait for the rate of their class keep no others of the account', async () => {
  const callLimiter = makeCallLimiter({
    limits: [
      { service: 'stub', class: 'account', concurrency: 2 },
      { service: 'stub', class: 'list', perSecond: 1 },
    ],
  });
  const order: string[] = [];
  const run = (name: string) =>
    callLimiter.run({ service: 'stub', class: name }, async () => {
      order.push(name);
      await Promise.resolve();
    });
  await Promise.all([run('list'), run('list'), run('live'), run('live'), run('live')]);
  assert.equal(order.at(-1), 'list', 'the second call of the class comes a second later');
  assert.deepEqual(order.toSorted(), ['list', 'list', 'live', 'live', 'live']);
});

test('a turn of a class that has got old while the account was busy is taken again', async () => {
  const callLimiter = makeCallLimiter({
    limits: [
      { service: 'stub', class: 'account', concurrency: 1 },
      { service: 'stub', class: 'list', perSecond: 5 },
    ],
  });
  const starts: number[] = [];
  const busy = callLimiter.run({ service: 'stub' }, async () => await sleep(1_300));
  const waiting = Array.from({ length: 7 }, () =>
    callLimiter.run({ service: 'stub', class: 'list' }, async () => {
      starts.push(performance.now());
      await Promise.resolve();
    }),
  );
  await Promise.all([busy, ...waiting]);
  assert.ok(mostWithinASecond(starts) <= 5, `${mostWithinASecond(starts)} calls in a second`);
});

test(
  "keeps every limit of the provider's endpoints",
  { skip: existsSync(ENDPOINTS) ? false : `the provider's endpoints are not at ${ENDPOINTS}` },
  () => {
    const { endpoints } = JSON.parse(readFileSync(ENDPOINTS, 'utf8')) as {
      endpoints: { path: string; rate: { per_minute: number; concurrent?: number } }[];
    };
    const limits = new Map(toCallLimits(PROVIDER_LIMITS).map((row) => [row.class, row]));
    const account = limits.get('account');
    assert.ok(account?.perMinute && account.concurrency);
    for (const { path, rate } of endpoints) {
      const [name] = CLASSES.find(([, pattern]) => pattern.test(path)) ?? ['account'];
      assert.ok((limits.get(name)?.perMinute ?? Infinity) <= rate.per_minute, path);
      assert.ok(account.perMinute <= 2_000 && account.concurrency <= (rate.concurrent ?? Infinity), path);
    }
  },
);
