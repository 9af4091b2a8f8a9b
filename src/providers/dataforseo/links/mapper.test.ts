import assert from 'node:assert/strict';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { NEEDS_EXAMPLES, readVendorExample } from '../../../../test/support/vendor-contract.ts';
import { readOnly, readLinkRows, type LinkResult, type ReadRow } from './answers.ts';
import { periodChangesReader, periodReader, readAnchor, readBacklink, readReferringDomain, readSummary } from './mapper.ts';
import type { ShapeSurprise } from '../surprises.ts';
import { readRankedKeyword } from './ranked-mapper.ts';

const isDamaged = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'parse' && error.retryable;

function list<Row>(answer: Partial<LinkResult>, read: ReadRow<Row>, skipped?: number) {
  const surprises: ShapeSurprise[] = [];
  const found = readLinkRows({ result: null, isPaid: true, ...answer }, { read, skipped, onSurprise: (kind) => surprises.push(kind) });
  return { found, surprises };
}

const DOMAIN = { domain: 'one.com', rank: 61, backlinks: 3, first_seen: '2026-01-02 03:04:05 +00:00', lost_date: null };

test('real links are read: every one, with missing fields as null', NEEDS_EXAMPLES, () => {
  const { found, surprises } = list({ result: readVendorExample('backlinks.backlinks.live') }, readBacklink, 0);
  // The recorded answer has its full head, and a list that was cut to ten rows.
  assert.deepEqual([found?.rows.length, found?.came, found?.total], [10, 10, 578_310]);
  assert.ok(surprises.includes('items_count_differs'));
  assert.ok(found?.token?.startsWith('eyJ'));
  const [first, second] = found?.rows ?? [];
  assert.deepEqual(
    { from: first?.domainFrom, url: first?.urlFrom, to: first?.urlTo, anchor: first?.anchor, type: first?.itemType },
    { from: 'www.kvalitneweby.sk', url: 'https://www.kvalitneweby.sk/', to: 'http://forbes.com/', anchor: 'forbes.com', type: 'anchor' },
  );
  assert.deepEqual(
    [first?.attributes, first?.platformTypes],
    [
      ['noopener', 'noreferrer'],
      ['cms', 'blogs'],
    ],
  );
  assert.deepEqual(
    [first?.firstSeen?.toISOString(), first?.lastSeen?.toISOString()],
    ['2020-08-10T18:50:28.000Z', '2023-06-15T11:41:06.000Z'],
  );
  assert.deepEqual([second?.anchor, second?.attributes, second?.itemType, second?.domainFromCountry], [null, [], 'image', null]);
});

test('ranks on the scale to a thousand are not taken for ours', NEEDS_EXAMPLES, () => {
  const { found, surprises } = list({ result: readVendorExample('backlinks.backlinks.live') }, readBacklink, 0);
  assert.deepEqual([found?.rows[0]?.rank, found?.rows[1]?.domainFromRank], [null, 0]);
  assert.ok(surprises.includes('score_out_of_scale'));
});

test('a real summary is read; the links without a platform are not a platform of their own', NEEDS_EXAMPLES, () => {
  const row = readOnly({ result: readVendorExample('backlinks.summary.live'), isPaid: true });
  const summary = readSummary(row, () => undefined);
  assert.deepEqual(
    { ...summary, platformTypes: summary.platformTypes['message-boards'], firstSeen: summary.firstSeen?.toISOString() },
    {
      rank: null,
      backlinks: 41_245,
      backlinksNofollow: 0,
      referringDomains: 12_372,
      referringMainDomains: 11_438,
      spamScore: 8,
      platformTypes: 2_679,
      firstSeen: '2020-01-18T11:50:58.000Z',
      lostDate: null,
    },
  );
  const mixed = readSummary(
    { backlinks: 1, referring_domains: 1, referring_links_platform_types: { '': 4, unknown: 3, news: 2 } },
    () => undefined,
  );
  assert.deepEqual([mixed.platformTypes, mixed.backlinksNofollow, mixed.rank], [{ unknown: 7, news: 2 }, null, null]);
});

test('an unknown target is an answer, as it really came', NEEDS_EXAMPLES, () => {
  assert.equal(readOnly({ result: readVendorExample('backlinks.summary.live.no-data'), isPaid: true }), undefined);
});

test('real ranked keywords are read', NEEDS_EXAMPLES, () => {
  const { found, surprises } = list({ result: readVendorExample('dataforseo_labs.google.ranked_keywords.live') }, readRankedKeyword, 0);
  assert.deepEqual([found?.rows.length, found?.total, surprises], [3, 4_207, []]);
  const [{ estimatedTraffic, competition, ...first } = { estimatedTraffic: null, competition: null }] = found?.rows ?? [];
  assert.deepEqual([estimatedTraffic?.toFixed(2), competition?.toFixed(2)], ['27.36', '0.02']);
  assert.deepEqual(first, {
    keyword: '1000 keywords',
    itemType: 'organic',
    rankGroup: 1,
    rankAbsolute: 1,
    previousRankAbsolute: 2,
    url: 'https://dataforseo.com/free-seo-stats/top-1000-websites',
    title: 'Top 1000 Websites By Ranking Keywords',
    isNew: false,
    isUp: true,
    isDown: false,
    searchVolume: 90,
    cpc: null,
    competitionLevel: 'LOW',
    keywordDifficulty: 39,
    intent: 'commercial',
    checkedAt: new Date('2024-07-18T16:46:17Z'),
  });
});

test('no list is empty because it could not be read', () => {
  const damaged: readonly (readonly [Partial<LinkResult>, number | undefined])[] = [
    [{ result: null, isPaid: false }, 0],
    [{ result: ['?'] }, 0],
    [{ result: [{ total_count: 5, items: null }] }, 0],
    [{ result: [{ total_count: 5, items: [] }] }, 4],
    [{ result: [{ total_count: 5, items_count: 2, items: [] }] }, undefined],
    [{ result: [{ total_count: 5, items: 'none' }] }, 0],
    [{ result: [{ total_count: 1, items: [{ type: 'new_kind' }] }] }, 0],
    [{ result: [{ items: [DOMAIN, DOMAIN, {}, {}] }] }, 0],
  ];
  for (const [answer, skipped] of damaged)
    assert.throws(() => list(answer, readReferringDomain, skipped), isDamaged, JSON.stringify(answer));
});

test('what really is empty is an empty list, and a single odd row is counted', () => {
  assert.equal(list({ result: null }, readReferringDomain, 0).found, undefined);
  assert.deepEqual(list({ result: [{ total_count: 0, items: null }] }, readReferringDomain, 0).found?.rows, []);
  assert.deepEqual(list({ result: [{ total_count: 5, items: [] }] }, readReferringDomain, 5).found?.rows, []);
  assert.deepEqual(list({ result: [{ total_count: 5, items: null }] }, readReferringDomain).found?.rows, [], 'after the last token');
  const { found, surprises } = list(
    { result: [{ total_count: 2, items_count: 2, items: [DOMAIN, { type: 'new_kind' }] }] },
    readReferringDomain,
    0,
  );
  assert.deepEqual([found?.rows.length, found?.came, surprises], [1, 2, ['link_unreadable']]);
});

test('fields of another kind count as missing, and texts are fit for the stores', () => {
  const odd = { ...DOMAIN, domain: 'o\0ne.com', rank: '61', backlinks: -1, first_seen: 'never', referring_links_platform_types: null };
  assert.deepEqual(list({ result: [{ items: [odd] }] }, readReferringDomain, 0).found?.rows, [
    {
      domain: 'one.com',
      rank: null,
      backlinks: null,
      spamScore: null,
      referringPages: null,
      platformTypes: {},
      firstSeen: null,
      lostDate: null,
    },
  ]);
  const link = { domain_from: 'a.com', url_from: 'https://a.com/', url_to: 'https://b.com/', dofollow: true, is_lost: false };
  for (const missing of ['domain_from', 'url_from', 'url_to', 'dofollow', 'is_lost'])
    assert.equal(
      readBacklink({ ...link, [missing]: null }, () => undefined),
      undefined,
      missing,
    );
  assert.equal(readBacklink(link, () => undefined)?.itemType, 'unknown');
  assert.deepEqual(
    [{ anchor: null, backlinks: 2 }, { anchor: 'x\0y' }, { backlinks: 2 }].map((row) => readAnchor(row, () => undefined)?.anchor),
    ['', 'xy', undefined],
  );
});

test('a period is named by its first day, whichever of its days the provider names', () => {
  const days = { day: '2027-01-03', week: '2026-12-28', month: '2027-01-01', year: '2027-01-01' } as const;
  for (const period of ['day', 'week', 'month', 'year'] as const) {
    const row = { date: '2027-01-03 00:00:00 +00:00', backlinks: 7, new_backlinks: 2 };
    assert.equal(periodReader(period)(row, () => undefined)?.startsOn, days[period], period);
    assert.equal(periodChangesReader(period)(row, () => undefined)?.startsOn, days[period], period);
    assert.equal(
      periodReader(period)({ ...row, date: undefined }, () => undefined),
      undefined,
    );
  }
});
