import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld } from '../world/index.ts';
import { findPlace, type Place } from '../world/places.ts';
import { makeSerpSource, type Search } from './index.ts';
import type { ResultItem, ResultPages } from './layout.ts';

const world = makeWorld('sightline');
const serp = makeSerpSource(world);
const DAY = 20_778;
const unitedStates = findPlace(2840) as Place;
const english = world.keywords.list().filter((keyword) => keyword.language === 'en');
const sample = english.filter((_keyword, index) => index % 149 === 0).map((keyword) => keyword.text);

function search(keyword: string, rest: Partial<Search> = {}): ResultPages {
  return serp.search({ keyword, place: unitedStates, languageCode: 'en', device: 'desktop', engine: 'google', day: DAY, ...rest });
}

function pagesOf(result: ResultPages): readonly (readonly ResultItem[])[] {
  return Array.from({ length: result.pageCount }, (_unused, index) => result.page(index + 1));
}

function positions(result: ResultPages): Map<string, number> {
  return new Map(result.ranked.map((page, index) => [`${page.host} ${page.ordinal}`, index + 1]));
}

test('gives the same results for the same question, in another process too', () => {
  const other = makeSerpSource(makeWorld('sightline'));
  const ask: Search = {
    keyword: 'best invoicing software',
    place: unitedStates,
    languageCode: 'en',
    device: 'mobile',
    engine: 'bing',
    day: DAY,
  };
  assert.deepEqual(
    pagesOf(other.search(ask))
      .flat()
      .map((item) => item.url),
    pagesOf(serp.search(ask))
      .flat()
      .map((item) => item.url),
  );
});

test('numbers elements through: by type, and over everything, page after page', () => {
  for (const keyword of sample) {
    const pages = pagesOf(search(keyword));
    const groups = new Map<string, number>();
    pages.flat().forEach((item, index) => {
      const group = (groups.get(item.type) ?? 0) + 1;
      groups.set(item.type, group);
      assert.deepEqual([item.rankAbsolute, item.rankGroup], [index + 1, group], keyword);
    });
    pages.forEach((page, index) => {
      assert.ok(page.every((item) => item.page === index + 1));
      assert.equal(page.filter((item) => item.type === 'organic').length, 10);
    });
  }
});

test('is at least 200 results deep for every listed keyword, no address twice', () => {
  for (const keyword of sample) {
    const result = search(keyword);
    assert.ok(result.ranked.length >= 200, keyword);
    const urls = pagesOf(result)
      .flat()
      .flatMap((item) => (item.type === 'organic' ? [item.url] : []));
    assert.equal(new Set(urls).size, urls.length, keyword);
  }
});

test('answers in every place and language it knows', () => {
  const cases: readonly (readonly [number, string])[] = [
    [2826, 'en'],
    [2276, 'de'],
    [2276, 'en'],
    [2040, 'de'],
    [2250, 'fr'],
    [1006886, 'en'],
    [21137, 'en'],
  ];
  for (const [code, languageCode] of cases) {
    const { ranked } = search('laufschuhe', { place: findPlace(code) as Place, languageCode });
    assert.ok(ranked.length >= 200, `${code} ${languageCode}: ${ranked.length}`);
  }
  const german = search('laufschuhe', { place: findPlace(2276) as Place, languageCode: 'de' });
  assert.ok(german.ranked.slice(0, 10).filter((page) => page.site.home === 'de').length >= 5);
});

test('moves plausibly from one day to the next: mostly little, some more, with entries and exits', () => {
  let pairs = 0;
  let small = 0;
  let unchanged = 0;
  let left = 0;
  const changes: number[] = [];
  for (const keyword of sample) {
    for (let day = DAY; day < DAY + 10; day += 1) {
      const before = positions(search(keyword, { day }));
      const after = positions(search(keyword, { day: day + 1 }));
      for (const [page, position] of before) {
        if (position > 100) continue;
        const next = after.get(page);
        if (next === undefined || next > 100) left += 1;
        if (position > 20) continue;
        pairs += 1;
        const change = Math.abs((next ?? 200) - position);
        changes.push(change);
        if (change === 0) unchanged += 1;
        if (change <= 3) small += 1;
      }
    }
  }
  assert.ok(small / pairs > 0.85, `small moves ${small / pairs}`);
  assert.ok(unchanged / pairs > 0.25 && unchanged / pairs < 0.85, `unchanged ${unchanged / pairs}`);
  assert.ok(
    changes.some((change) => change > 8),
    'nothing ever jumps',
  );
  assert.ok(left > 0, 'some site leaves the first hundred');
});

test('remembers: a week apart is less alike than a day apart, and not unlike', () => {
  const distance = (days: number): number => {
    let sum = 0;
    for (const keyword of sample) {
      const later = positions(search(keyword, { day: DAY + days }));
      for (const [page, position] of [...positions(search(keyword))].slice(0, 30))
        sum += Math.min(30, Math.abs((later.get(page) ?? 200) - position));
    }
    return sum / (sample.length * 30);
  };
  const [day, week, season] = [distance(1), distance(7), distance(60)];
  assert.ok(day < week && week < season, `${day} ${week} ${season}`);
  assert.ok(season < 12, `after two months everything is new: ${season}`);
});

test('differs a little between devices and more between engines', () => {
  const alike = (rest: Partial<Search>): number => {
    let same = 0;
    for (const keyword of sample) {
      const other = search(keyword, rest)
        .ranked.slice(0, 10)
        .map((page) => page.host);
      search(keyword)
        .ranked.slice(0, 10)
        .forEach((page, index) => {
          if (other[index] === page.host) same += 1;
        });
    }
    return same / (10 * sample.length);
  };
  const mobile = alike({ device: 'mobile' });
  const bing = alike({ engine: 'bing' });
  assert.ok(mobile > 0.4 && mobile < 0.98, `mobile ${mobile}`);
  assert.ok(bing < mobile && bing > 0.05, `bing ${bing}`);
});

test('shows every kind of element somewhere, and a local pack of three for local keywords', () => {
  const kinds = new Set(
    english
      .filter((_keyword, index) => index % 11 === 0)
      .flatMap(
        (keyword) =>
          search(keyword.text)
            .page(1)
            .map((item) => item.type) ?? [],
      ),
  );
  const expected = [
    'ai_overview',
    'featured_snippet',
    'images',
    'knowledge_graph',
    'local_pack',
    'organic',
    'paid',
    'people_also_ask',
    'related_searches',
    'top_stories',
    'video',
  ];
  assert.deepEqual([...kinds].toSorted(), expected);
  const pack =
    search('plumber near me')
      .page(1)
      .filter((item) => item.type === 'local_pack') ?? [];
  assert.equal(pack.length, 3);
  for (const item of pack) assert.ok(item.business?.cid);
});

test('marks the organic result behind a featured snippet', () => {
  let snippets = 0;
  for (const keyword of sample) {
    const items = search(keyword).page(1) ?? [];
    const snippet = items.find((item) => item.type === 'featured_snippet');
    const marked = items.filter((item) => item.type === 'organic' && item.isFeatured);
    assert.deepEqual(
      marked.map((item) => item.url),
      snippet === undefined ? [] : [snippet.url],
    );
    if (snippet !== undefined) snippets += 1;
  }
  assert.ok(snippets > 3);
});

test('one domain may hold several results, sub-domains among them', () => {
  const pages = sample.flatMap((keyword) => search(keyword).ranked.slice(0, 30));
  assert.ok(pages.some((page) => page.ordinal > 0 && page.site.subdomains.includes(page.host)));
  assert.ok(pages.some((page) => page.ordinal > 0 && page.host === page.site.host));
});

test('puts a site first for its own name', () => {
  for (const site of world.sites.filter((candidate) => candidate.topic?.id === 'crm' && candidate.home !== 'de')) {
    const { ranked } = search(site.name);
    assert.equal(ranked[0]?.site, site);
    assert.ok(ranked.filter((page) => page.site === site).length >= 2);
  }
});

test('knows how many results there are before it ranks them', () => {
  for (const keyword of [...sample.slice(0, 40), 'crm', 'words that nobody has ever put together here', 'qwrtzpsdfg']) {
    const pages = search(keyword);
    assert.equal(pages.pageCount, Math.ceil(pages.ranked.length / 10), keyword);
  }
});

test('finds nothing for gibberish', () => {
  assert.equal(search('qwrtzpsdfg').pageCount, 0);
  assert.equal(search('xkcvbnmlkj hinges').pageCount, 0);
});

test('makes a result of a hundred in far less than three milliseconds of processor time', () => {
  const keywords = english.slice(0, 400).map((keyword) => keyword.text);
  const readAll = (day: number): void => {
    for (const keyword of keywords) search(keyword, { day }).page(10);
  };
  readAll(DAY + 100);
  const before = process.cpuUsage();
  readAll(DAY + 200);
  const { user, system } = process.cpuUsage(before);
  const eachMs = (user + system) / 1_000 / keywords.length;
  assert.ok(eachMs < 3, `${eachMs} ms`);
});
