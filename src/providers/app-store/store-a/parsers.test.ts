import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fieldsOf, makeFieldCheck, MissingFieldsError, WrongAnswerError } from './fields.ts';
import { readLockup } from './lockup.ts';
import { findScripts } from './page-data.ts';
import {
  parseAppList,
  parseChartPage,
  parseLegacyFeed,
  parseLookup,
  parseMarketingFeed,
  parseProductPage,
  parseShelvesPage,
} from './parsers.ts';

const FOLDERS = ['../../../../..', '../../../../../..'].map((above) =>
  join(import.meta.dirname, above, 'shared/contracts/examples/app-stores'),
);
const FOLDER = FOLDERS.find((folder) => existsSync(folder));
const NEEDS_EXAMPLES = { skip: FOLDER === undefined ? `no answers of the stores are at ${FOLDERS[0]}` : false } as const;
const US = { storefront: 'us' } as const;
const CHAT = '6448311069';

const read = (name: string): string => readFileSync(join(FOLDER ?? '', name), 'utf8');
/** The page around a block of data that is kept without one. */
const toPage = (block: string): string =>
  `<html><body><script id="serialized-server-data" type="application/json">${block.replaceAll('</', '<\\/')}</script></body></html>`;
const missingOf = (parse: () => unknown): readonly string[] => {
  try {
    parse();
  } catch (error) {
    if (error instanceof MissingFieldsError) return error.missing;
    throw error;
  }
  throw new Error('was read');
};

suite('answers of store_a', NEEDS_EXAMPLES, () => {
  test('a page of an app', () => {
    const page = parseProductPage(read('store-a-product-page.synthetic.html'), { appId: CHAT, ...US, device: 'iphone' });
    assert.deepEqual(page.missing, []);
    const { title, subtitle, developerId, rating, ratingCount, ratingHistogram, version, isFree, price } = page;
    assert.deepEqual(
      { title, subtitle, developerId, rating, ratingCount, ratingHistogram, version, isFree, price },
      {
        title: 'ChatGPT',
        subtitle: 'The official app by OpenAI',
        developerId: '1684349733',
        rating: 4.8,
        ratingCount: 10_148_787,
        ratingHistogram: [133_934, 71_042, 202_976, 608_927, 9_131_908],
        version: '1.2026.244',
        isFree: true,
        price: 0,
      },
    );
    assert.equal(page.versionReleasedAt?.toISOString(), '2026-09-08T17:40:58.000Z');
    assert.equal(new Set(page.similar?.map(({ appId }) => appId)).size, page.similar?.length, 'the hidden copy is not read');
    assert.ok(page.similar !== undefined && page.similar.length > 0);
    assert.match(page.iconUrl ?? '', /^https:.*\/512x512bb\.jpg$/u);
    assert.match(page.screenshotUrls?.[0] ?? '', /\/392x850bb\.jpg$/u);
    assert.throws(
      () => parseProductPage(read('store-a-product-page.synthetic.html'), { appId: '1', ...US, device: 'iphone' }),
      WrongAnswerError,
    );
    assert.throws(
      () => parseProductPage(read('store-a-product-page.synthetic.html'), { appId: CHAT, storefront: 'jp', device: 'iphone' }),
      WrongAnswerError,
    );
  });

  test('a page in the older envelope, with few shelves, names what it lacks', () => {
    const page = parseProductPage(toPage(read('store-a-server-data-bare-array.synthetic.json')), { appId: CHAT, ...US, device: 'iphone' });
    assert.equal(page.title, 'ChatGPT');
    for (const [field, name] of [
      ['description', 'shelfMapping.description'],
      ['version', 'shelfMapping.mostRecentVersion'],
      ['ratingCount', 'productRatings.totalNumberOfRatings'],
    ] as const)
      assert.equal(page.missing.includes(name), page[field] === undefined, name);
  });

  test('a real lockup in Japanese', () => {
    const check = makeFieldCheck();
    const fragments = fieldsOf(JSON.parse(read('store-a-server-data-fragments.reduced.json')));
    const lockup = readLockup(fieldsOf(fragments['similarItems_lockup']), check);
    assert.deepEqual([...check.missing], []);
    assert.deepEqual(
      { ...lockup, iconUrl: undefined },
      {
        appId: '586847189',
        title: 'Moneytree 家計簿より楽チン',
        bundleId: 'jp.moneytree.journal',
        subtitle: '手をかけずに資産を一元管理',
        developerName: 'Moneytree',
        rating: 4.5,
        price: 0,
        isFree: true,
        isArcade: false,
        iconUrl: undefined,
        pageUrl: lockup?.pageUrl,
      },
    );
  });

  test('charts of a category and of the whole store', () => {
    const genre = parseChartPage(read('store-a-chart-page-genre.synthetic.html'), { categoryId: '6007', chart: 'top-free', ...US });
    assert.equal(genre.categories.length, 10);
    assert.ok(genre.ranks.length < 40 && genre.ranks.at(-1)?.rank === 40, 'a bundle keeps its position');
    const root = parseChartPage(toPage(read('store-a-chart-page-root.synthetic.json')), { categoryId: '36', chart: 'top-paid', ...US });
    assert.deepEqual(
      root.charts.map(({ categoryId }) => categoryId),
      ['36', '36', '6014', '6014'],
    );
    const other = { categoryId: '7001', chart: 'top-free', ...US } as const;
    assert.deepEqual(
      missingOf(() => parseChartPage(toPage(read('store-a-chart-page-root.synthetic.json')), other)),
      ['segments.top-free'],
    );
  });

  test('groupings, rooms, stories and lists', () => {
    const grouping = parseShelvesPage(read('store-a-grouping-page.synthetic.html'), 'us');
    assert.deepEqual(
      grouping.shelves.map(({ kind, apps, isDeferred }) => [kind, apps.length, isDeferred]),
      [
        ['hero', 0, false],
        ['room', 12, false],
        ['room', 8, false],
        ['none', 0, false],
        ['chart', 10, false],
        ['none', 0, true],
        ['none', 0, false],
      ],
    );
    assert.deepEqual(
      grouping.shelves.flatMap(({ links }) => links.map(({ kind, isHero }) => [kind, isHero])),
      [
        ['story', true],
        ['app', true],
        ['room', false],
      ],
    );
    const room = parseShelvesPage(toPage(read('store-a-room-page.synthetic.json')), 'us');
    assert.equal(room.shelves[0]?.apps.length, 24);
    const story = parseShelvesPage(toPage(read('store-a-story-page.synthetic.json')), 'us');
    assert.deepEqual(
      story.shelves.map(({ apps }) => apps.length),
      [0, 4],
    );
    const list = { ...US, mayBeEmpty: false } as const;
    assert.equal(parseAppList(toPage(read('store-a-see-all-similar.synthetic.json')), list).length, 40);
    assert.equal(parseAppList(toPage(read('store-a-search-page.synthetic.json')), list).length, 6, 'ids as numbers and as texts');
  });

  test('records of the lookup service', () => {
    const { value, missing } = parseLookup(read('store-a-lookup.transcribed.json'), 'us');
    const record = value.get(CHAT);
    assert.deepEqual(missing, []);
    assert.ok(record !== undefined && (record.sizeBytes ?? 0) > 1_000_000 && (record.rating ?? 0) > 4.5);
    assert.match(record.pageUrl ?? '', /^https:\/\/apps\.apple\.com\/us\/app\/[^?]+\/id6448311069$/u);
    assert.deepEqual([record.primaryCategory, record.categories.includes(record.primaryCategory ?? '')], ['6007', true]);
    assert.equal(parseLookup(read('store-a-lookup-empty.real.json'), 'us').value.size, 0);
    assert.equal(parseLookup(read('store-a-lookup-mac.real.json'), 'us').value.size, 0, 'desktop apps are left out');
    const mixed = parseLookup(read('store-a-search.real.json'), 'us').value;
    const kinds = (JSON.parse(read('store-a-search.real.json')) as { results: { kind: string }[] }).results.map(({ kind }) => kind);
    assert.equal(mixed.size, kinds.filter((kind) => kind === 'software').length);
    assert.match(missingOf(() => parseLookup(read('store-a-lookup-error.real.json'), 'us'))[0] ?? '', /^results \(Invalid value/u);
  });

  test('feeds of both generations', () => {
    const grossing = parseLegacyFeed(read('store-a-rss-legacy-grossing.reduced.json'), { storefront: 'jp' });
    assert.deepEqual(
      grossing.map(({ rank }) => rank),
      [1, 2, 3],
    );
    assert.deepEqual([grossing[0]?.appId, grossing[0]?.bundleId, grossing[0]?.currency], ['493470467', 'jp.gungho.pad', 'JPY']);
    assert.equal(parseLegacyFeed(read('store-a-rss-legacy-one-entry.synthetic.json'), { storefront: 'jp' }).length, 1);
    assert.deepEqual(parseLegacyFeed(read('store-a-rss-legacy-no-entry.synthetic.json'), { storefront: 'jp' }), []);
    const renamed = read('store-a-rss-legacy-grossing.reduced.json').replace('"entry"', '"entries"');
    assert.deepEqual(
      missingOf(() => parseLegacyFeed(renamed, { storefront: 'jp' })),
      ['feed.entry'],
    );
    assert.throws(() => parseLegacyFeed(read('store-a-rss-legacy-grossing.reduced.json'), { storefront: 'us' }), WrongAnswerError);
    assert.ok(parseMarketingFeed(read('store-a-rss-marketing-top-free.synthetic.json'), 'us').length > 0);
  });

  test('the page of an app that is not there has no data, and is whole', () => {
    const { data, isCut } = findScripts(read('store-a-page-not-found.reduced.html'));
    assert.deepEqual([data, isCut], [undefined, false]);
  });
});

test('the script with the data is found by its id, however its attributes are written', () => {
  for (const tag of [
    '<script id="serialized-server-data" type="application/json">',
    "<script type='application/json'   id='serialized-server-data' nonce=\"a\">",
    '<SCRIPT ID=serialized-server-data>',
  ])
    assert.equal(
      findScripts(`<html><script>var a = '<div id="serialized-server-data">';</script>${tag}{"a":1}</script></html>`).data,
      '{"a":1}',
    );
  assert.equal(findScripts('<html><script id="serialized-server-data">{"a":').isCut, true);
});

test('a feed that does not know a category and gives the whole store is not believed', () => {
  const entry = (id: number) => ({
    id: { attributes: { 'im:id': String(id) } },
    'im:name': { label: 'An app' },
    category: { attributes: { 'im:id': '6005' } },
  });
  const text = JSON.stringify({ feed: { entry: Array.from({ length: 10 }, (_none, at) => entry(at + 1)) } });
  assert.equal(parseLegacyFeed(text, { storefront: 'us', categoryId: '6005' }).length, 10);
  assert.deepEqual(
    missingOf(() => parseLegacyFeed(text, { storefront: 'us', categoryId: '6007' })),
    ['feed.entry[].category 6007'],
  );
});

test('fields that no record of an answer has are named', () => {
  const row = { wrapperType: 'software', kind: 'software', trackId: 1, trackName: 'An app', artistName: 'A developer', version: '1' };
  const { value, missing } = parseLookup(JSON.stringify({ results: [row] }), 'us');
  assert.equal(value.get('1')?.rating, undefined);
  const expected = ['releaseDate', 'fileSizeBytes', 'description', 'primaryGenreId', 'price', 'artworkUrl512', 'currentVersionReleaseDate'];
  assert.deepEqual(
    missing,
    expected.map((name) => `results[].${name}`),
  );
  const many = Array.from({ length: 10 }, (_none, at) => ({ ...row, trackId: at + 1 }));
  const names = parseLookup(JSON.stringify({ results: many }), 'us').missing;
  assert.ok(names.includes('results[].averageUserRating') && names.includes('results[].userRatingCount'));
});
