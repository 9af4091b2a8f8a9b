import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchLocations } from './search-locations.ts';

function find(search: string, country?: string): string[] {
  return searchLocations({ search, country, limit: 10, offset: 0 }).locations.map(({ name }) => name);
}

test('a country comes before what begins with its name, and is found by its two letters', () => {
  assert.equal(find('germany')[0], 'Germany');
  assert.equal(find('ger')[0], 'Germany');
  assert.equal(find('us')[0], 'United States');
  assert.equal(find('GB')[0], 'United Kingdom');
  assert.deepEqual(find('canada').slice(0, 1), ['Canada']);
});

test('the whole name comes before names that begin so, and those before later words', () => {
  const names = find('york');
  assert.equal(names[0]?.split(',')[0], 'York');
  const heads = searchLocations({ search: 'york', limit: 500, offset: 0 }).locations.map(({ name }) => name.split(',')[0] ?? '');
  const kinds = heads.map((head) => (head === 'York' ? 0 : head.startsWith('York') ? 1 : 2));
  assert.deepEqual(
    kinds,
    kinds.toSorted((one, other) => one - other),
  );
  assert.deepEqual([...new Set(kinds)], [0, 1, 2]);
  assert.ok(heads.includes('New York'));
});

test('parts behind commas and a country narrow it down; accents, case and hyphens do not matter', () => {
  assert.deepEqual(find('Portland, or'), ['Portland,Oregon,United States']);
  assert.deepEqual(find('portland,', 'gb'), ['Portland,England,United Kingdom']);
  assert.deepEqual(find('portland, nowhere'), []);
  assert.deepEqual(find('ZURICH')[0], find('Zürich')[0]);
  assert.deepEqual(find('ile de france'), find('Île-de-France'));
  assert.ok(find('ile de france').length > 0);
});

test('without a text countries come first; numbers give their places; pages follow each other', () => {
  const { locations, total } = searchLocations({ limit: 300, offset: 0 });
  const countries = locations.filter(({ rank }) => rank === 0);
  assert.ok(countries.length > 200 && total > 20_000);
  assert.deepEqual(locations.slice(0, countries.length), countries);
  const named = searchLocations({ locationCodes: [2276, 2840, 1], limit: 10, offset: 0 });
  assert.deepEqual(
    named.locations.map(({ locationCode }) => locationCode),
    [2276, 2840],
  );
  const pages = [0, 10].flatMap((offset) => searchLocations({ search: 'san', limit: 10, offset }).locations);
  assert.deepEqual(pages, searchLocations({ search: 'san', limit: 20, offset: 0 }).locations);
});
