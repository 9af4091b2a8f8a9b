import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chart } from './app-charts.ts';
import { listReviews } from './app-reviews.ts';
import { describeApp } from './app-state.ts';
import { makeWorld } from '../index.ts';
import { isInStore, isSold, type StoreApp } from './store-app.ts';
import { findStorefront, type Storefront } from './storefronts.ts';

const DAY = 20_780;
const world = makeWorld('sandbox');
const us = findStorefront('us') as Storefront;
const all: readonly StoreApp[] = [...world.apps.list('store_a'), ...world.apps.list('store_b')];
const top: Chart = { platform: 'store_a', categoryId: '6007', collection: 'free', device: 'phone', country: 'us' };

test('holds about 5,000 apps on two stores, each found by its id', () => {
  assert.ok(all.length >= 5_000 && all.length < 5_010, String(all.length));
  assert.equal(new Set(all.map(({ platform, appId }) => `${platform} ${appId}`)).size, all.length);
  for (const app of all) {
    assert.equal(world.apps.find(app.platform, app.appId), app);
    assert.match(app.appId, app.platform === 'store_a' ? /^\d{9,10}$/u : /^com\.[a-z]+\.[a-z0-9]+$/u);
  }
  assert.ok(world.apps.list('store_a').some(({ appId }) => Number(appId) > 2 ** 32));
  assert.equal(world.apps.find('store_b', all[0]?.appId ?? ''), undefined);
});

test('has two in five companies on both stores, with the same product in each', () => {
  const companies = [...Map.groupBy(all, ({ developer }) => developer).values()];
  const onBoth = companies.filter((apps) => new Set(apps.map(({ platform }) => platform)).size === 2);
  const share = onBoth.length / companies.length;
  assert.ok(share > 0.35 && share < 0.45, `${onBoth.length} of ${companies.length}`);
  for (const app of onBoth.flat()) {
    const twin = world.apps.findTwin(app);
    assert.ok(twin !== undefined && twin.platform !== app.platform && twin.name === app.name);
    assert.equal(world.apps.findTwin(twin), app);
  }
});

test('finds an app by its name or title first, on both stores', () => {
  for (const app of all.filter((one, at) => at % 97 === 0 && isInStore(one, DAY) && isSold(one, 'US'))) {
    const { title } = describeApp(app, { day: DAY, storefront: us });
    const [first, ...others] = world.apps.search(app.platform, { term: title.toUpperCase(), country: 'US', day: DAY });
    // Apps may share a title.
    assert.ok(first);
    assert.equal(describeApp(first, { day: DAY, storefront: us }).title, title);
    assert.ok(others.length > 0, 'others share words with it');
    const [named] = world.apps.search(app.platform, { term: app.name, country: 'US', day: DAY });
    assert.equal(named?.name, app.name);
  }
});

test('says the same of every app whenever it is made', () => {
  const again = makeWorld('sandbox');
  for (const app of all.filter((_app, at) => at % 50 === 0)) {
    const same = again.apps.find(app.platform, app.appId);
    assert.ok(same);
    assert.deepEqual(describeApp(same, { day: DAY, storefront: us }), describeApp(app, { day: DAY, storefront: us }));
  }
  assert.deepEqual(
    again.apps.listChart(top, DAY).map(({ appId }) => appId),
    world.apps.listChart(top, DAY).map(({ appId }) => appId),
  );
  assert.notDeepEqual(makeWorld('other').apps.list('store_a')[0], all[0]);
});

test('computes a chart once for a day, however many ask', () => {
  const { apps } = makeWorld('sandbox');
  const [first] = apps.listChart(top, DAY);
  assert.ok(first);
  for (const app of apps.listChart(top, DAY)) apps.findRank(app, top, DAY);
  assert.equal(apps.chartsMade(), 1);
  assert.equal(apps.findRank(first, top, DAY), 1);
  apps.listChart(top, DAY + 1);
  assert.equal(apps.chartsMade(), 2);
  // Bounded: many other charts push the first one out.
  for (let day = 0; day < 300; day += 1) apps.listChart(top, DAY - day);
  const before = apps.chartsMade();
  apps.listChart(top, DAY);
  assert.equal(apps.chartsMade(), before + 1);
});

test('moves ranks, ratings and versions from day to day, and titles, prices and icons now and then', () => {
  const week = DAY + 7;
  const changed = { rank: 0, count: 0, rating: 0, version: 0, title: 0, price: 0, icon: 0, screenshots: 0 };
  for (const app of all.filter((each) => isInStore(each, DAY) && isInStore(each, week))) {
    const before = describeApp(app, { day: DAY, storefront: us });
    const after = describeApp(app, { day: week, storefront: us });
    const chart = { ...top, platform: app.platform, categoryId: app.categoryId, collection: app.isPaid ? 'paid' : 'free' } as const;
    if (world.apps.findRank(app, chart, DAY) !== world.apps.findRank(app, chart, week)) changed.rank += 1;
    assert.ok(after.ratingCount >= before.ratingCount && after.reviewsCount >= before.reviewsCount);
    assert.equal(
      after.ratingCount,
      after.histogram.reduce((sum, count) => sum + count, 0),
    );
    if (after.ratingCount !== before.ratingCount) changed.count += 1;
    if (after.rating !== before.rating) changed.rating += 1;
    if (after.version !== before.version) changed.version += 1;
    if (after.title !== before.title) changed.title += 1;
    if (after.price !== before.price) changed.price += 1;
    if (after.iconKey !== before.iconKey) changed.icon += 1;
    if (after.screenshotKeys.join() !== before.screenshotKeys.join()) changed.screenshots += 1;
  }
  const often = all.length / 5;
  const seldom = all.length / 20;
  assert.ok(
    changed.rank > often && changed.count > often && changed.rating > often && changed.version > often / 2,
    JSON.stringify(changed),
  );
  for (const count of [changed.title, changed.price, changed.icon, changed.screenshots])
    assert.ok(count > 0 && count < seldom, JSON.stringify(changed));
});

test('lets apps come and go, and lists none that is not in the store', () => {
  const isIn = (day: number): Set<StoreApp> => new Set(all.filter((app) => isInStore(app, day)));
  const [before, after] = [isIn(DAY), isIn(DAY + 7)];
  assert.ok([...before].some((app) => !after.has(app)) && [...after].some((app) => !before.has(app)));
  for (const app of world.apps.listChart({ ...top, categoryId: 'all' }, DAY)) assert.ok(before.has(app));
  for (const app of all.slice(0, 40)) {
    const similar = world.apps.listSimilar(app, DAY);
    assert.ok(similar.length >= 5 && similar.length <= 40 && !similar.includes(app));
    for (const other of similar) assert.ok(before.has(other) && other.categoryId === app.categoryId);
  }
});

test('has charts of its own for each storefront, device and collection', () => {
  const list = (change: Partial<Chart>): string =>
    world.apps
      .listChart({ ...top, categoryId: 'all', ...change }, DAY)
      .slice(0, 50)
      .map(({ appId }) => appId)
      .join();
  const charts = [
    {},
    { country: 'de' },
    { device: 'tablet' },
    { collection: 'paid' },
    { collection: 'grossing' },
    { collection: 'new_free' },
  ] as const;
  assert.equal(new Set(charts.map(list)).size, charts.length);
  for (const { isPaid } of world.apps.listChart({ ...top, collection: 'paid' }, DAY)) assert.ok(isPaid);
  const german = new Set(world.apps.listChart({ ...top, categoryId: 'all', country: 'de' }, DAY));
  const american = world.apps.listChart({ ...top, categoryId: 'all' }, DAY);
  assert.ok(american.some((app) => !german.has(app)));
  for (const app of american) assert.equal(german.has(app), isSold(app, 'de'));
});

test('keeps reviews as they were written, newest first', () => {
  const app = all.find(({ popularity, bornDay }) => popularity > 0.5 && popularity < 0.6 && bornDay < 20_000) as StoreApp;
  const now = listReviews(app, { day: DAY, storefront: us }, 200);
  const later = listReviews(app, { day: DAY + 3, storefront: us }, 2_000);
  assert.equal(now.length, 200);
  assert.equal(new Set(now.map(({ id }) => id)).size, now.length);
  assert.ok(later.length >= now.length);
  const known = new Map(later.map((review) => [review.id, review]));
  for (const review of now) {
    assert.deepEqual(known.get(review.id), review);
    assert.ok(review.stars >= 1 && review.stars <= 5 && review.text !== '' && !review.text.includes('{'));
  }
  const days = now.map(({ writtenAt }) => Math.floor(writtenAt.getTime() / 86_400_000));
  assert.deepEqual(
    days,
    days.toSorted((left, right) => right - left),
  );
});

test('finds apps by the words of their names, and what they are about', () => {
  const app = world.apps.list('store_a').find((each) => isInStore(each, DAY) && each.theme !== undefined) as StoreApp;
  const named = world.apps.search('store_a', { term: app.name, country: 'us', day: DAY });
  assert.ok(named.slice(0, 5).includes(app), app.name);
  assert.ok(world.apps.search('store_b', { term: app.labels[0] ?? '', country: 'us', day: DAY }).length >= 5);
  assert.deepEqual(world.apps.search('store_a', { term: 'qwrtzpsdfg', country: 'us', day: DAY }), []);
});
