import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeVoice } from '../reports/own-weights.ts';
import { groupByPage, type RankedKeyword } from './group-by-page.ts';

const onPage = (keyword: string, page: string, volume: number | null, device: RankedKeyword['device'] = 'desktop') =>
  ({
    keywordId: `${keyword} ${device}`,
    keyword,
    device,
    locationCode: 2840,
    languageCode: 'en',
    volume,
    targetPage: null,
    pages: [{ page, days: 1, best: 4, lastDay: '2026-11-20', position: 4, rankGroup: 4, rankAbsolute: 6 }],
  }) as unknown as RankedKeyword;

test('a keyword counts once for all its devices, and a page of which no volume is known has none, not 0', () => {
  const keywords = [
    onPage('invoice app', '/a', 90),
    onPage('invoice app', '/a', 90, 'mobile'),
    onPage('free invoice app', '/a', null),
    onPage('billing', '/b', null),
  ];
  const pages = groupByPage(keywords, makeVoice(null));
  assert.deepEqual(
    pages.map(({ page, keywords, volume }) => [page, keywords.length, volume]),
    [
      ['/a', 3, 90],
      ['/b', 1, null],
    ],
  );
});
