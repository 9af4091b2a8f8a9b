import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld } from '../world/index.ts';
import { findPlace, type Place } from '../world/places.ts';
import { makeSerpSource } from './index.ts';
import { drawOverview } from './overview.ts';
import { addressOf } from './texts.ts';

const world = makeWorld('sightline');
const serp = makeSerpSource(world);
const DAY = 20_778;
const place = findPlace(2840) as Place;
const keywords = world.keywords
  .list()
  .filter(({ language, intent }) => language === 'en' && intent === 'informational')
  .filter((_keyword, index) => index % 23 === 0)
  .map(({ text }) => text);

const search = (keyword: string, day = DAY, device: 'desktop' | 'mobile' = 'desktop') =>
  serp.search({ keyword, place, languageCode: 'en', device, engine: 'google', day });

test('a third of what overviews refer to stands outside the first ten results, and each address once', () => {
  let [shown, deep, all] = [0, 0, 0];
  for (const keyword of keywords) {
    const found = search(keyword);
    const overview = drawOverview(found);
    assert.equal(
      overview !== undefined,
      found.page(1).some(({ type }) => type === 'ai_overview'),
    );
    if (overview === undefined) continue;
    shown += 1;
    const ranks = overview.references.map((page) => found.ranked.indexOf(page));
    const addresses = overview.references.map((page) => addressOf(page, found.query));
    assert.equal(new Set(addresses).size, addresses.length, keyword);
    assert.ok(overview.references.length >= 1 && overview.references.length <= 7);
    deep += ranks.filter((rank) => rank >= 10).length;
    all += ranks.length;
  }
  assert.ok(shown > 50, `${shown} overviews`);
  assert.ok(deep / all > 0.27 && deep / all < 0.4, `${deep} of ${all}`);
});

test('references are the same within a day and change one by one over the days', () => {
  let changed = 0;
  for (const keyword of keywords.slice(0, 60)) {
    const list = (day: number) => drawOverview(search(keyword, day))?.references.map(({ site }) => site.host);
    assert.deepEqual(list(DAY), list(DAY), keyword);
    const [before, after] = [list(DAY), list(DAY + 6)];
    if (before !== undefined && after !== undefined && before.join() !== after.join()) changed += 1;
  }
  assert.ok(changed > 5, `${changed} changed within six days`);
});
