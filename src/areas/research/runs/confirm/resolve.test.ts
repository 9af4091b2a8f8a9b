import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProviderCategory, listProviderCategories } from '#providers/search-data/categories.ts';
import { resolveCategory } from './resolve-category.ts';
import { resolveMarkets, type MarketHints } from './resolve-markets.ts';

const LABS: Readonly<Record<number, readonly string[]>> = { 2840: ['en', 'es'], 2276: ['de'], 2826: ['en'], 2250: ['fr'] };
const HINTS: MarketHints = {
  hasLists: (country, language) => LABS[country]?.includes(language) ?? false,
  languageCode: undefined,
  locationCode: undefined,
  siteLanguageCode: 'en',
  host: 'shop.com',
};

function locate(name: string, hints: Partial<MarketHints> = {}) {
  const { markets, problems } = resolveMarkets([{ locationCode: undefined, name }], { ...HINTS, ...hints });
  return markets[0] === undefined ? problems[0]?.message : [markets[0].locationCode, markets[0].languageCode];
}

test('locations are found by name, and a name of several is refused with their numbers', () => {
  assert.deepEqual(locate('united states'), [2840, 'en']);
  assert.deepEqual(locate('gb'), [2826, 'en']);
  assert.deepEqual(locate('Berlin'), [20_226, 'de']);
  assert.deepEqual(locate('Portland, Maine'), [1_019_006, 'en']);
  assert.deepEqual(locate('London,England,United Kingdom'), [1_006_886, 'en']);
  // At home it is the one city that is meant.
  assert.deepEqual(locate('London', { host: 'shop.co.uk' }), [1_006_886, 'en']);
  assert.match(String(locate('Portland')), /several places: .*\(\d+\)/u);
  assert.match(String(locate('Nowhereville')), /give its location_code/u);
});

test('without a location the home of the site counts, and its language where there are lists in it', () => {
  const home = (hints: Partial<MarketHints>) =>
    resolveMarkets([], { ...HINTS, ...hints }).markets.map(({ locationCode, languageCode }) => [locationCode, languageCode]);
  assert.deepEqual(home({}), [[2840, 'en']]);
  assert.deepEqual(home({ host: 'laden.de', siteLanguageCode: 'de' }), [[2276, 'de']]);
  // No lists of German in the United States.
  assert.deepEqual(home({ siteLanguageCode: 'de' }), [[2840, 'en']]);
  assert.deepEqual(home({ locationCode: 2250, siteLanguageCode: 'de' }), [[2250, 'fr']]);
  assert.deepEqual(home({ languageCode: 'es' }), [[2840, 'es']]);
});

test('categories are found by number, path and name; other words stay the own category of the user', () => {
  const named = (category: number | string) => resolveCategory({ category, confidence: undefined, assignedBy: undefined }, []);
  const [some] = listProviderCategories().filter(({ parentId }) => parentId !== null);
  assert.ok(some);
  assert.deepEqual(named(some.id), { id: some.id, name: some.name, path: some.path, confidence: 1, assignedBy: 'user' });
  assert.equal(named(String(some.id))?.path, some.path);
  assert.equal(named(some.path.toUpperCase())?.id, some.id);
  assert.equal(named(some.path.split('/').filter(Boolean).join(' > '))?.id, some.id);
  assert.equal(named(999_999_999), undefined);
  assert.deepEqual(named('Hand made soap'), {
    id: null,
    name: 'Hand made soap',
    path: '/Hand made soap',
    confidence: 1,
    assignedBy: 'user',
  });
  const recommended = { id: some.id, name: some.name, path: some.path, confidence: 0.4 };
  const accepted = resolveCategory({ category: some.name, confidence: undefined, assignedBy: undefined }, [recommended]);
  assert.deepEqual([accepted?.id, accepted?.confidence, accepted?.assignedBy], [some.id, 0.4, 'ai']);
  assert.equal(findProviderCategory(some.id)?.name, some.name);
});
