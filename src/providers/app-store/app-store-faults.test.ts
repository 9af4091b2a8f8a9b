import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { openStoreDoor, STORE_OPTIONS, storeFailureOf, type StoreDoor } from '../../../test/support/app-store-door.ts';
import { startStub } from '../../../test/support/page-door.ts';
import { startSandboxClient, type SandboxClient } from '../../../test/support/sandbox-client.ts';

interface Samples {
  readonly apps: readonly { readonly platform: string; readonly app_id: string }[];
}

const US = { storefront: 'us' } as const;

suite('store_a of the sandbox on a bad day', () => {
  let client: SandboxClient;
  let appIds: readonly string[];
  let door: StoreDoor;
  const closers: (() => unknown)[] = [];

  /** The one fault from now on. */
  const spoil = async (kind: string, match: string): Promise<void> => {
    await client.control('/_sandbox/reset', {});
    const { status } = await client.control('/_sandbox/faults', { match, kind });
    assert.equal(status, 200);
  };
  const product = (appId = appIds[0] ?? '') => door.store.fetchProduct({ appId, ...US }, STORE_OPTIONS);

  before(async () => {
    client = await startSandboxClient();
    const { body } = await client.control<Samples>('/_sandbox/world');
    appIds = body.apps.filter(({ platform }) => platform === 'store_a').map(({ app_id: id }) => id);
  });
  beforeEach(async () => {
    await client.control('/_sandbox/reset', {});
    door = openStoreDoor({ after: (close) => void closers.push(close as () => unknown) }, { sandboxUrl: client.sandbox.url });
  });
  after(async () => {
    for (const close of closers) await close();
    await client.sandbox.close();
  });

  test('what a changed page lacks is named and kept, and nothing is read as empty', async () => {
    const chart = () => door.store.fetchChart({ categoryId: '6007', chart: 'top-free', ...US }, STORE_OPTIONS);
    const lookup = () => door.store.fetchLookup(appIds.slice(0, 20), 'us', STORE_OPTIONS);
    const similar = () => door.store.fetchSimilar({ appId: appIds[0] ?? '', ...US }, STORE_OPTIONS);
    const grouping = () => door.store.fetchShelves({ kind: 'grouping', id: '25100', ...US }, STORE_OPTIONS);
    const { pageUrl } = await product();
    const app = () => door.store.fetchProduct({ appId: appIds[0] ?? '', ...US, pageUrl }, STORE_OPTIONS);
    const feed = () => door.store.fetchFeed({ feed: 'top-free', ...US }, STORE_OPTIONS);
    const cases: readonly [kind: string, read: () => Promise<unknown>, missing: readonly string[]][] = [
      ['renamed_fields', chart, ['segments', 'segments.top-free']],
      ['renamed_fields', similar, ['shelves', 'shelves[].items[].adamId']],
      ['renamed_fields', grouping, ['shelves', 'shelves[].items']],
      ['renamed_fields', lookup, ['results']],
      ['missing_fields', chart, ['lockup.title', 'segments[].nextPage.remainingContent', 'categories[].name']],
      ['missing_fields', similar, ['lockup.title', 'shelves[].items[].adamId']],
      ['missing_fields', grouping, ['title', 'lockup.title']],
      ['missing_fields', lookup, ['results[].trackName', 'results[].artistName']],
      ['missing_fields', feed, ['feed.results[].name', 'feed.results[].artistName']],
      ['no_data_block', chart, ['serialized-server-data']],
      ['truncated', chart, ['serialized-server-data']],
      ['truncated', app, ['serialized-server-data']],
      ['truncated', lookup, ['valid JSON']],
      ['wrong_storefront', chart, ['storefront']],
      ['wrong_storefront', app, ['storefront']],
      ['wrong_storefront', lookup, ['storefront']],
      ['wrong_storefront', feed, ['storefront']],
    ];
    for (const [kind, read, missing] of cases) {
      await spoil(kind, 'apple.com/');
      const failure = await storeFailureOf(read());
      const reason = kind === 'wrong_storefront' ? 'wrong_storefront' : 'unreadable';
      assert.deepEqual(
        { kind, reason: failure.reason, missing: failure.missing.toSorted() },
        { kind, reason, missing: missing.toSorted() },
      );
      assert.equal(failure.retryable, true);
      const kept = door.evidence.splice(0);
      assert.deepEqual(
        kept.map((one) => one.missing),
        [failure.missing],
        kind,
      );
      assert.ok((kept[0]?.body.length ?? 0) > 100);
    }
  });

  test('a page of an app gives what is left of it, and names the rest', async () => {
    const [appId = ''] = appIds;
    const good = await product();
    const read = async (kind: string) => {
      await spoil(kind, '/us/app/');
      const page = await product();
      assert.deepEqual(
        door.evidence.splice(0).map(({ missing }) => missing),
        page.missing.length === 0 ? [] : [page.missing],
      );
      return page;
    };
    const bare = await read('no_data_block');
    assert.deepEqual(
      { ...bare, description: undefined },
      {
        ...Object.fromEntries(Object.keys(good).map((name) => [name, undefined])),
        appId,
        title: good.title,
        developerName: good.developerName,
        rating: good.rating,
        ratingCount: good.ratingCount,
        price: good.price,
        currency: good.currency,
        isFree: good.isFree,
        primaryCategory: good.primaryCategory,
        iconUrl: good.iconUrl,
        missing: ['serialized-server-data'],
      },
    );
    const renamed = await read('renamed_fields');
    assert.deepEqual(
      { title: renamed.title, rating: renamed.rating, similar: renamed.similar, description: renamed.description },
      { title: good.title, rating: good.rating, similar: undefined, description: undefined },
    );
    assert.ok(['lockup', 'shelfMapping'].every((name) => renamed.missing.includes(name)));
    const missing = await read('missing_fields');
    assert.deepEqual([missing.title, missing.developerName, missing.description], [good.title, good.developerName, good.description]);
    assert.ok(['title', 'lockup.developerName'].every((name) => missing.missing.includes(name)));
    const unrated = await read('no_rating');
    assert.deepEqual([unrated.missing, unrated.rating], [['productRatings.ratingAverage', 'shelfMapping.allProductReviews'], good.rating]);
    for (const kind of ['bare_array', 'numeric_ids', 'duplicate_shelf']) assert.deepEqual(await read(kind), good, kind);
  });

  test('half of a list that stands twice is read once', async () => {
    const read = () => door.store.fetchShelves({ kind: 'grouping', id: '25100', ...US }, STORE_OPTIONS);
    const good = await read();
    await spoil('duplicate_shelf', '/grouping/');
    assert.deepEqual(await read(), good);
  });

  test('what is not there is removed, and ids of the other store are refused unasked', async () => {
    const gone = await storeFailureOf(product('1'));
    assert.deepEqual([gone.reason, gone.retryable, gone.code], ['removed', false, 404]);
    await client.control('/_sandbox/reset', {});
    assert.equal((await door.store.fetchLookup(['1', appIds[0] ?? ''], 'us', STORE_OPTIONS)).size, 1);
    await client.control('/_sandbox/reset', {});
    await assert.rejects(product('com.example.app'), /appId is none that store_a has/u);
    await assert.rejects(door.store.fetchLookup(['com.example.app'], 'us', STORE_OPTIONS), /appId/u);
    await assert.rejects(door.store.fetchProduct({ appId: '1', storefront: '../x' }, STORE_OPTIONS), /storefront/u);
    assert.equal((await client.control<{ total: number }>('/_sandbox/calls')).body.total, 0);
    // A storefront that the store does not have leads to another one: no second page is read.
    const wrong = await storeFailureOf(door.store.fetchProduct({ appId: appIds[0] ?? '', storefront: 'zz' }, STORE_OPTIONS));
    assert.deepEqual([wrong.reason, wrong.retryable], ['wrong_storefront', true]);
    assert.equal(door.booked.filter(({ endpoint }) => endpoint === 'store_a/product').length, 2);
    assert.deepEqual(door.evidence, []);
  });

  test('a page that robots.txt disallows is not asked for, and what leads elsewhere is not followed', async (t) => {
    const asked: string[] = [];
    const { url } = await startStub(t, (request, response) => {
      asked.push(request.url ?? '');
      const isRobots = request.url === '/robots.txt';
      response.writeHead(isRobots ? 200 : 302, { 'content-type': 'text/plain', location: 'https://consent.example.com/' });
      response.end(isRobots ? 'User-agent: *\nDisallow: /*/app/' : '');
    });
    const { store, evidence } = openStoreDoor(t, { sandboxUrl: url });
    const disallowed = await storeFailureOf(store.fetchProduct({ appId: '1', ...US }, STORE_OPTIONS));
    assert.deepEqual([disallowed.reason, disallowed.retryable, asked], ['blocked', false, ['/robots.txt']]);
    const elsewhere = await storeFailureOf(store.fetchShelves({ kind: 'room', id: '1', ...US }, STORE_OPTIONS));
    assert.deepEqual([elsewhere.reason, elsewhere.message], ['blocked', 'apps.apple.com leads to consent.example.com']);
    assert.deepEqual([asked.length, evidence.length], [2, 0]);
  });
});
