import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeVoice } from '../reports/own-weights.ts';
import { toVoice } from '../reports/share-of-voice.ts';
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
  const tracked = [
    onPage('invoice app', '/a', 90),
    onPage('invoice app', '/a', 90, 'mobile'),
    onPage('free invoice app', '/a', null),
    onPage('billing', '/b', null),
  ];
  const pages = groupByPage(tracked, makeVoice(null));
  assert.deepEqual(
    pages.map(({ page, keywords, volume }) => [page, keywords.length, volume]),
    [
      ['/a', 3, 90],
      ['/b', 1, null],
    ],
  );
});

test('the share of a page is weighed by what the project has chosen', () => {
  const tracked = { engine: 'engine_a', channel: 'seo' };
  const keywords = [
    { ...onPage('invoice app', '/a', 90), ...tracked },
    { ...onPage('invoice app', '/a', 90, 'mobile'), ...tracked },
    { ...onPage('billing', '/b', 20), ...tracked },
  ] as RankedKeyword[];
  const rates = { desktop: [0.4, 0.2, 0.1, 0.01, 0.01], mobile: null };
  const voice = makeVoice({ id: 'vcv_1', site: 'sc-domain:mine.com', from: '2026-08-01', to: '2026-10-23', rates });
  const shareOf = (desktop: number, mobile: number) => (90 * desktop + 90 * mobile) / 200;
  const page = { engine: 'engine_a', channel: 'seo', device: 'desktop' };
  assert.equal(groupByPage(keywords, voice)[0]?.shareOfVoice, shareOf(voice(page, 4), toVoice(4)));
  assert.equal(groupByPage(keywords, makeVoice(null))[0]?.shareOfVoice, shareOf(toVoice(4), toVoice(4)));
  assert.notEqual(voice(page, 4), toVoice(4));
});
