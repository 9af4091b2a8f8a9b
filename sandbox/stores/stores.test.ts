import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { startSandboxClient, type SandboxClient } from '../../test/support/sandbox-client.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface WebData {
  readonly intent: { readonly storefront: string; readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
}

interface Truth {
  readonly title: string;
  readonly rating: number;
  readonly rating_count: number;
  readonly version: string;
  readonly price: number;
  readonly histogram: readonly number[];
  readonly similar: readonly string[];
  readonly ranks: Readonly<Record<string, number>>;
  readonly category_id: string;
  readonly is_available: boolean;
  readonly changes: readonly { readonly date: string; readonly field: string }[];
  readonly rating_series: readonly { readonly rating_count: number }[];
  readonly rank_series: readonly { readonly ranks: Readonly<Record<string, number>> }[];
}

interface Samples {
  readonly apps: readonly { readonly platform: string; readonly app_id: string; readonly category_id: string }[];
  readonly leaving_apps: readonly { readonly platform: string; readonly app_id: string; readonly date: string }[];
}

interface Shelf {
  readonly items: readonly { readonly adamId: string; readonly rating?: number }[];
  readonly seeAllAction: { readonly pageUrl: string } | null;
}

interface Segment {
  readonly chart: string;
  readonly shelves: readonly [{ readonly items: readonly { readonly adamId: string; readonly ordinal: string }[] }];
  readonly nextPage: { readonly remainingContent: readonly { readonly id: string; readonly type: string }[] };
}

const WEB = 'apps.apple.com';

suite('the hosts of the app stores', () => {
  let client: SandboxClient;
  let samples: Samples;

  before(async () => {
    client = await startSandboxClient();
    samples = (await client.control<Samples>('/_sandbox/world')).body;
  });
  after(() => client.sandbox.close());

  const ask = (host: string, path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const call = request(client.sandbox.url + path, { headers: { host } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
        response.on('error', reject);
      });
      call.on('error', reject);
      call.end();
    });
  const follow = async (path: string): Promise<Answer> => {
    const first = await ask(WEB, path);
    const { location } = first.headers;
    return typeof location === 'string' ? ask(WEB, location.replace(`https://${WEB}`, '')) : first;
  };
  const pageOf = ({ body }: Answer): WebData => {
    const [, block = ''] = /<script type="application\/json" id="serialized-server-data">(.*?)<\/script>/su.exec(body.toString()) ?? [];
    const parsed = JSON.parse(block) as { data: [WebData] } | [WebData];
    return Array.isArray(parsed) ? parsed[0] : parsed.data[0];
  };
  const read = async (path: string): Promise<WebData> => pageOf(await follow(path));
  const lookUp = async (ids: readonly string[], country = 'us'): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (JSON.parse((await ask('itunes.apple.com', `/lookup?id=${ids.join(',')}&country=${country}`)).body.toString()) as { results: [] })
      .results;
  const truthOf = async (appId: string, more = '', platform = 'store_a'): Promise<Truth> =>
    (await client.control<Truth>(`/_sandbox/truth/app?platform=${platform}&app_id=${appId}${more}`)).body;
  const idsOf = (platform: string): string[] => samples.apps.filter((app) => app.platform === platform).map((app) => app.app_id);
  const firstId = (): string => idsOf('store_a')[0] ?? '';
  const withFault = async <Result>(fault: Readonly<Record<string, unknown>>, work: () => Promise<Result>): Promise<Result> => {
    await client.control('/_sandbox/faults', fault);
    try {
      return await work();
    } finally {
      await client.control('/_sandbox/faults', '');
    }
  };

  test('look up what the storefront has, in an order of their own, and say nothing of the rest', async () => {
    const ids = idsOf('store_a');
    const answer = await ask('itunes.apple.com', `/lookup?id=${[...ids, '1', '999999999'].join(',')}&country=us&entity=software`);
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(answer.body.toString(), /^\n+\{/u);
    const found = await lookUp([...ids, '1', '999999999']);
    assert.deepEqual(found.map(({ trackId }) => String(trackId)).toSorted(), ids.toSorted());
    assert.notDeepEqual(
      found.map(({ trackId }) => String(trackId)),
      ids,
    );
    for (const { trackId, averageUserRating, userRatingCount, version, fileSizeBytes, price, genreIds } of found) {
      const truth = await truthOf(String(trackId), '&days=1');
      assert.deepEqual(
        [averageUserRating, userRatingCount, version, price],
        [truth.rating, truth.rating_count, truth.version, truth.price],
      );
      assert.ok(typeof fileSizeBytes === 'string' && (genreIds as string[]).includes(truth.category_id));
    }
    assert.deepEqual(await lookUp([]), []);
    assert.equal((await ask('itunes.apple.com', '/lookup?id=abc')).status, 400);
    assert.equal((await ask('itunes.apple.com', `/lookup?id=${Array.from({ length: 420 }, (_none, at) => at + 1).join(',')}`)).status, 502);
  });

  test('show the page of an app behind a redirect, on each device, and a shell for what is not there', async () => {
    const id = firstId();
    const first = await ask(WEB, `/us/app/id${id}`);
    assert.equal(first.status, 301);
    assert.match(String(first.headers['location']), new RegExp(`^https://apps\\.apple\\.com/us/app/[a-z0-9-]+/id${id}$`, 'u'));
    const { intent, data } = await read(`/us/app/id${id}`);
    const truth = await truthOf(id);
    assert.deepEqual([intent.id, intent.storefront, data['title']], [id, 'us', truth.title]);
    const shelves = data['shelfMapping'] as Readonly<Record<string, Shelf>>;
    assert.deepEqual(
      shelves['similarItems']?.items.map(({ adamId }) => adamId),
      truth.similar,
    );
    assert.deepEqual(shelves['similarItemsDownloading']?.items, shelves['similarItems']?.items);
    const [ratings] =
      (data['shelfMapping'] as Readonly<Record<string, { items: readonly { ratingCounts: readonly number[] }[] }>>)['productRatings']
        ?.items ?? [];
    assert.deepEqual(ratings?.ratingCounts, truth.histogram);
    const onTablet = await read(`/us/app/id${id}?platform=ipad`);
    const order = Object.keys(onTablet.data['shelfMapping'] as object).filter((key) => key.startsWith('product_media'));
    assert.ok(order.length === 1 || order[0] === 'product_media_pad_');
    const missing = await follow('/us/app/id12345');
    assert.equal(missing.status, 404);
    assert.ok(!missing.body.toString().includes('serialized-server-data'));
    assert.match(String((await ask(WEB, `/xx/app/id${id}`)).headers['location']), /\/us\/app\/id/u);
  });

  test('rank as the truth does, with a bundle in the long list of paid apps', async () => {
    const { body } = await client.control<{ ranks: readonly { rank: number; app_id: string }[] }>(
      '/_sandbox/truth/chart?platform=store_a&category_id=36&collection=paid',
    );
    const { data } = await read('/us/iphone/charts');
    const [apps, games] = data['charts'] as readonly { genreId: string; segments: readonly Segment[] }[];
    assert.deepEqual([apps?.genreId, games?.genreId], ['36', '6014']);
    const paid = apps?.segments.find(({ chart }) => chart === 'top-paid') as Segment;
    const { items } = paid.shelves[0];
    const rest = paid.nextPage.remainingContent;
    assert.equal(items.length, 25);
    assert.equal(rest.filter(({ type }) => type === 'app-bundles').length, 1);
    const ranked = [...items.map(({ adamId }) => ({ id: adamId, type: 'apps' })), ...rest].map(({ id, type }, at) => ({
      id,
      type,
      rank: at + 1,
    }));
    const listed = ranked.filter(({ type }) => type === 'apps').map(({ id, rank }) => ({ rank, app_id: id }));
    assert.deepEqual(listed, body.ranks.slice(0, listed.length));
    const free = apps?.segments.find(({ chart }) => chart === 'top-free') as Segment;
    assert.equal(free.shelves[0].items.length + free.nextPage.remainingContent.length, 200);
    assert.equal((await follow('/us/iphone/charts/9999')).status, 404);
  });

  test('link editorial pages to each other, with apps that several of them hold, for some weeks', async () => {
    const landing = JSON.stringify((await read('/us/iphone/games')).data);
    const [hub = ''] = /\/us\/iphone\/grouping\/\d+/u.exec(landing) ?? [];
    const [story = ''] = /\/us\/iphone\/story\/id\d+/u.exec(landing) ?? [];
    const shelves = (await read(hub)).data['shelves'] as readonly Shelf[];
    const [room = ''] = /\/us\/iphone\/room\/\d+/u.exec(JSON.stringify(shelves)) ?? [];
    const idsIn = (list: readonly Shelf[]): string[] => list.flatMap(({ items }) => items.flatMap(({ adamId }) => adamId ?? []));
    const inRoom = idsIn((await read(room)).data['shelves'] as readonly Shelf[]);
    assert.equal(inRoom.length, 24);
    const inHub = idsIn(shelves);
    assert.ok(inHub.length > new Set(inHub).size, 'shelves overlap');
    assert.equal(idsIn((await read(story)).data['shelves'] as readonly Shelf[]).length, 5);
    assert.ok(idsIn((await read('/us/iphone/arcade')).data['shelves'] as readonly Shelf[]).length > 5);
    assert.match(JSON.stringify((await read('/us/ipad/today')).data), /\/us\/ipad\/story\/id\d+/u);
    await client.control('/_sandbox/clock', { advance_days: 70 });
    assert.equal((await follow(room)).status, 404);
    await client.control('/_sandbox/reset', {});
  });

  test('list charts in feeds of both generations', async () => {
    const feed = async (path: string): Promise<{ entry?: unknown }> =>
      (JSON.parse((await ask('itunes.apple.com', path)).body.toString()) as { feed: object }).feed;
    const many = (await feed('/us/rss/topgrossingapplications/limit=200/json')).entry as unknown[];
    assert.equal(many.length, 100);
    assert.ok(!Array.isArray((await feed('/us/rss/topfreeapplications/limit=1/json')).entry));
    assert.equal((await feed('/us/rss/newpaidapplications/limit=10/genre=6001/json')).entry, undefined);
    const ignored = await feed('/us/rss/topfreeapplications/limit=10/genre=4242/json');
    assert.deepEqual(ignored.entry, (await feed('/us/rss/topfreeapplications/limit=10/json')).entry);
    assert.equal((await ask('itunes.apple.com', '/us/rss/topfreeapplications/limit=201/json')).status, 400);
    const { feed: second } = JSON.parse(
      (await ask('rss.marketingtools.apple.com', '/api/v2/de/apps/top-free/25/apps.json')).body.toString(),
    ) as {
      feed: { results: readonly { id: string }[] };
    };
    const { body } = await client.control<{ ranks: readonly { app_id: string }[] }>(
      '/_sandbox/truth/chart?platform=store_a&category_id=all&country=de&limit=25',
    );
    assert.deepEqual(
      second.results.map(({ id }) => id),
      body.ranks.map(({ app_id: id }) => id),
    );
    assert.equal((await ask('rss.marketingtools.apple.com', '/api/v2/us/apps/top-grossing/25/apps.json')).status, 404);
  });

  test('draw pictures of the size that is asked for, and refuse one without', async () => {
    const [record] = await lookUp([firstId()]);
    const url = new URL(String(record?.['artworkUrl512']));
    const picture = await ask(url.host, url.pathname);
    assert.equal(picture.headers['content-type'], 'image/png');
    assert.deepEqual([picture.body.readUInt32BE(16), picture.body.readUInt32BE(20)], [512, 512]);
    assert.equal((await ask(url.host, url.pathname.replace('512x512bb', '0x0bb'))).status, 400);
    const play = await ask('play-lh.googleusercontent.com', '/abc=w240-h480');
    assert.deepEqual([play.body.readUInt32BE(16), play.body.readUInt32BE(20)], [240, 480]);
    assert.notDeepEqual((await ask(url.host, `/other${url.pathname}`)).body, picture.body);
  });

  test('say in robots.txt what crawlers may not read', async () => {
    for (const [host, rule] of [
      ['itunes.apple.com', 'Disallow: /*/rss/*'],
      [WEB, 'Disallow: /*/search?*'],
      ['play.google.com', 'Disallow: /_'],
      ['rss.marketingtools.apple.com', 'Allow: /'],
    ] as const)
      assert.ok((await ask(host, '/robots.txt')).body.toString().split('\n').includes(rule), host);
  });

  test('move with the clock, and keep an app that left in the truth only', async () => {
    const leaving = samples.leaving_apps.find(({ platform }) => platform === 'store_a');
    assert.ok(leaving);
    const id = firstId();
    const [early] = await lookUp([id]);
    assert.equal((await lookUp([leaving.app_id])).length, 1);
    await client.control('/_sandbox/clock', { now: leaving.date });
    assert.deepEqual(await lookUp([leaving.app_id]), []);
    assert.equal((await follow(`/us/app/id${leaving.app_id}`)).status, 404);
    const gone = await truthOf(leaving.app_id);
    assert.equal(gone.is_available, false);
    assert.ok(gone.changes.some(({ date, field }) => date === leaving.date && field === 'is_available'));
    const truth = await truthOf(id, '&days=7');
    assert.equal(truth.rating_series.length, 7);
    assert.deepEqual(truth.rank_series.at(-1)?.ranks, truth.ranks);
    assert.equal(truth.rating_series.at(-1)?.rating_count, truth.rating_count);
    assert.notEqual((await lookUp([id]))[0]?.['userRatingCount'], early?.['userRatingCount']);
    await client.control('/_sandbox/reset', {});
  });

  test('have a page for each app of store_b', async () => {
    const [id = ''] = idsOf('store_b');
    const page = (await ask('play.google.com', `/store/apps/details?id=${id}&hl=en&gl=us`)).body.toString();
    const truth = await truthOf(id, '', 'store_b');
    assert.ok(page.includes(JSON.stringify(truth.title)) && page.includes("{id:'Ws7gDc',"));
    assert.equal((await ask('play.google.com', '/store/apps/details?id=com.nobody.nothing')).status, 404);
  });

  test('fail in every way that a test asks for', async () => {
    const id = firstId();
    const { headers } = await ask(WEB, `/us/app/id${id}`);
    const path = String(headers['location']).replace(`https://${WEB}`, '');
    const broken = (kind: string): Promise<Answer> => withFault({ match: WEB, kind }, () => ask(WEB, path));
    const throttled = await broken('http_403');
    assert.deepEqual([throttled.status, throttled.body.length], [403, 0]);
    assert.equal((await broken('http_429')).headers['retry-after'], '1');
    assert.ok(Date.parse(String((await broken('http_429_date')).headers['retry-after'])) > 0);
    assert.equal((await broken('http_500')).status, 500);
    const whole = await ask(WEB, path);
    assert.ok((await broken('truncated')).body.length < whole.body.length);
    const without = (await broken('no_data_block')).body.toString();
    assert.ok(!without.includes('serialized-server-data') && without.includes('application/ld+json'));
    assert.match((await broken('bare_array')).body.toString(), /serialized-server-data">\[\{"intent"/u);
    assert.deepEqual(pageOf(await broken('bare_array')), pageOf(whole));
    assert.notEqual(pageOf(await broken('wrong_storefront')).intent.storefront, 'us');
    for (const kind of ['renamed_fields', 'layout_change']) assert.equal(pageOf(await broken(kind)).data['shelfMapping'], undefined);
    assert.equal(pageOf(await broken('missing_fields')).data['title'], undefined);
    assert.equal((pageOf(await broken('no_rating')).data['lockup'] as { rating?: number }).rating, undefined);
    assert.equal((pageOf(await broken('numeric_ids')).data['lockup'] as { adamId: unknown }).adamId, Number(id));
    const doubled = pageOf(await broken('duplicate_shelf')).data['shelfMapping'] as Readonly<Record<string, unknown>>;
    assert.deepEqual(doubled['similarItemsAgain'], doubled['similarItems']);
    const found = await withFault({ match: '/lookup', kind: 'missing_fields' }, () => lookUp([id]));
    assert.ok(found[0]?.['trackId'] === Number(id) && found[0]['trackName'] === undefined);
    // The provider and other sites have no such faults.
    await withFault({ match: '', kind: 'bare_array' }, async () => assert.equal((await ask('example-unknown.com', '/')).status, 404));
  });
});
