import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { toIconKey, toIconVersion, toLargePicture, toShownIcon, type KnownIcon } from '#areas/apps/icons/icon.ts';
import { BATCH, queueIcons } from '#areas/apps/icons/queue-icons.ts';
import type { AppIconsOutput } from '#areas/apps/icons/app-icons.workflow.ts';
import { drawIcon } from '#areas/apps/icons/draw-icon.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startS3Server, type S3Server } from '../support/s3-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const IMAGES_A = 'is1-ssl.mzstatic.com';
const IMAGES_B = 'play-lh.googleusercontent.com';

interface World extends TestApp {
  readonly s3: S3Server;
}

interface Shown {
  readonly platform: 'store_a' | 'store_b';
  readonly appId: string;
  readonly iconUrl: string | null;
  readonly storefront?: string;
}

const pictureA = (name: string): string => `https://${IMAGES_A}/image/thumb/Purple/v4/${name}/AppIcon.png/100x100bb.jpg`;
const pictureB = (name: string): string => `https://${IMAGES_B}/${name}`;

/** What a crawl does: stores an app as a store shows it, and queues its icon. */
async function crawl({ app: { context } }: World, shown: readonly Shown[]): Promise<number> {
  return await context.postgres.transaction(async (tx) => {
    let queued = 0;
    for (const { platform, appId, iconUrl, storefront = 'us' } of shown)
      await tx.query(
        `insert into apps (platform, storefront, app_id, title, icon_url, last_seen_at, created_at, updated_at)
         values ($1, $2, $3, 'App', $4, now(), now(), now())
         on conflict (platform, storefront, app_id) do update set icon_url = excluded.icon_url, last_seen_at = excluded.last_seen_at`,
        [platform, storefront, appId, iconUrl],
      );
    const markets = new Set(shown.map(({ platform, storefront = 'us' }) => `${platform} ${storefront}`));
    for (const [platform, storefront] of [...markets].map((market) => market.split(' ') as [Shown['platform'], string])) {
      const appIds = shown.filter((one) => one.platform === platform && (one.storefront ?? 'us') === storefront).map(({ appId }) => appId);
      queued += await queueIcons(context, tx, { platform, storefront, appIds });
    }
    return queued;
  });
}

async function readIcon({ app: { context } }: World, { platform, appId, storefront = 'us' }: Omit<Shown, 'iconUrl'>): Promise<KnownIcon> {
  const { rows } = await context.postgres.query<KnownIcon>(
    `select platform, app_id, icon_url, icon_key from apps
     where platform = $1 and storefront = $2 and app_id = $3`,
    [platform, storefront, appId],
  );
  return rows[0] ?? assert.fail('no such app');
}

/** Waits for every run of the workflow, and gives what they ended with. */
async function settle({ app: { context } }: World): Promise<AppIconsOutput[]> {
  const { workflows } = context;
  const list = () => workflows.list({ type: 'app-icons', limit: 500, offset: 0 });
  await waitUntil(async () => (await list()).every(({ status }) => status === 'completed'), 'the icons to be stored');
  const ended = await Promise.all((await list()).map(({ id }) => workflows.waitFor<AppIconsOutput>(id, PATIENCE_MS)));
  return ended.map((one) => one?.output ?? assert.fail('it has not ended'));
}

/** Pictures that were asked for, by the record of the sandbox. */
async function listFetched({ sandbox }: World, name: string): Promise<{ path: string; status: number | null }[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { host: string; path: string; status: number | null }[] };
  return entries.filter(({ host, path }) => [IMAGES_A, IMAGES_B].includes(host) && path.includes(name));
}

/** A plain GET without a key that follows nothing. */
async function ask({ url }: World, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(new URL(path, url), { redirect: 'manual', headers });
}

test('icons of apps are kept and served', async (t) => {
  const s3 = await startS3Server(t);
  const environment = {
    BLOB_URL: 's3://pictures/of/apps',
    BLOB_ENDPOINT: s3.url,
    BLOB_ACCESS_KEY_ID: 'AKTEST',
    BLOB_SECRET_ACCESS_KEY: 'secret',
  };
  const app = await startTestApp(t, { environment });
  const world: World = { ...app, s3 };
  await t.test('a copy of the right picture is kept, and is the address that is shown', () => checkCopy(world));
  await t.test('it is served with a version that can be cached for ever', () => checkServing(world));
  await t.test('what is there is not fetched again, in another storefront either', () => checkOnce(world));
  await t.test('a changed icon is fetched, and the old version stays', () => checkChange(world));
  await t.test('an icon that cannot be fetched is shown from the store', () => checkFailures(world));
  await t.test('a picture host that fails for a while is asked again', () => checkRetry(world));
  await t.test('a crawl queues batches and waits for nothing', () => checkBatches(world));
  await t.test('while the bucket is away icons are shown from the store', () => checkAway(world));
  await t.test('a bucket that refuses what is written fails nothing else, and has the icon once the message is sent again', () =>
    checkRefused(world),
  );
  await t.test('addresses of icons that nothing is known of are refused', () => checkUnknown(world));
});

async function checkCopy(world: World): Promise<void> {
  const apps = [
    { platform: 'store_a', appId: '1001', iconUrl: pictureA('first') },
    { platform: 'store_b', appId: 'com.example.first', iconUrl: pictureB('first') },
  ] as const;
  assert.equal(await crawl(world, apps), 2);
  assert.deepEqual(
    (await settle(world)).map(({ stored, failed }) => [stored, failed]),
    [
      [1, []],
      [1, []],
    ],
  );
  assert.deepEqual((await listFetched(world, 'first')).map(({ path }) => path).toSorted(), ['/first=s512', pathOf('first')]);
  for (const one of apps) {
    const stored = world.s3.objects.get(`pictures/of/apps/${toIconKey(one)}`) ?? assert.fail('it is not in the bucket');
    assert.equal(stored.contentType, 'image/webp');
    const original = await world.app.context.pictures.fetchPicture(toLargePicture(one.iconUrl));
    assert.ok(stored.bytes.equals(await drawIcon(original)), 'another picture');
    const known = await readIcon(world, one);
    assert.equal(toShownIcon(known, undefined), `/api/public/app-icons/${one.platform}_${one.appId}?v=${toIconVersion(one.iconUrl)}`);
    assert.equal(toShownIcon({ ...known, iconUrl: 'https://x.com/other.png' }, undefined), 'https://x.com/other.png');
  }
  assert.ok(!existsSync(join(world.stores.dataDir, 'blobs')), 'nothing is in the folder');
}

const pathOf = (name: string): string => `/image/thumb/Purple/v4/${name}/AppIcon.png/512x512bb.jpg`;

async function checkServing(world: World): Promise<void> {
  const version = toIconVersion(pictureA('first'));
  const address = `/api/public/app-icons/store_a_1001?v=${version}`;
  const served = await ask(world, address);
  assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/webp']);
  assert.equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const etag = served.headers.get('etag') ?? assert.fail('no ETag');
  const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  assert.deepEqual([format, width, height], ['webp', 256, 256]);

  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const again = await ask(world, address, { 'if-none-match': known });
    assert.deepEqual([again.status, again.headers.get('etag'), (await again.arrayBuffer()).byteLength], [304, etag, 0]);
  }
  assert.equal((await ask(world, address, { 'if-none-match': '"other"' })).status, 200);

  const newest = await ask(world, '/api/public/app-icons/store_a_1001');
  assert.deepEqual([newest.status, newest.headers.get('cache-control'), newest.headers.get('etag')], [200, 'public, max-age=3600', etag]);
}

async function checkOnce(world: World): Promise<void> {
  const first = { platform: 'store_a', appId: '1001', iconUrl: pictureA('first') } as const;
  assert.equal(await crawl(world, [first]), 0);
  assert.equal(await crawl(world, [{ ...first, storefront: 'de' }]), 0);
  assert.equal((await readIcon(world, { ...first, storefront: 'de' })).iconKey, toIconKey(first));
  assert.equal((await listFetched(world, pathOf('first'))).length, 2, 'one by the service, one by this test');
}

async function checkChange(world: World): Promise<void> {
  const changed = { platform: 'store_a', appId: '1001', iconUrl: pictureA('second') } as const;
  assert.equal(await crawl(world, [changed]), 1);
  await settle(world);
  assert.equal((await readIcon(world, changed)).iconKey, toIconKey(changed));
  assert.equal((await readIcon(world, { ...changed, storefront: 'de' })).iconKey, toIconKey({ ...changed, iconUrl: pictureA('first') }));
  const bytes = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const served = await ask(world, `/api/public/app-icons/store_a_1001?v=${toIconVersion(pictureA(name))}`);
      assert.deepEqual([served.status, served.headers.get('cache-control')?.includes('immutable')], [200, true]);
      return Buffer.from(await served.arrayBuffer());
    }),
  );
  assert.ok(bytes[0] !== undefined && bytes[1] !== undefined && !bytes[0].equals(bytes[1]));
}

async function checkFailures(world: World): Promise<void> {
  await world.sandbox.post('/_sandbox/faults', { match: 'broken', kind: 'malformed' });
  await world.sandbox.post('/_sandbox/faults', { match: 'half', kind: 'truncated' });
  await world.sandbox.post('/_sandbox/faults', { match: 'gone', kind: 'http_403' });
  const urls = {
    'com.example.private': 'http://169.254.169.254/latest/meta-data/icon.png',
    'com.example.local': 'http://localhost/icon.png',
    'com.example.file': 'file:///etc/passwd',
    'com.example.broken': pictureB('broken'),
    'com.example.half': pictureB('half'),
    'com.example.gone': pictureB('gone'),
    'com.example.page': 'https://invoicenest.com/',
  };
  const shown = Object.entries(urls).map(([appId, iconUrl]) => ({ platform: 'store_b', appId, iconUrl }) as const);
  assert.equal(await crawl(world, [...shown, { platform: 'store_b', appId: 'com.example.good', iconUrl: pictureB('good') }]), 8);
  const outputs = await settle(world);
  const failed = outputs.flatMap((output) => output.failed.map(({ app_id: appId }) => appId));
  assert.deepEqual(failed.toSorted(), Object.keys(urls).toSorted());
  assert.ok(await readIcon(world, { platform: 'store_b', appId: 'com.example.good' }).then(({ iconKey }) => iconKey !== null));
  assert.equal((await listFetched(world, 'meta-data')).length, 0);
  const redirected = await ask(world, '/api/public/app-icons/store_b_com.example.gone');
  assert.deepEqual(
    [redirected.status, redirected.headers.get('location'), redirected.headers.get('cache-control')],
    [302, urls['com.example.gone'], 'no-store'],
  );
  // A store's page names any address: a browser is sent to hosts of the stores' pictures alone.
  const elsewhere = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://evil.example/?play-lh.googleusercontent.com',
    'https://play-lh.googleusercontent.com.evil.example/icon',
    'https://evilplay-lh.googleusercontent.com/icon',
    'https://anybody.googleusercontent.com/icon',
    'https://play-lh.googleusercontent.com@evil.example/icon',
    'https://name:word@play-lh.googleusercontent.com/icon',
    'https://play-lh.googleusercontent.com:8443/icon',
    'http://play-lh.googleusercontent.com/icon',
    '//evil.example/icon.png',
    'http://169.254.169.254/latest/meta-data/icon.png',
  ];
  await crawl(
    world,
    elsewhere.map((iconUrl, at) => ({ platform: 'store_b', appId: `com.example.elsewhere${at}`, iconUrl })),
  );
  for (const [at, iconUrl] of elsewhere.entries()) {
    const answer = await ask(world, `/api/public/app-icons/store_b_com.example.elsewhere${at}`);
    // Our own copy, where the address was good enough to fetch one.
    assert.deepEqual([[200, 404].includes(answer.status), answer.headers.get('location')], [true, null], iconUrl);
  }
  await world.sandbox.post('/_sandbox/faults', {});
}

async function checkRetry(world: World): Promise<void> {
  await world.sandbox.post('/_sandbox/faults', { match: 'shaky', kind: 'http_500', count: 2 });
  const shaky = { platform: 'store_b', appId: 'com.example.shaky', iconUrl: pictureB('shaky') } as const;
  await crawl(world, [shaky]);
  await settle(world);
  assert.deepEqual(
    (await listFetched(world, 'shaky')).map(({ status }) => status),
    [500, 500, 200],
  );
  assert.equal((await readIcon(world, shaky)).iconKey, toIconKey(shaky));
}

async function checkBatches(world: World): Promise<void> {
  const before = (await settle(world)).length;
  const many = Array.from({ length: 2 * BATCH + 1 }, (_none, place) => ({
    platform: 'store_b' as const,
    appId: `com.example.many${place}`,
    iconUrl: pictureB(`many${place}`),
  }));
  assert.equal(await crawl(world, many), many.length);
  // The same again changes nothing: the messages are known by their icons.
  await crawl(world, many);
  const after = await settle(world);
  assert.equal(after.length - before, 3);
  assert.equal((await listFetched(world, 'many')).length, many.length);
}

async function checkAway(world: World): Promise<void> {
  for (const failure of [503, 403, 'silence', 'half'] as const) {
    world.s3.failWith(failure);
    const served = await ask(world, `/api/public/app-icons/store_a_1001?v=${toIconVersion(pictureA('second'))}`);
    assert.deepEqual([served.status, served.headers.get('location')], [302, pictureA('second')], String(failure));
  }
  world.s3.failWith(undefined);
}

async function checkRefused(world: World): Promise<void> {
  const { workflows } = world.app.context;
  world.s3.failWith(403);
  const refused = { platform: 'store_b', appId: 'com.example.refused', iconUrl: pictureB('refused') } as const;
  assert.equal(await crawl(world, [refused]), 1);
  const listLetters = async () =>
    (await world.api.get('/api/admin/queue/dead-letter?queue=app-icons')).body.dead_letters as { id: string; error: string }[];
  await waitUntil(async () => (await listLetters()).length === 1, 'the message to fail for good');
  const [letter] = await listLetters();
  assert.match(letter?.error ?? '', /BLOB_URL/u);
  assert.equal((await readIcon(world, refused)).iconKey, null, 'shown from the store');
  assert.equal((await ask(world, '/api/public/app-icons/store_b_com.example.refused')).headers.get('location'), refused.iconUrl);

  world.s3.failWith(undefined);
  const again = await world.api.post(`/api/admin/queue/dead-letter/${letter?.id}/retry`, {});
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.ok(await workflows.waitFor(again.body.workflow_id, PATIENCE_MS));
  assert.equal((await readIcon(world, refused)).iconKey, toIconKey(refused));
  assert.ok(world.s3.objects.has(`pictures/of/apps/${toIconKey(refused)}`));
}

async function checkUnknown(world: World): Promise<void> {
  for (const [path, status] of [
    ['store_a_999999', 404],
    ['store_b_com.example.none?v=0123456789abcdef', 404],
    ['store_a_1001?v=..%2Fsecret', 400],
    ['store_c_1001', 400],
    ['store_a_..%2F..%2Fetc', 400],
    ['1001', 400],
  ] as const)
    assert.equal((await ask(world, `/api/public/app-icons/${path}`)).status, status, path);
  const iconless = { platform: 'store_a', appId: '1002', iconUrl: null } as const;
  assert.equal(await crawl(world, [iconless]), 0);
  assert.equal((await ask(world, '/api/public/app-icons/store_a_1002')).status, 404);
}
