import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { NO_WAITS, openStoreDoor, STORE_OPTIONS, storeFailureOf, type StoreDoor } from '../../../test/support/app-store-door.ts';
import { startSandboxClient, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { AppStoreError, LANDING_IDS } from './index.ts';

interface Truth {
  readonly title: string;
  readonly subtitle: string | null;
  readonly developer: string;
  readonly developer_id: string;
  readonly website: string | null;
  readonly bundle_id: string;
  readonly rating: number | null;
  readonly rating_count: number;
  readonly histogram: readonly number[];
  readonly version: string;
  readonly version_released_at: string;
  readonly released_at: string;
  readonly size_bytes: number;
  readonly price: number;
  readonly currency: string;
  readonly category_id: string;
  readonly similar: readonly string[];
  readonly all_similar: readonly string[];
  readonly reviews: readonly { readonly id: string; readonly rating: number; readonly written_at: string }[];
}

interface Chart {
  readonly ranks: readonly { readonly rank: number; readonly app_id: string }[];
}

interface Samples {
  readonly apps: readonly { readonly platform: string; readonly app_id: string }[];
}

const US = { storefront: 'us' } as const;
const ROUNDING = 0.051;

suite('store_a of the sandbox', () => {
  let client: SandboxClient;
  let appIds: readonly string[];
  let door: StoreDoor;
  const closers: (() => unknown)[] = [];

  const openDoor = (environment: Readonly<Record<string, string>> = {}): StoreDoor =>
    openStoreDoor(
      { after: (close) => void closers.push(close as () => unknown) },
      { sandboxUrl: client.sandbox.url, environment: { ...NO_WAITS, ...environment } },
    );
  const truthOf = async (appId: string, country = 'us'): Promise<Truth> =>
    (await client.control<Truth>(`/_sandbox/truth/app?platform=store_a&app_id=${appId}&country=${country}`)).body;

  before(async () => {
    client = await startSandboxClient();
    const { body } = await client.control<Samples>('/_sandbox/world');
    appIds = body.apps.filter(({ platform }) => platform === 'store_a').map(({ app_id: id }) => id);
  });
  beforeEach(async () => {
    await client.control('/_sandbox/reset', {});
    door = openDoor();
  });
  after(async () => {
    for (const close of closers) await close();
    await client.sandbox.close();
  });

  test('pages and records say the truth, in other languages too, and every call is booked', async () => {
    for (const storefront of ['us', 'jp', 'de']) {
      const records = await door.store.fetchLookup(appIds, storefront, STORE_OPTIONS);
      assert.ok(records.size > 3, `${storefront} has apps`);
      for (const [appId, record] of [...records].slice(0, 6)) {
        const truth = await truthOf(appId, storefront);
        const page = await door.store.fetchProduct({ appId, storefront, pageUrl: record.pageUrl }, STORE_OPTIONS);
        assert.deepEqual(
          {
            title: page.title,
            subtitle: page.subtitle,
            developer: page.developerName,
            developer_id: page.developerId,
            bundle_id: page.bundleId,
            price: page.price,
            currency: page.currency,
            category_id: page.primaryCategory,
            version: page.version,
            version_released_at: page.versionReleasedAt?.toISOString().slice(0, 19),
            rating_count: page.ratingCount,
            histogram: page.ratingHistogram?.toReversed(),
            similar: page.similar?.map((app) => app.appId),
            reviews: page.reviews?.map((review) => review.id),
            missing: page.missing,
          },
          {
            title: truth.title,
            subtitle: truth.subtitle,
            developer: truth.developer,
            developer_id: truth.developer_id,
            bundle_id: truth.bundle_id,
            price: truth.price,
            currency: truth.currency,
            category_id: truth.category_id,
            version: truth.version,
            version_released_at: truth.version_released_at.slice(0, 19),
            rating_count: truth.rating_count,
            histogram: truth.histogram,
            similar: page.similar?.map((app) => app.appId).filter((id) => truth.all_similar.includes(id)),
            reviews: truth.reviews.slice(0, 8).map((review) => review.id),
            missing: [],
          },
        );
        assert.ok(truth.rating === null ? page.rating === null : Math.abs((page.rating ?? 0) - truth.rating) < ROUNDING);
        assert.deepEqual(
          {
            title: record.title,
            rating: record.rating ?? null,
            rating_count: record.ratingCount ?? 0,
            version: record.version,
            size_bytes: record.sizeBytes,
            price: record.price,
            website: record.websiteUrl ?? null,
            released_at: record.releaseDate?.toISOString().slice(0, 19),
            description: record.description,
          },
          {
            title: truth.title,
            rating: truth.rating,
            rating_count: truth.rating_count,
            version: truth.version,
            size_bytes: truth.size_bytes,
            price: truth.price,
            website: truth.website,
            released_at: truth.released_at.slice(0, 19),
            description: page.description,
          },
        );
      }
    }
    const calls = (await client.control<{ by_endpoint: Record<string, number>; total: number }>('/_sandbox/calls')).body;
    // Each host's robots.txt is no call of a service.
    assert.equal(door.booked.length, calls.total - 2);
    assert.deepEqual(new Set(door.booked.map(({ service }) => service)), new Set(['edge_native_fetch', 'store_a_lookup_api']));
    assert.ok(door.booked.every(({ estimateUsd }) => estimateUsd === 0));
    assert.equal(new Set(door.booked.map(({ tag }) => tag)).size, door.booked.length);
    assert.deepEqual(door.evidence, []);
  });

  test('charts have every position, also those of bundles, by device and for the whole store', async () => {
    for (const device of ['iphone', 'ipad'] as const) {
      const page = await door.store.fetchChart({ categoryId: '36', chart: 'top-paid', device, ...US }, STORE_OPTIONS);
      const query = `platform=store_a&category_id=36&collection=paid&device=${device === 'ipad' ? 'tablet' : 'phone'}&limit=199`;
      const truth = (await client.control<Chart>(`/_sandbox/truth/chart?${query}`)).body;
      const apps = page.ranks.map(({ appId }) => appId);
      assert.deepEqual(apps, truth.ranks.map(({ app_id: id }) => id).slice(0, apps.length));
      assert.ok(apps.length >= 100 && page.ranks.slice(0, 25).every(({ lockup, appId }) => lockup?.appId === appId));
      const bundleRank = page.ranks.findIndex(({ rank }, at) => rank !== at + 1) + 1;
      assert.equal(bundleRank, 31, 'a bundle has the position');
      assert.deepEqual(
        page.charts.map(({ categoryId, chart }) => `${categoryId} ${chart}`),
        ['36 top-free', '36 top-paid', '6014 top-free', '6014 top-paid'],
      );
      assert.ok(page.categories.some(({ categoryId }) => categoryId === '6007'));
    }
  });

  test('editorial pages lead from the landing page through groupings to rooms and stories', async () => {
    const landing = await door.store.fetchShelves({ kind: 'landing', id: 'apps', ...US }, STORE_OPTIONS);
    const groupings = landing.shelves.flatMap(({ links }) => links.filter(({ kind }) => kind === 'grouping'));
    assert.ok(groupings.length > 10);
    const grouping = await door.store.fetchShelves({ kind: 'grouping', id: groupings[0]?.id ?? '', ...US }, STORE_OPTIONS);
    assert.deepEqual(
      grouping.shelves.map(({ kind }) => kind),
      ['hero', 'room', 'room', 'none', 'chart', 'none', 'none', 'none'],
    );
    assert.deepEqual(
      grouping.shelves[0]?.links.map(({ kind, isHero }) => ({ kind, isHero })),
      ['story', 'story', 'app', 'app'].map((kind) => ({ kind, isHero: true })),
    );
    assert.deepEqual(
      grouping.shelves.map(({ isDeferred }) => isDeferred),
      [false, false, false, false, false, false, true, false],
    );
    const shelf = grouping.shelves[1];
    const room = await door.store.fetchShelves({ kind: 'room', id: shelf?.childId ?? '', ...US }, STORE_OPTIONS);
    assert.deepEqual(
      room.shelves[0]?.apps.slice(0, 12).map(({ appId }) => appId),
      shelf?.apps.map(({ appId }) => appId),
    );
    const story = grouping.shelves[0]?.links[0]?.id ?? '';
    const read = await door.store.fetchShelves({ kind: 'story', id: story, ...US }, STORE_OPTIONS);
    assert.equal(read.shelves.flatMap(({ apps }) => apps).length, 5);
    for (const id of LANDING_IDS) await door.store.fetchShelves({ kind: 'landing', id, ...US, device: 'ipad' }, STORE_OPTIONS);
  });

  test('all similar apps, the search and the feeds are in their order', async () => {
    const [appId = ''] = appIds;
    const truth = await truthOf(appId);
    const similar = await door.store.fetchSimilar({ appId, ...US }, STORE_OPTIONS);
    assert.deepEqual(
      similar.map((app) => app.appId),
      truth.all_similar.filter((id) => similar.some((app) => app.appId === id)),
    );
    assert.ok(similar.length > 30);
    const free = await door.store.fetchFeed({ feed: 'top-free', ...US, limit: 30 }, STORE_OPTIONS);
    const open = openDoor({ STORE_A_SOURCES: 'legacy_feed,search' });
    const old = await open.store.fetchFeed({ feed: 'top-free', ...US, limit: 30 }, STORE_OPTIONS).catch((error: unknown) => error);
    assert.ok(old instanceof AppStoreError && old.reason === 'switched_off', 'the open feed is another source');
    const grossing = await open.store.fetchFeed({ feed: 'top-grossing', categoryId: '6007', ...US, limit: 20 }, STORE_OPTIONS);
    const chart = async (query: string) =>
      (await client.control<Chart>(`/_sandbox/truth/chart?platform=store_a&${query}`)).body.ranks.map(({ app_id: id }) => id);
    assert.deepEqual(
      free.map((row) => row.appId),
      await chart('category_id=all&collection=free&limit=30'),
    );
    assert.deepEqual(
      grossing.map((row) => row.appId),
      await chart('category_id=6007&collection=grossing&limit=20'),
    );
    const found = await open.store.fetchSearch({ term: truth.title, ...US }, STORE_OPTIONS);
    assert.ok(found.some((app) => app.appId === appId));
    assert.deepEqual(await open.store.fetchSearch({ term: 'zzzzqqqqxxxx', ...US }, STORE_OPTIONS), []);
    // The sources that robots.txt disallows stay off unless they are named.
    for (const call of [
      door.store.fetchSearch({ term: 'a', ...US }, STORE_OPTIONS),
      door.store.fetchFeed({ feed: 'top-grossing', ...US }, STORE_OPTIONS),
    ])
      assert.deepEqual(await storeFailureOf(call).then(({ reason, retryable }) => [reason, retryable]), ['switched_off', false]);
  });

  test('a lookup of many apps goes out in calls of at most 200 ids', async () => {
    const shelves = await door.store.fetchChart({ categoryId: '36', chart: 'top-free', ...US }, STORE_OPTIONS);
    const wanted = [...new Set(shelves.charts.flatMap(({ ranks }) => ranks.map(({ appId }) => appId)))];
    assert.ok(wanted.length > 400);
    const records = await door.store.fetchLookup([...wanted, ...wanted], 'us', STORE_OPTIONS);
    assert.deepEqual(new Set(records.keys()), new Set(wanted));
    const { entries } = (await client.control<{ entries: { path: string; query: string }[] }>('/_sandbox/calls')).body;
    const sizes = entries
      .filter(({ path }) => path === '/lookup')
      .map(({ query }) => new URLSearchParams(query).get('id')?.split(',').length);
    assert.deepEqual(
      sizes,
      [...Array.from({ length: Math.floor(wanted.length / 200) }, () => 200), wanted.length % 200].filter((size) => size > 0),
    );
  });
});
