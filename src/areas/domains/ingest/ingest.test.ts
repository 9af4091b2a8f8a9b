import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Backlink } from '#providers/search-data/links.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeBacklink, makeRankedKeyword, makeReferringDomain } from '../../../../test/support/link-rows.ts';
import { ensureDomain } from '../records/ensure-domain.ts';
import { ingestBacklinks } from '../links/ingest-backlinks.ts';
import { ingestKeywords } from '../keywords/ingest-keywords.ts';
import { ingestReferringDomains } from '../links/ingest-referring-domains.ts';
import { sweepLost } from './sweep-lost.ts';

const MONDAY = new Date('2026-11-16T10:00:00Z');
const TUESDAY = new Date('2026-11-17T10:00:00Z');
const MARKET = { locationCode: 2840, languageCode: 'en' };

async function openDomain(t: TestContext) {
  const { postgres } = await openTestStores(t);
  const domain = await ensureDomain(postgres, 'target.com', MONDAY);
  const ingest = (rows: readonly Backlink[], now: Date) =>
    postgres.transaction((tx) => ingestBacklinks(tx, { domain, rows, now, sourceEndpoint: 'backlinks/backlinks/live' }));
  return { postgres, domain, ingest };
}

async function read(sql: Sql, text: string): Promise<Record<string, unknown>[]> {
  return (await sql.query<Record<string, unknown>>(text)).rows;
}

test('a link that comes again is the same row: first seen stays, last seen and figures move', async (t) => {
  const { postgres, ingest } = await openDomain(t);
  assert.deepEqual(await ingest([makeBacklink(1), makeBacklink(2), makeBacklink(1)], MONDAY), { stored: 2, urls: 2, skipped: 0 });
  await ingest([makeBacklink(1, { rank: 77, isLost: true })], TUESDAY);

  const rows = await read(
    postgres,
    'select rank, our_first_seen, our_last_seen, our_lost_at, dfs_lost_date from backlinks order by url_from',
  );
  const lost = { rank: 77, ourFirstSeen: MONDAY, ourLastSeen: TUESDAY, ourLostAt: TUESDAY, dfsLostDate: new Date('2026-10-01') };
  assert.deepEqual(rows[0], lost);
  assert.equal(rows[1]?.['ourLastSeen'] instanceof Date && rows[1]['ourLastSeen'].getTime(), MONDAY.getTime());

  await ingest([makeBacklink(1)], TUESDAY);
  assert.deepEqual(await read(postgres, 'select our_lost_at, dfs_lost_date from backlinks order by url_from limit 1'), [
    { ourLostAt: null, dfsLostDate: null },
  ]);
});

test('referring pages feed the addresses, each normalized and once', async (t) => {
  const { postgres, ingest } = await openDomain(t);
  const page = 'https://www.Ref.com/post?b=2&utm_source=x&a=1#c';
  const { stored, urls } = await ingest(
    [makeBacklink(1, { urlFrom: page }), makeBacklink(2, { urlFrom: 'https://www.ref.com/post?a=1&b=2', anchor: 'other' })],
    MONDAY,
  );
  assert.deepEqual({ stored, urls }, { stored: 2, urls: 1 });
  const expected = {
    url: 'https://www.ref.com/post?a=1&b=2',
    domain: 'ref.com',
    dataTier: 'referring',
    sourceEndpoint: 'backlinks/backlinks/live',
    lastSeen: MONDAY,
    links: 2,
  };
  const statement = `select url, domain, data_tier, source_endpoint, last_seen,
    (select count(*)::integer from backlinks link where link.url_hash = urls.url_hash) as links from urls`;
  assert.deepEqual(await read(postgres, statement), [expected]);
  await ingest([makeBacklink(1, { urlFrom: page })], TUESDAY);
  assert.deepEqual(await read(postgres, statement), [{ ...expected, lastSeen: TUESDAY }]);
});

test('what cannot be stored is left out and counted, and bad text or figures spoil no page', async (t) => {
  const { postgres, ingest } = await openDomain(t);
  const bad: Partial<Backlink>[] = [
    { urlFrom: 'not an address' },
    { urlFrom: `https://ref.com/${'a'.repeat(3_000)}` },
    { urlTo: `https://target.com/${'a'.repeat(3_000)}` },
    { urlFrom: 'javascript:alert(1)' },
    { urlTo: '\0' },
  ];
  const odd: Partial<Backlink> = {
    anchor: `\0${'😀'.repeat(5_000)}\ud800`,
    pageFromTitle: 'a\0b\udfff',
    attributes: ['no\0follow', '"{},\\', ...Array.from({ length: 100 }, () => 'x'.repeat(500))],
    rank: 1e9,
    spamScore: Number.NaN,
    pageFromRank: -1,
    firstSeen: new Date(Number.NaN),
  };
  const result = await ingest([...bad.map((own, at) => makeBacklink(at, own)), makeBacklink(50, odd)], MONDAY);
  assert.deepEqual(result, { stored: 1, urls: 1, skipped: bad.length });
  const [row] = await read(
    postgres,
    `select length(anchor)::integer as anchor, page_from_title as title, attributes[1:2] as attributes, cardinality(attributes)::integer as many,
       rank, spam_score, page_from_rank, dfs_first_seen from backlinks`,
  );
  assert.deepEqual(row, {
    anchor: 500,
    title: 'ab\ufffd',
    attributes: ['nofollow', '"{},\\'],
    many: 20,
    rank: null,
    spamScore: null,
    pageFromRank: null,
    dfsFirstSeen: null,
  });
});

test('two writers of the same rows in opposite order both come through', async (t) => {
  const { postgres, ingest } = await openDomain(t);
  const rows = Array.from({ length: 1_000 }, (_, at) => makeBacklink(at));
  await Promise.all([ingest(rows, MONDAY), ingest(rows.toReversed(), MONDAY), ingest(rows, TUESDAY)]);
  assert.deepEqual(await read(postgres, 'select count(*)::integer as links, (select count(*)::integer from urls) as urls from backlinks'), [
    { links: 1_000, urls: 1_000 },
  ]);
});

test('a whole fetch marks what it did not bring as lost, once, and what comes back is there again', async (t) => {
  const { postgres, domain, ingest } = await openDomain(t);
  await ingest([makeBacklink(1), makeBacklink(2)], MONDAY);
  await ingest([makeBacklink(2)], TUESDAY);
  const sweep = (now: Date) => sweepLost(postgres, { domainId: domain.id, part: 'backlinks', before: TUESDAY, now });
  assert.equal(await sweep(TUESDAY), 1);
  assert.equal(await sweep(new Date('2026-11-20')), 0);
  const lost = 'select our_lost_at from backlinks order by url_from';
  assert.deepEqual(await read(postgres, lost), [{ ourLostAt: TUESDAY }, { ourLostAt: null }]);
  await ingest([makeBacklink(1)], TUESDAY);
  assert.deepEqual(await read(postgres, lost), [{ ourLostAt: null }, { ourLostAt: null }]);
});

test('referring domains have the tier of their rank', async (t) => {
  const { postgres, domain } = await openDomain(t);
  const ranks = [100, 80, 79, 60, 59, 40, 39, 20, 19, 0, null];
  const rows = ranks.map((rank, at) => makeReferringDomain({ domain: `R${String(at).padStart(2, '0')}.com`, rank }));
  const none = [makeReferringDomain({ domain: ' ' }), makeReferringDomain({ domain: 'a'.repeat(300) })];
  const stored = await ingestReferringDomains(postgres, { domain, rows: [...rows, ...rows, ...none], now: MONDAY });
  assert.deepEqual(stored, { stored: ranks.length, skipped: 2 });
  const tiers = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((tier) => ({ qualityTier: `tier_${tier}` }));
  const found = await read(postgres, 'select quality_tier from referring_domains order by referring_domain');
  assert.deepEqual(found, [...tiers, { qualityTier: null }]);

  await ingestReferringDomains(postgres, { domain, rows: [makeReferringDomain({ domain: 'r00.com', lostDate: MONDAY })], now: TUESDAY });
  await sweepLost(postgres, { domainId: domain.id, part: 'referring_domains', before: TUESDAY, now: TUESDAY });
  const counts = await read(postgres, 'select count(*)::integer as all, count(our_lost_at)::integer as lost from referring_domains');
  assert.deepEqual(counts, [{ all: ranks.length, lost: ranks.length }]);
});

test('of two positions of a keyword the better one is kept, in one page of rows or in two, until the page is read again', async (t) => {
  const { postgres, domain } = await openDomain(t);
  const ingest = (ranks: readonly number[], checkedAt: Date) => {
    const rows = ranks.map((rankAbsolute) => makeRankedKeyword({ rankAbsolute, url: `https://target.com/${rankAbsolute}`, checkedAt }));
    return ingestKeywords(postgres, { domain, market: MARKET, rows, now: MONDAY });
  };
  const ranked = 'select rank_absolute, url from domain_keywords';
  await ingest([9, 4, 7], MONDAY);
  await ingest([12], MONDAY);
  assert.deepEqual(await read(postgres, ranked), [{ rankAbsolute: 4, url: 'https://target.com/4' }]);
  await ingest([12], TUESDAY);
  assert.deepEqual(await read(postgres, ranked), [{ rankAbsolute: 12, url: 'https://target.com/12' }]);
});

test('keywords are kept for each market and type of result', async (t) => {
  const { postgres, domain } = await openDomain(t);
  const rows = [
    makeRankedKeyword({ keyword: 'Running  Shoes' }),
    makeRankedKeyword({ itemType: 'paid' }),
    makeRankedKeyword({ keyword: 'x'.repeat(600) }),
    makeRankedKeyword({ keyword: '\0' }),
  ];
  assert.deepEqual(await ingestKeywords(postgres, { domain, market: MARKET, rows, now: MONDAY }), { stored: 2, skipped: 2 });
  await ingestKeywords(postgres, { domain, market: { locationCode: 2276, languageCode: 'de' }, rows: rows.slice(0, 1), now: TUESDAY });
  const sweep = { domainId: domain.id, part: 'keywords', market: MARKET, before: TUESDAY, now: TUESDAY } as const;
  assert.equal(await sweepLost(postgres, sweep), 2);
  const found = await read(
    postgres,
    'select keyword, location_code, item_type, our_lost_at from domain_keywords order by location_code, item_type',
  );
  assert.deepEqual(found, [
    { keyword: 'running shoes', locationCode: 2276, itemType: 'organic', ourLostAt: null },
    { keyword: 'running shoes', locationCode: 2840, itemType: 'organic', ourLostAt: TUESDAY },
    { keyword: 'running shoes', locationCode: 2840, itemType: 'paid', ourLostAt: TUESDAY },
  ]);
});
