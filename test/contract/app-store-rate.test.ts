import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { toStoreLimits } from '#providers/app-store/services.ts';
import { makeCallLimiter, type CallLimiter } from '#providers/limits/call-limiter.ts';
import { makeCallSlots, makeRateCounter } from '#stores/counters/index.ts';
import { makePostgres } from '#stores/postgres/client.ts';
import { makeMapCache, openStoreDoor, STORE_OPTIONS } from '../support/app-store-door.ts';
import { openTestStores } from '../support/index.ts';
import { startSandboxClient } from '../support/sandbox-client.ts';

const PROCESSES = 3;
const DELAY_MS = 1_500;
const US = { storefront: 'us' } as const;

test('by default requests are as far apart as the specification says', () => {
  const config = readConfig({});
  assert.deepEqual(toStoreLimits(config), [
    { service: 'store_a_page', class: 'account', everyMs: 4_000, concurrency: 3 },
    { service: 'rss_feed', class: 'account', everyMs: 4_000, concurrency: 3 },
    { service: 'store_a_lookup_api', class: 'account', everyMs: 200, perSecond: 5, concurrency: 3 },
  ]);
  assert.equal(readConfig({ SCRAPER_PROXY_URL: 'http://proxy:8080' }).appStore.concurrency, 10);
});

test('three processes never ask for pages closer together than one may, redirects and robots.txt included', async (t) => {
  const stores = await openTestStores(t);
  const sandbox = await startSandboxClient();
  stores.onClose(() => sandbox.sandbox.close());
  const logger = makeLogger('fatal');
  const cache = makeMapCache();
  const environment = { STORE_A_DELAY_SECONDS: String(DELAY_MS / 1_000), STORE_A_PAGE_DELAY_MS: '0-20', STORE_A_PAGE_JITTER_MS: '20' };
  const startedAt: number[] = [];
  const doors = Array.from({ length: PROCESSES }, () => {
    const own = makePostgres({ connectionString: stores.connectionString, logger });
    stores.onClose(() => own.close());
    const callLimiter = makeCallLimiter({
      limits: toStoreLimits(readConfig(environment)),
      counter: makeRateCounter(own.pool, logger),
      slots: makeCallSlots(own.pool, logger),
    });
    return openStoreDoor(
      { after: (close) => stores.onClose(close as () => Promise<void>) },
      {
        sandboxUrl: sandbox.sandbox.url,
        environment,
        cache,
        callLimiter: recordStarts(callLimiter, startedAt),
      },
    );
  });
  const samples = await sandbox.control<{ apps: { platform: string; app_id: string }[] }>('/_sandbox/world');
  const appIds = samples.body.apps.filter(({ platform }) => platform === 'store_a').map(({ app_id: id }) => id);
  await doors[0]?.store.fetchShelves({ kind: 'landing', id: 'apps', ...US }, STORE_OPTIONS);
  await Promise.all(doors.map(({ store }, at) => store.fetchSimilar({ appId: appIds[at] ?? '', ...US }, STORE_OPTIONS)));
  await doors[1]?.store.fetchProduct({ appId: appIds[0] ?? '', ...US }, STORE_OPTIONS);
  const { entries } = (await sandbox.control<{ entries: { path: string }[] }>('/_sandbox/calls')).body;
  assert.equal(entries.length, 7, entries.map(({ path }) => path).join(' '));
  assert.equal(startedAt.length, entries.length);
  const gaps = startedAt.slice(1).map((ms, at) => ms - (startedAt[at] ?? 0));
  assert.ok(Math.min(...gaps) >= DELAY_MS, `gaps of ${gaps.map(Math.round).join(', ')} ms`);
});

/** When calls were let go: arrivals that this machine delays are not closer than they were sent. */
function recordStarts(callLimiter: CallLimiter, startedAt: number[]): CallLimiter {
  return {
    ...callLimiter,
    run: (place, work) =>
      callLimiter.run(place, () => {
        startedAt.push(performance.now());
        return work();
      }),
  };
}
