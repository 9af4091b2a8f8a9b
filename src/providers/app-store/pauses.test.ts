import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeMapCache, NO_WAITS, openStoreDoor, STORE_OPTIONS, storeFailureOf } from '../../../test/support/app-store-door.ts';
import { startSandboxClient, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { makePauses } from './pauses.ts';

const LOOKUP = 'store_a_lookup_api';

/** A clock that the test moves, and a cache whose entries expire by it. */
function openPauses() {
  let now = 1_000_000;
  const entries = new Map<string, { readonly value: unknown; readonly until: number }>();
  const cache = {
    get: <Value>(key: string): Promise<Value | undefined> => {
      const entry = entries.get(key);
      return Promise.resolve(entry === undefined || entry.until <= now ? undefined : (entry.value as Value));
    },
    set: (key: string, value: unknown, ttlMs: number): Promise<void> =>
      Promise.resolve(void entries.set(key, { value, until: now + ttlMs })),
  };
  const clock = { now: () => new Date(now), realNow: () => now };
  return { open: () => makePauses(cache, clock), move: (ms: number) => void (now += ms) };
}

test('a pause holds over all processes, and doubles when the store asks again soon', async () => {
  const { open, move } = openPauses();
  const [one, other] = [open(), open()];
  assert.equal(await one.begin(LOOKUP, 3_000, undefined), 3_000);
  assert.equal((await storeFailureOf(other.check(LOOKUP))).retryAfterMs, 3_000);
  await other.check('store_a_page');
  // Calls that were under way are refused as well: that is the same pause.
  move(1_000);
  assert.equal(await one.begin(LOOKUP, 3_000, undefined), 2_000);
  move(2_000);
  await one.check(LOOKUP);
  assert.equal(await one.begin(LOOKUP, 3_000, undefined), 6_000);
  move(6_000);
  assert.equal(await one.begin(LOOKUP, 3_000, 60_000), 60_000, 'what the store says wins when it is longer');
  move(200_000);
  assert.equal(await one.begin(LOOKUP, 3_000, 1_000), 3_000, 'and all is forgotten when it was quiet for so long again');
});

test('a longer pause that is asked for during a pause is kept', async () => {
  const { open, move } = openPauses();
  const [one, other] = [open(), open()];
  await one.begin(LOOKUP, 10_000, undefined);
  move(1_000);
  assert.equal(await one.begin(LOOKUP, 10_000, 30_000), 30_000);
  assert.equal((await storeFailureOf(other.check(LOOKUP))).retryAfterMs, 30_000);
});

suite('a store that asks for a pause', () => {
  let client: SandboxClient;
  const closers: (() => unknown)[] = [];
  before(async () => {
    client = await startSandboxClient();
  });
  after(async () => {
    for (const close of closers) await close();
    await client.sandbox.close();
  });

  for (const [kind, retryAfterMs] of [
    ['http_403', 10_000],
    ['http_429', 10_000],
  ] as const)
    test(`${kind}: no process asks again for ten seconds, whatever page it wants`, async () => {
      await client.control('/_sandbox/reset', {});
      const cache = makeMapCache();
      const open = () =>
        openStoreDoor(
          { after: (close) => void closers.push(close as () => unknown) },
          { sandboxUrl: client.sandbox.url, cache, environment: NO_WAITS },
        );
      const [one, other] = [open(), open()];
      await client.control('/_sandbox/faults', { match: 'apps.apple.com/us', kind, count: 1 });
      const failure = await storeFailureOf(one.store.fetchProduct({ appId: '1', storefront: 'us' }, STORE_OPTIONS));
      assert.deepEqual([failure.reason, failure.retryable, failure.retryAfterMs], ['throttled', true, retryAfterMs]);
      const second = await storeFailureOf(other.store.fetchShelves({ kind: 'landing', id: 'apps', storefront: 'de' }, STORE_OPTIONS));
      assert.ok(second.reason === 'throttled' && (second.retryAfterMs ?? 0) > 0);
      // The lookup service is another one.
      assert.equal((await other.store.fetchLookup(['1'], 'us', STORE_OPTIONS)).size, 0);
      const { entries } = (await client.control<{ entries: { host: string; path: string }[] }>('/_sandbox/calls')).body;
      assert.equal(entries.filter(({ host, path }) => host === 'apps.apple.com' && path !== '/robots.txt').length, 1);
      assert.equal(one.booked.length + other.booked.length, 2, 'a call that was not made is not booked');
    });
});
