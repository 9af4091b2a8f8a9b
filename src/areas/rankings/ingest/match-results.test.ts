import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostMatches } from '#areas/domains/index.ts';
import { makeItem } from '../../../../test/support/rankings-world.ts';
import { isCounted, matchResults } from './match-results.ts';

const targetOf = (domain: string) => ({ key: domain, domain });

test('a host matches a domain that it equals or is a sub-domain of, as the rule of the domains area has it', () => {
  const label = fc.constantFrom('a', 'b', 'shop', 'example', 'com', 'co');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(host, host, (itemHost, domain) => {
      const found = matchResults([makeItem(1, itemHost)], [targetOf(domain)], 'seo').has(domain);
      assert.equal(found, hostMatches(itemHost, domain));
    }),
  );
});

test('the best of several results gives the position and all are kept, best first', () => {
  const items = [makeItem(9, 'www.mine.com'), makeItem(4, 'a.b.mine.com'), makeItem(30, 'mine.com'), makeItem(2, 'mine.com.evil.net')];
  const match = matchResults(items, [targetOf('mine.com')], 'seo').get('mine.com');
  assert.equal(match?.best.rankAbsolute, 4);
  assert.deepEqual(
    match?.all.map((item) => item.rankAbsolute),
    [4, 9, 30],
  );
});

test('paid results and results of the other channel never count', () => {
  const items = [
    makeItem(1, 'mine.com', { type: 'paid' }),
    makeItem(2, 'mine.com', { type: 'local_pack' }),
    makeItem(3, 'mine.com', { type: 'local_pack', isPaid: true }),
    makeItem(4, 'mine.com', { type: 'video' }),
    makeItem(5, 'mine.com'),
  ];
  assert.equal(matchResults(items, [targetOf('mine.com')], 'seo').get('mine.com')?.best.rankAbsolute, 5);
  assert.deepEqual(
    matchResults(items, [targetOf('mine.com')], 'local')
      .get('mine.com')
      ?.all.map((item) => item.rankAbsolute),
    [2],
  );
  assert.deepEqual(
    items.map((item) => isCounted(item, 'seo')),
    [false, false, false, false, true],
  );
});

test('a place matches by either of its ids and by its site, and counts once', () => {
  const target = { key: 'place', domain: 'cafe.com', placeIds: ['ChIJ1', '4711'] };
  const items = [
    makeItem(1, null, { type: 'local_pack', cid: '4711' }),
    makeItem(2, null, { type: 'maps_search', placeId: 'ChIJ1' }),
    makeItem(3, 'cafe.com', { type: 'local_pack', cid: '4711', placeId: 'ChIJ1' }),
    makeItem(4, null, { type: 'local_pack', cid: '4712' }),
  ];
  const match = matchResults(items, [target], 'local').get('place');
  assert.deepEqual(
    match?.all.map((item) => item.rankAbsolute),
    [1, 2, 3],
  );
});

test('hosts are compared in lower case and punycode, and read from the address when no domain is given', () => {
  const items = [
    makeItem(1, 'WWW.Bücher.de.'),
    makeItem(2, null, { url: 'https://Shop.Mine.com/x' }),
    makeItem(3, null, { url: 'not an address' }),
  ];
  const matches = matchResults(items, [targetOf('xn--bcher-kva.de'), targetOf('mine.com')], 'seo');
  assert.deepEqual([matches.get('xn--bcher-kva.de')?.best.rankAbsolute, matches.get('mine.com')?.best.rankAbsolute], [1, 2]);
});

test('the featured snippet is flagged; it gives the position only when there is no organic result', () => {
  const items = [
    makeItem(1, 'mine.com', { type: 'featured_snippet' }),
    makeItem(4, 'mine.com'),
    makeItem(2, 'alone.com', { type: 'featured_snippet' }),
  ];
  const matches = matchResults(items, [targetOf('mine.com'), targetOf('alone.com')], 'seo');
  assert.deepEqual([matches.get('mine.com')?.best.rankAbsolute, matches.get('mine.com')?.isFeaturedSnippet], [4, true]);
  assert.deepEqual([matches.get('alone.com')?.best.rankAbsolute, matches.get('alone.com')?.isFeaturedSnippet], [2, true]);
});

test('an alias counts as the site itself, and where sub-domains do not count only the hosts do', () => {
  const label = fc.constantFrom('a', 'www', 'shop', 'example', 'com');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(
      host,
      fc.uniqueArray(host, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (itemHost, [domain = '', ...aliases], isExact) => {
        const found = matchResults([makeItem(1, itemHost)], [{ key: 'site', domain, aliases, isExact }], 'seo').has('site');
        const expected = [domain, ...aliases].some((one) =>
          isExact ? itemHost === one || itemHost === `www.${one}` : hostMatches(itemHost, one),
        );
        assert.equal(found, expected);
      },
    ),
  );
});
