import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLanes, toPagePath } from './lanes.ts';

const PLACE = {
  keyword: 'invoice app',
  engine: 'engine_a',
  channel: 'seo',
  device: 'desktop',
  location_code: 2840,
  language_code: 'en',
  target_page: null,
} as const;

test('days with the same page are one stretch, and a day without a page ends it', () => {
  const lanes = toLanes(
    [
      {
        ...PLACE,
        keyword_id: 'kw_2',
        position: 3,
        rank_absolute: 5,
        search_volume: null,
        enriched_at: null,
        enrichment_usd: null,
        checked_at: null,
        checked_depth: null,
        provider: null,
        cost_usd: null,
        is_wrong_page: false,
        pages: [],
      },
    ],
    {
      success: true,
      project_id: 'proj_1',
      time_zone: 'UTC',
      position_scale: 'organic',
      position_scale_pending: null,
      from: '2026-11-01',
      to: '2026-11-05',
      total: 2,
      days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
      rows: [
        { ...PLACE, keyword_id: 'kw_1', domain: null },
        { ...PLACE, keyword_id: 'kw_2', domain: null },
      ],
      values: '',
      readings: null,
      pages: { list: ['/a', '/b'], places: [0, 0, 0, 0, 0, 0, 0, null, 0, 1] },
    },
  );
  assert.deepEqual(lanes, [
    {
      key: 'kw_2~engine_a~seo',
      keyword: 'invoice app',
      market: { ...PLACE, keyword_id: 'kw_2', domain: null },
      stretches: [
        { page: '/a', from: 0, to: 1 },
        { page: '/a', from: 3, to: 3 },
        { page: '/b', from: 4, to: 4 },
      ],
    },
  ]);
});

test('a page is named by its path', () => {
  assert.equal(toPagePath('https://own.example/a?b=1'), '/a?b=1');
  assert.equal(toPagePath('not an address'), 'not an address');
});
