import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'tldts';
import { makeWorld } from './index.ts';
import { measureKeyword } from './keywords.ts';
import { cities, findPlace } from './places.ts';

const world = makeWorld('sightline');

test('holds at least 500 sites of every business type and 20,000 keywords in four languages', () => {
  const types = new Set(world.sites.map((site) => site.businessType));
  assert.ok(world.sites.filter((site) => site.reach !== 'long_tail').length >= 500);
  assert.deepEqual([...types].toSorted(), ['content', 'ecommerce', 'game', 'local', 'marketplace', 'saas', 'service']);
  const keywords = world.keywords.list();
  assert.ok(keywords.length >= 20_000);
  assert.equal(new Set(keywords.map((keyword) => keyword.text)).size, keywords.length);
  assert.deepEqual([...new Set(keywords.map((keyword) => keyword.language))], ['en', 'de', 'fr', 'es']);
});

test('gives every site a registrable public domain of its own and a tier from the vocabulary', () => {
  const tiers = new Set(['platform', 'marketplace', 'commerce', 'service', 'information', 'community', 'institutional']);
  for (const site of world.sites) {
    const parsed = parse(site.domain);
    assert.equal(parsed.domain, site.domain);
    assert.equal(parsed.isIcann, true);
    assert.ok(tiers.has(site.tier1Type));
    for (const host of site.subdomains) assert.equal(parse(host).domain, site.domain);
    assert.equal(world.findSite(`x.${site.host}`), site);
  }
  assert.equal(new Set(world.sites.map((site) => site.domain)).size, world.sites.length);
  assert.equal(world.findSite('127.0.0.1'), undefined);
});

test('is the same world for the same seed and another for another', () => {
  const again = makeWorld('sightline');
  const other = makeWorld('another');
  assert.deepEqual(
    again.sites.map((site) => site.domain),
    world.sites.map((site) => site.domain),
  );
  assert.notDeepEqual(
    other.sites.map((site) => site.domain),
    world.sites.map((site) => site.domain),
  );
});

test('names competitors that work on the same topic in the same market', () => {
  for (const site of world.sites.filter((candidate) => candidate.topic !== undefined)) {
    const competitors = world.listCompetitors(site);
    assert.ok(competitors.length >= 2, site.domain);
    for (const competitor of competitors) {
      assert.equal(competitor.topic, site.topic);
      assert.notEqual(competitor, site);
      assert.equal(competitor.home === 'de', site.home === 'de');
    }
  }
});

test('knows its own keywords and guesses topic and intent of others', () => {
  const known = world.keywords.describe('best invoicing software');
  assert.deepEqual([known.isKnown, known.topic.id, known.intent], [true, 'invoicing', 'commercial']);
  const unknown = world.keywords.describe('how do i unclog a drain');
  assert.deepEqual([unknown.isKnown, unknown.topic.id, unknown.intent], [false, 'plumber', 'informational']);
  assert.equal(world.keywords.describe('qwrtzpsdfg').isHopeless, true);
  const brand = world.sites[0];
  assert.ok(brand);
  assert.equal(world.keywords.describe(brand.name.toLowerCase()).brand, brand);
});

test('measures keywords within their ranges, smaller in smaller countries', () => {
  for (const keyword of world.keywords.list().filter((_keyword, index) => index % 50 === 0)) {
    const facts = world.keywords.describe(keyword.text);
    const here = measureKeyword(facts, 'US');
    assert.ok(here.searchVolume >= 10 && here.cpc >= 0);
    assert.ok(here.competition >= 0 && here.competition <= 1);
    assert.ok(Number.isInteger(here.keywordDifficulty) && here.keywordDifficulty >= 0 && here.keywordDifficulty <= 100);
    assert.ok(measureKeyword(facts, 'GB').searchVolume <= here.searchVolume);
  }
});

test('links grow from day to day without leaps', () => {
  const site = world.sites[3];
  assert.ok(site);
  const days = Array.from({ length: 60 }, (_unused, day) => world.links.measure(site, 20_700 + day));
  assert.ok((days.at(-1)?.backlinks ?? 0) > (days[0]?.backlinks ?? 0));
  for (const record of days) assert.ok(record.rank > 0 && record.rank <= 1_000 && record.backlinks >= record.referringDomains);
});

test('puts the same business on the map under the same id from city and country', () => {
  const topic = world.topics.find((candidate) => candidate.id === 'plumber');
  const country = findPlace(2840);
  assert.ok(topic && country);
  const owned = world.businesses
    .list(topic, country)
    .filter((business) => business.host !== null && world.findSite(business.host) !== undefined);
  assert.ok(owned.length >= 3);
  const first = owned[0];
  const city = cities.find((candidate) => candidate.code === first?.city.code);
  assert.ok(first && city);
  assert.ok(world.businesses.list(topic, city).some((business) => business.cid === first.cid && business.placeId === first.placeId));
  for (const business of owned) assert.ok(business.rating >= 1 && business.rating <= 5);
});

test('knows every country, the listed cities by name, and places unlisted ids in a country', () => {
  assert.equal(findPlace(2276)?.country, 'DE');
  assert.equal(findPlace('London,England,United Kingdom')?.code, 1006886);
  assert.equal(findPlace('United States')?.code, 2840);
  assert.equal(findPlace(1004000)?.country, 'DE');
  assert.equal(findPlace(1), undefined);
});
