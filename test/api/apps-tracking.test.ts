import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { findTwins, listTracked, lookUntil, readTruth, setFaults, waitForEnd } from '../support/tracked-apps.ts';

const LISTINGS = /app_listings\/search\/live$/u;

test('apps of a project', async (t) => {
  const app = await startTestApp(t);
  const { body } = await app.api.post('/api/projects', { name: 'Apps', organization_id: 'org_apps' });
  const projectId: string = body.project_id;
  await t.test('a search finds apps of either store at its price, and again without cost', () => searches(app));
  await t.test('wrong ids, stores and places are refused by name', () => refuses(app, projectId));
  await t.test('an id that the store does not have is an error, and not an app that was read', () => missesWrongIds(app, projectId));
  await t.test('what is not known is not found, and what is foreign is hidden', () => hides(app, projectId));
  await t.test('a tracked app that was never read is known by its name, to those who track it', () => showsPending(app));
  await t.test('an app whose last reading failed is read again on request, at the price that was said', () => readsAgain(app));
  await t.test('reviews are read on request and stored once', () => readsReviews(app, projectId));
});

/** An id that the store has never had. */
const WRONG_ID = '999999999';

async function missesWrongIds(app: TestApp, projectId: string): Promise<void> {
  const { status, body } = await app.api.post('/api/apps/track', { project_id: projectId, app_id: WRONG_ID, platform: 'store_a' });
  assert.equal(status, 201, JSON.stringify(body));
  const error = await lookUntil(async () => {
    const { apps } = (await app.api.get(`/api/apps/tracked?project_id=${projectId}`)).body;
    return apps.find((one: { app_id: string }) => one.app_id === WRONG_ID).last_error ?? undefined;
  }, 'the error of the reading');
  assert.equal(error, 'the store has no app with this id');
  await app.api.delete(`/api/apps/untrack?project_id=${projectId}&app_id=${WRONG_ID}&platform=store_a`);
}

async function countListings({ sandbox }: TestApp): Promise<number> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { path: string }[] };
  return entries.filter(({ path }) => LISTINGS.test(path)).length;
}

async function searches(app: TestApp): Promise<void> {
  for (const twin of await findTwins(app)) {
    const before = await countListings(app);
    const question = { query: twin.terms[0], platform: twin.platform, limit: 100 };
    const dry = await app.api.post('/api/apps/search', { ...question, dry_run: true });
    assert.ok(dry.body.estimate.cost_usd > 0);
    assert.equal(await countListings(app), before);

    const found = await app.api.post('/api/apps/search', question);
    assert.equal(found.status, 200, JSON.stringify(found.body));
    assert.deepEqual([found.body.query, found.body.platform], [question.query, twin.platform]);
    assert.ok(found.body.cost > 0 && found.body.cost <= dry.body.estimate.cost_usd + 1e-9);
    assert.equal(Number(found.headers.get('x-cost-usd')), found.body.cost);
    const own = found.body.results.find((one: any) => one.app_id === twin.appId);
    assert.ok(own, 'an app is found by its name');
    for (const field of ['title', 'url', 'icon', 'rating', 'reviews_count', 'is_free', 'category']) assert.ok(field in own, field);
    assert.ok(own.url.startsWith('https://'));

    const again = await app.api.post('/api/apps/search', question);
    assert.deepEqual([again.body.results, again.body.cost, again.headers.get('x-cache')], [found.body.results, 0, 'hit']);
    assert.equal(await countListings(app), before + 1);

    const named = await app.api.post('/api/apps/search', { query: own.title.toUpperCase(), platform: twin.platform, limit: 5 });
    assert.equal(named.body.results[0]?.app_id, twin.appId, 'an app stands first for its title');
  }
  const none = await app.api.post('/api/apps/search', { query: 'qqxyzzy', platform: 'store_b' });
  assert.deepEqual([none.status, none.body.results], [200, []]);
}

async function refuses(app: TestApp, projectId: string): Promise<void> {
  const [apple] = await findTwins(app);
  const track = (body: object) => app.api.post('/api/apps/track', { project_id: projectId, ...body });
  const cases: readonly [ReturnType<typeof track>, readonly string[]][] = [
    [track({}), ['platform', 'app_id']],
    [track({ app_id: apple.appId, platform: 'store_b' }), ['app_id']],
    [track({ app_id: 'com.example.app', platform: 'store_a' }), ['app_id']],
    [track({ app_id: apple.appId, platform: 'store_c' }), ['platform']],
    [track({ app_id: apple.appId, platform: 'store_a', frequency: 'hourly' }), ['frequency']],
    [track({ app_id: apple.appId, platform: 'store_a', storefront: 'zz' }), ['storefront']],
    [track({ app_id: apple.appId, platform: 'store_a', icon_url: 'http://127.0.0.1/a.png' }), ['icon_url']],
    [app.api.post('/api/apps/search', {}), ['query', 'platform']],
    [app.api.post('/api/apps/search', { query: 'a', platform: 'store_a', limit: 0 }), ['limit']],
    [
      app.api.post('/api/apps/keywords/track', { project_id: projectId, app_id: apple.appId, platform: 'store_a', keywords: [] }),
      ['keywords'],
    ],
    [app.api.get(`/api/apps/${apple.appId}/reviews?platform=store_b`), ['platform']],
    [app.api.get(`/api/apps/${apple.appId}/competitors?project_id=${projectId}&platform=store_b`), ['platform']],
    [app.api.delete('/api/apps/untrack'), ['project_id', 'app_id']],
    [app.api.delete(`/api/apps/untrack?project_id=${projectId}&app_id=${apple.appId}&platform=store_b`), ['platform']],
  ];
  for (const [asked, fields] of cases) {
    const { status, body } = await asked;
    assert.equal(status, 400, JSON.stringify(body));
    assert.deepEqual(body.details.map((one: { path: string }) => one.path).toSorted(), fields.toSorted(), JSON.stringify(body));
  }
}

async function hides(app: TestApp, projectId: string): Promise<void> {
  const [apple] = await findTwins(app);
  const unknown = { project_id: projectId, app_id: '9999999991', platform: 'store_a' };
  const tracked = await app.api.post('/api/apps/track', { project_id: projectId, app_id: apple.appId, platform: 'store_a' });
  await waitForEnd(app, tracked.body.orchestration.workflow_id);
  const stranger = await app.withKey({ organization_id: 'org_other' });
  const missing = await Promise.all([
    app.api.post('/api/apps/keywords/track', { ...unknown, keywords: ['notes'] }),
    app.api.get(`/api/apps/9999999991/reviews`),
    app.api.get(`/api/apps/nonsense/reviews`),
    app.api.post('/api/apps/9999999991/reviews/refresh', {}),
    app.api.get(`/api/apps/9999999991/competitors?project_id=${projectId}`),
    app.api.get(`/api/apps/keywords/history?project_id=${projectId}&app_id=9999999991`),
    app.api.get(`/api/apps/keywords/history?project_id=${projectId}&app_id=${apple.appId}&keyword=never`),
    app.api.delete('/api/apps/untrack', unknown),
    app.api.post('/api/apps/track', { ...unknown, project_id: 'proj_none' }),
    stranger.post('/api/apps/track', { project_id: projectId, app_id: apple.appId, platform: 'store_a' }),
    stranger.post('/api/apps/search', { project_id: projectId, query: 'a', platform: 'store_a' }),
    stranger.get(`/api/apps/tracked?project_id=${projectId}`),
    stranger.get(`/api/apps/keywords?project_id=${projectId}`),
    stranger.get(`/api/apps/${apple.appId}/competitors?project_id=${projectId}`),
    stranger.delete(`/api/apps/untrack?project_id=${projectId}&app_id=${apple.appId}`),
    stranger.post(`/api/apps/${apple.appId}/reviews/refresh`, { project_id: projectId }),
  ]);
  for (const [at, { status, body }] of missing.entries()) assert.equal(status, 404, `${at}: ${JSON.stringify(body)}`);
  const kept = await app.api.get(`/api/apps/tracked?project_id=${projectId}`);
  assert.equal(kept.body.total, 1);
  const ofApp = async (id: string): Promise<number> =>
    (await app.api.get(`/api/apps/tracked?project_id=${projectId}&app_id=${id}`)).body.total;
  assert.deepEqual([await ofApp(apple.appId), await ofApp('9999999991')], [1, 0]);
}

const PENDING_PATHS = [
  '',
  '/stats',
  '/rankings',
  '/rankings?granularity=day',
  '/recommendations',
  '/reviews',
  '/reviews.csv',
  '/rankings.csv',
];

async function showsPending(app: TestApp): Promise<void> {
  const { body } = await app.api.post('/api/projects', { name: 'Rests', organization_id: 'org_rests' });
  // What a paused project tracks is not read.
  assert.equal((await app.api.put(`/api/projects/${body.project_id}`, { status: 'paused' })).status, 200);
  const key = { project_id: body.project_id, app_id: '6499999990', platform: 'store_a' };
  const tracked = await app.api.post('/api/apps/track', { ...key, name: 'Soon' });
  assert.deepEqual([tracked.status, tracked.body.orchestration.workflow_id], [201, null], JSON.stringify(tracked.body));
  const [own, stranger] = await Promise.all([app.withKey({ organization_id: 'org_rests' }), app.withKey({ organization_id: 'org_other' })]);
  const paths = [...PENDING_PATHS.map((end) => `/api/apps/${key.app_id}${end}`), `/api/app-store/apps/${key.app_id}/all-rankings`];
  for (const path of paths) {
    const [seen, foreign] = await Promise.all([own.get(path), stranger.get(path)]);
    assert.deepEqual([path, seen.status, foreign.status], [path, 200, 404]);
  }
  const { body: shown } = await own.get(`/api/apps/${key.app_id}`);
  const { title, status, fetched_at, last_seen_at, rating, sources, changes } = shown;
  assert.deepEqual(
    { title, status, fetched_at, last_seen_at, rating, sources, changes },
    { title: 'Soon', status: 'pending', fetched_at: null, last_seen_at: null, rating: null, sources: {}, changes: [] },
  );
  await app.api.delete(`/api/apps/untrack?project_id=${key.project_id}&app_id=${key.app_id}&platform=store_a`);
  assert.equal((await own.get(`/api/apps/${key.app_id}`)).status, 404);
}

async function readsAgain(app: TestApp): Promise<void> {
  const [, { appId, platform }] = await findTwins(app);
  const { body } = await app.api.post('/api/projects', { name: 'Again', organization_id: 'org_again' });
  const projectId: string = body.project_id;
  const order = (more: object = {}) => app.api.post(`/api/apps/${appId}/refresh`, { project_id: projectId, ...more });
  const untracked = await order();
  assert.equal(untracked.status, 404, JSON.stringify(untracked.body));
  await setFaults(app, [{ match: 'app_info', kind: 'http_403' }]);
  await app.api.post('/api/apps/track', { project_id: projectId, app_id: appId, platform });
  const readTracked = async () => (await listTracked(app, projectId))[0];
  await lookUntil(async () => (await readTracked()).last_error ?? undefined, 'the error of the first reading');

  const failing = await order();
  assert.equal(failing.status, 202, JSON.stringify(failing.body));
  const failed: any = await waitForEnd(app, failing.body.workflow_id);
  assert.deepEqual([failed.apps_read, failed.apps_failed], [0, 1]);
  assert.match(failed.reason, /403/u);
  assert.equal((await readTracked()).last_run_at, null, 'a reading that failed does not count');

  await setFaults(app, []);
  const dry = await order({ dry_run: true });
  assert.ok(dry.status === 200 && dry.body.estimate.cost_usd > 0, JSON.stringify(dry.body));
  const [begun, joined] = await Promise.all([order(), order()]);
  assert.equal(begun.body.workflow_id, joined.body.workflow_id, 'two orders at once are one reading');
  assert.deepEqual(begun.body.estimate, dry.body.estimate);
  const read: any = await waitForEnd(app, begun.body.workflow_id);
  assert.deepEqual([read.apps_read, read.apps_failed, read.charts_failed, read.reason], [1, 0, 0, null]);
  const { last_error: error, last_run_at: readAt, rating, next_run_at: nextAt } = await readTracked();
  assert.deepEqual([error, rating], [null, (await readTruth(app, { appId, platform })).rating]);
  assert.ok(nextAt > readAt, 'it is due again on the next day');

  const stranger = await app.withKey({ organization_id: 'org_other' });
  assert.equal((await stranger.post(`/api/apps/${appId}/refresh`, { project_id: projectId })).status, 404);
  await app.api.put(`/api/projects/${projectId}`, { status: 'paused' });
  assert.deepEqual([(await order()).status, (await order({ dry_run: true })).status], [409, 409]);
}

const REVIEWS_OF_PAGE = 8;

async function readsReviews(app: TestApp, projectId: string): Promise<void> {
  for (const twin of await findTwins(app)) {
    const { platform, appId } = twin;
    const tracked = await app.api.post('/api/apps/track', { project_id: projectId, app_id: appId, platform });
    if (tracked.status === 201) await waitForEnd(app, tracked.body.orchestration.workflow_id);
    const path = `/api/apps/${twin.appId}/reviews`;
    const truth = await readTruth(app, twin);
    const free = await app.api.get(path);
    // The page of `store_a` shows the newest few, without their version.
    const shown = platform === 'store_a' ? truth.reviews.slice(0, REVIEWS_OF_PAGE) : [];
    assert.deepEqual(
      [free.status, free.body.reads, new Map(free.body.reviews.map((one: any) => [one.id, [one.rating, one.version, one.language_code]]))],
      [200, [], new Map(shown.map(({ id, rating }) => [id, [rating, null, null]]))],
    );
    assert.equal(shown.length > 0, platform === 'store_a');
    const dry = await app.api.post(`${path}/refresh`, { project_id: projectId, dry_run: true });
    assert.ok(dry.status === 200 && dry.body.estimate.cost_usd > 0, JSON.stringify(dry.body));
    const begun = await app.api.post(`${path}/refresh`, { project_id: projectId });
    assert.equal(begun.status, 202, JSON.stringify(begun.body));
    assert.deepEqual(begun.body.estimate, dry.body.estimate);
    const output: any = await waitForEnd(app, begun.body.workflow_id);
    assert.equal(output.error, null);

    const { reviews } = truth;
    assert.equal(output.reviews_added, reviews.length - shown.length);
    const all = await listAllReviews(app, path);
    assert.deepEqual(
      new Map(all.map((one) => [one.id, [one.rating, one.version, one.language_code]])),
      new Map(reviews.map((one) => [one.id, [one.rating, one.version, 'en']])),
    );
    assert.ok(
      all.every((one, at) => at === 0 || one.reviewed_at <= all[at - 1].reviewed_at),
      'newest first',
    );
    const five = await app.api.get(`${path}?rating=5`);
    assert.equal(five.body.total, reviews.filter(({ rating }) => rating === 5).length);
    assert.deepEqual(five.body.ratings.slice(0, 4), [0, 0, 0, 0]);
    const csv = await app.api.get(`${path}.csv`);
    assert.match(csv.headers.get('content-type') ?? '', /text\/csv/u);
    for (const { id } of reviews) assert.ok((csv.body as string).includes(id));

    const again = await app.api.post(`${path}/refresh`, { project_id: projectId });
    const repeated: any = await waitForEnd(app, again.body.workflow_id);
    assert.equal(repeated.reviews_added, 0, 'each is stored once');
  }
}

async function listAllReviews(app: TestApp, path: string): Promise<any[]> {
  const all: any[] = [];
  for (;;) {
    const { body } = await app.api.get(`${path}?limit=70&offset=${all.length}`);
    all.push(...body.reviews);
    if (body.pagination.has_more !== true) return all;
  }
}
