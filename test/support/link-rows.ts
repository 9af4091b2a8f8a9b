import type { Backlink, RankedKeyword, ReferringDomain } from '#providers/search-data/links.ts';

const SEEN = new Date('2026-10-01T00:00:00Z');

/** Links as the provider answers them; `at` makes each another one. */
export function makeBacklink(at: number, own: Partial<Backlink> = {}): Backlink {
  const domainFrom = own.domainFrom ?? `ref${at % 97}.com`;
  return {
    domainFrom,
    urlFrom: `https://www.${domainFrom}/posts/${at}?utm_source=feed&id=${at}`,
    urlTo: `https://target.com/page-${at % 50}`,
    anchor: `anchor ${at % 300}`,
    itemType: 'anchor',
    attributes: at % 3 === 0 ? ['nofollow'] : [],
    isDofollow: at % 3 !== 0,
    isBroken: false,
    isLost: false,
    rank: at % 101,
    pageFromRank: at % 90,
    domainFromRank: at % 80,
    spamScore: at % 60,
    pageFromTitle: `Post ${at} of a site that writes about all kinds of things`,
    pageFromLanguage: 'en',
    domainFromCountry: 'US',
    platformTypes: ['blogs', 'cms'],
    semanticLocation: 'article',
    firstSeen: SEEN,
    lastSeen: SEEN,
    ...own,
  };
}

export function makeReferringDomain(own: Partial<ReferringDomain> = {}): ReferringDomain {
  return {
    domain: 'ref.com',
    rank: 50,
    backlinks: 3,
    spamScore: 10,
    referringPages: 2,
    platformTypes: { blogs: 2, cms: 1 },
    firstSeen: SEEN,
    lostDate: null,
    ...own,
  };
}

export function makeRankedKeyword(own: Partial<RankedKeyword> = {}): RankedKeyword {
  return {
    keyword: 'running shoes',
    itemType: 'organic',
    rankGroup: 3,
    rankAbsolute: 4,
    previousRankAbsolute: 6,
    url: 'https://target.com/shoes',
    title: 'Shoes',
    isNew: false,
    isUp: true,
    isDown: false,
    searchVolume: 1_000,
    cpc: 1.2,
    competition: 0.5,
    competitionLevel: 'MEDIUM',
    keywordDifficulty: 40,
    intent: 'commercial',
    estimatedTraffic: 120.5,
    checkedAt: SEEN,
    ...own,
  };
}
