import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { GetRankingsGridResponse } from '#client';
import { toCsv } from '#ui/grid/csv.ts';
import { sortRows } from '#ui/grid/columns/order.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { placeCompetitors, readCompetitors, toColumnId } from './competitors.ts';
import { toOutcomeCells } from './outcomes.ts';

/** Four rows: never looked for, failed after a good check, not found, ranked second. */
const answer = {
  position_scale: 'organic',
  lists: { status: ['ranked', 'not_found', 'failed', 'pending'] },
  competitors: [
    {
      domain: 'rival.example',
      status: [3, 2, 1, 0],
      position: [null, 7, null, 2],
      rank_absolute: [null, 9, null, 4],
      checked_depth: [null, 100, 50, 100],
      ai_overview_place: [null, null, null, null],
      other_checks: [],
    },
    {
      domain: 'other.example',
      status: [2, 2, 2, 2],
      position: [null, null, null, null],
      rank_absolute: [null, null, null, null],
      checked_depth: [null, 20, null, null],
      other_checks: [
        { row: 0, checked_at: null, failed_at: Date.UTC(2026, 10, 23), error: 'timeout', provider: 'provider', cost_usd: null },
      ],
    },
  ],
} as unknown as GetRankingsGridResponse;
/** The own outcomes are all of one check, and one more failed after it. */
const own = {
  checked_at: Date.UTC(2026, 10, 20),
  failed_at: Date.UTC(2026, 10, 22),
  error: 'overload',
  provider: 'provider',
  cost_usd: 0.002,
};
const READ = { checkedAt: '2026-11-20T00:00:00.000Z', provider: 'provider', costUsd: 0.002 };
const FAILED = { outcome: 'failed', checkedAt: '2026-11-22T00:00:00.000Z', reason: 'overload' };
const competitors = readCompetitors(answer, () => own) ?? [];

test('a competitor has the outcomes of its own, and a failure is no position', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => competitors[0]?.outcomeOf(row)),
    [
      { outcome: 'pending' },
      { ...FAILED, lastGood: { position: 7, depth: 100, ...READ } },
      { outcome: 'not_found', position: null, depth: 50, ...READ },
      { outcome: 'ranked', position: 2, depth: 100, ...READ },
    ],
  );
  assert.deepEqual(
    competitors[1]?.outcomeOf(0),
    { outcome: 'failed', checkedAt: '2026-11-23T00:00:00.000Z', reason: 'timeout', lastGood: null },
    'of another check than the own outcome, and none was good',
  );
  assert.deepEqual(
    competitors[1]?.outcomeOf(1),
    { ...FAILED, lastGood: { position: null, depth: 20, ...READ } },
    'the last good one did not find it',
  );
  assert.equal(
    readCompetitors({ ...answer, competitors: undefined } as unknown as GetRankingsGridResponse, () => own),
    undefined,
  );
});

test('its column sorts what ranks first and what is not known last, and saves outcomes by name', () => {
  const [rival] = competitors;
  assert.ok(rival);
  const column = { id: 'rival', title: rival.domain, width: 100, ...toOutcomeCells(rival) };
  const rows = Uint32Array.of(0, 1, 2, 3);
  assert.deepEqual([...sortRows(rows, column, false)], [3, 2, 1, 0]);
  assert.equal(toCsv([column], rows), 'rival.example\r\npending\r\nfailed\r\nnot_found\r\n2\r\n');
});

test('columns that were picked before get the competitors at their end', () => {
  const place = (picked?: string) => placeCompetitors({ columns: picked, set: () => undefined }, competitors).columns;
  assert.equal(place(), undefined);
  assert.equal(place('keyword:320,volume'), 'keyword:320,volume,vs-rival.example,vs-other.example');
  assert.equal(place('keyword,vs-other.example:90'), 'keyword,vs-other.example:90', 'one of them was picked');
});

test('the columns of twenty competitors with the longest of names fit into the address', () => {
  const domains = Array.from({ length: 20 }, (_, at) => `${`${'a'.repeat(60)}.`.repeat(4)}${at}.example`);
  const ids = domains.map((domain) => toColumnId({ domain }));
  assert.equal(new Set(ids).size, domains.length, 'each has a column of its own');
  assert.equal(toColumnId({ domain: 'rival.example' }), 'vs-rival.example');
  for (const id of ids) assert.equal(v.safeParse(gridSearch.sort, `-${id}`).success, true, id);
  const columns = ['keyword:280', 'position', ...ids.map((id) => `${id}:150`)].join(',');
  assert.equal(v.safeParse(gridSearch.columns, columns).success, true, `${columns.length} characters`);
});
