import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankingSummaryDay } from '#client';
import type { Series } from '../history/history.ts';
import { listLosses, toDuel } from './duel.ts';
import { toVoiceChart, toVoices } from './voices.ts';

const MOVERS = { up: 1, down: 2, new: 3, lost: 4, unchanged: 0 };
const COUNTS = {
  keywords: 10,
  checked: 10,
  carried: 0,
  top_3: 1,
  top_10: 4,
  top_100: 8,
  not_found: 2,
  failed: 0,
  search_volume: 100,
  keywords_without_volume: 0,
  movers: MOVERS,
};

function toAsset(domain: string, relationship: 'MINE' | 'COMPETITOR', share: number | null): RankingSummaryDay['assets'][number] {
  return { ...COUNTS, asset_id: null, asset_name: null, domain, relationship, ranked: 8, average_position: 12.5, share_of_voice: share };
}

function toDay(date: string, failed: number, assets: RankingSummaryDay['assets']): RankingSummaryDay {
  return {
    ...COUNTS,
    date,
    failed,
    position_scale: 'organic',
    share_of_voice_weighed_by: 'Weighed by the fixed click curve',
    ranked: 8,
    average_position: 12.5,
    share_of_voice: null,
    assets,
  };
}

const SUMMARY = [
  toDay('2026-11-01', 0, [toAsset('own.example', 'MINE', 0.1), toAsset('rival.example', 'COMPETITOR', 0.3)]),
  toDay('2026-11-03', 2, [toAsset('own.example', 'MINE', 0.2), toAsset('rival.example', 'COMPETITOR', null)]),
];

test('own sites come first, and a change needs both ends', () => {
  assert.deepEqual(
    toVoices(SUMMARY, [{ domain: 'own.example', asset_id: null, relationship: 'MINE', ...MOVERS }]).map(
      ({ domain, isOwn, change, rose, fell }) => ({ domain, isOwn, change, rose, fell }),
    ),
    [
      { domain: 'own.example', isOwn: true, change: 0.1, rose: 4, fell: 6 },
      { domain: 'rival.example', isOwn: false, change: null, rose: null, fell: null },
    ],
  );
});

test('days without a summary stay gaps, days with failed checks are marked', () => {
  const spec = toVoiceChart({ from: '2026-11-01', to: '2026-11-03', summary: SUMMARY, voices: toVoices(SUMMARY), notes: [] });
  assert.deepEqual(
    spec.lines.map(({ values }) => values),
    [
      [0.1, null, 0.2],
      [0.3, null, null],
    ],
  );
  assert.deepEqual([...(spec.failedDays ?? [])], ['2026-11-03']);
});

const ROW = { engine: 'engine_a', channel: 'seo', device: 'desktop', location_code: 2840, language_code: 'en', target_page: null } as const;

function toSeries(domain: string | null, bytes: readonly number[]): Series {
  return {
    success: true,
    project_id: 'proj_1',
    time_zone: 'UTC',
    position_scale: 'organic',
    position_scale_pending: null,
    from: '2026-11-01',
    to: '2026-11-02',
    total: 4,
    days: ['2026-11-01', '2026-11-02'],
    rows: [1, 2, 3, 4].map((at) => ({ ...ROW, keyword_id: `kw_${at}`, keyword: `keyword ${at}`, domain })),
    values: btoa(String.fromCodePoint(...bytes)),
    pages: null,
    readings: null,
  };
}

test('a duel compares the newest day on which both are known', () => {
  const own = toSeries(null, [3, 9, 5, 254, 0, 0, 255, 4]);
  const rival = toSeries('rival.example', [1, 10, 5, 8, 7, 0, 4, 254]);
  const duel = toDuel(own, rival, 'rival.example');
  assert.deepEqual(
    duel.points.map(({ own: mine, theirs, day }) => [mine, theirs, day]),
    [
      [9, 10, '2026-11-02'],
      [5, 5, '2026-11-01'],
      [null, null, '2026-11-02'],
    ],
  );
  assert.deepEqual([duel.wins, duel.losses, duel.ties, duel.neither], [1, 0, 1, 1]);
});

test('losses come by how far the competitor is before the project, the nearer the top the more', () => {
  const own = toSeries(null, [3, 11, 5, 60, 0, 0, 255, 4]);
  const rival = toSeries('rival.example', [1, 1, 5, 50, 7, 8, 4, 5]);
  const losses = listLosses(toDuel(own, rival, 'rival.example'), 2);
  assert.deepEqual(
    losses.map(({ keywordId, own: mine, theirs }) => [keywordId, mine, theirs]),
    [
      ['kw_3', null, 8],
      ['kw_1', 11, 1],
    ],
  );
});
