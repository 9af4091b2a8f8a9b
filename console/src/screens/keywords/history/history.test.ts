import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toImportedLayer } from './imported.ts';
import { toHistory, toPageChanges, type HistoryInput, type Series } from './history.ts';

const ROW = {
  keyword_id: 'kw_1',
  keyword: 'invoice app',
  engine: 'engine_a',
  channel: 'seo',
  device: 'desktop',
  location_code: 2840,
  language_code: 'en',
  target_page: null,
} as const;
const SCALES = { position_scale: 'organic', position_scale_pending: null } as const;
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];

/** As checks of 254 failed, none of 255 was made. */
const toReading = (byte: number) =>
  byte >= 254 ? null : { checked_at: '2026-11-01T02:00:00.000Z', checked_depth: 100, provider: 'provider', cost_usd: byte / 1_000 };

function toSeries(rows: Series['rows'], bytes: readonly number[], pages: Series['pages'] = null): Series {
  const span = {
    success: true,
    project_id: 'proj_1',
    time_zone: 'UTC',
    ...SCALES,
    from: '2026-11-01',
    to: '2026-11-04',
    total: rows.length,
  };
  return { ...span, days: DAYS, rows, values: btoa(String.fromCodePoint(...bytes)), pages, readings: bytes.map(toReading) };
}

const INPUT: HistoryInput = {
  tracked: { keywordId: 'kw_1', engine: 'engine_a', channel: 'seo' },
  own: toSeries(
    [
      { ...ROW, channel: 'local', domain: null },
      { ...ROW, domain: null },
    ],
    [9, 9, 9, 9, 4, 0, 254, 7],
    { list: ['https://own.example/a', 'https://own.example/b'], places: [null, null, null, null, 0, null, null, 1] },
  ),
  rivals: toSeries([{ ...ROW, domain: 'rival.example' }], [255, 2, 0, 3]),
  imported: toImportedLayer([], [], []),
  notes: [],
  failures: [],
  isLogarithmic: false,
  isWhole: false,
};

test('what was not found, failed or not measured is a gap, and says which', () => {
  const { spec } = toHistory(INPUT) ?? assert.fail('the keyword is not there');
  const [own, rival] = spec.lines;
  assert.deepEqual(own?.values, [4, null, null, 7]);
  assert.deepEqual(
    [1, 2].map((day) => own?.said?.(day)),
    ['not found', 'check failed'],
  );
  assert.deepEqual([...(spec.failedDays ?? [])], ['2026-11-03']);
  assert.deepEqual([...(spec.missedDays ?? [])], ['2026-11-02']);
  assert.deepEqual(rival?.values, [null, 2, null, 3]);
  assert.equal(rival?.said?.(0), 'not checked');
});

test('a day with a good check that also had a failed one says so, with each reason once', () => {
  const tried = { ...ROW, run_id: 'run_1', platform: ROW.engine, failed_at: '2026-11-04T10:00:00.000Z', provider: 'provider' };
  const failure = { ...tried, day: '2026-11-04', error: 'HTTP status 403' };
  const { spec } = toHistory({ ...INPUT, failures: [failure, { ...failure, run_id: 'run_2' }] }) ?? assert.fail('the keyword is not there');
  assert.equal(spec.lines[0]?.values[3], 7);
  assert.deepEqual([...(spec.failedDays ?? [])].toSorted(), ['2026-11-03', '2026-11-04']);
  assert.deepEqual([...(spec.failedWhy ?? [])], [['2026-11-04', 'HTTP status 403']]);
});

test('each position says what its own check cost', () => {
  const { spec } = toHistory(INPUT) ?? assert.fail('the keyword is not there');
  const price = (line: number) => spec.days.map((_, day) => spec.reading(day, line)?.costUsd);
  assert.deepEqual(
    [price(0), price(1)],
    [
      [0.004, 0, undefined, 0.007],
      [undefined, 0.002, 0, 0.003],
    ],
  );
});

test('another page than before is a dot', () => {
  assert.deepEqual(toHistory(INPUT)?.spec.dots, [{ lineId: 'own', day: '2026-11-04', text: 'https://own.example/b' }]);
  assert.deepEqual(toPageChanges(DAYS, ['a', null, 'a', 'b']), [{ day: '2026-11-04', page: 'b' }]);
});

test('a keyword that the answer does not have has no chart', () => {
  assert.equal(toHistory({ ...INPUT, tracked: { keywordId: 'kw_2', engine: null, channel: null } }), undefined);
});

test('the imported layer stands in the table and CSV with source, scale, row and seam, and without it there is no trace', () => {
  const point = { keyword_id: 'kw_1', engine: 'engine_a', channel: 'seo', domain: 'own.example', url: null, import_id: 'imp_1' } as const;
  const facts = {
    outcome: 'ranked',
    place: 6,
    depth: null,
    scale: 'organic',
    quality: 'measured',
    source: 'serpbear_database',
    row: 12,
  } as const;
  const days = [false, false, true, true];
  const imported = toImportedLayer(DAYS, [{ ...point, ...facts, date: '2026-11-02' }], days);
  const { spec } = toHistory({ ...INPUT, imported }) ?? assert.fail('the keyword is not there');
  assert.deepEqual(spec.besides, [
    {
      id: 'imported',
      title: 'Imported',
      values: [null, 'SerpBear, organic results, measured, row 12', 'seam: own checks from here on', null],
    },
  ]);
  assert.deepEqual(
    spec.lines.map(({ label, values }) => [label, values]),
    [
      ['Your best site', [4, null, null, 7]],
      ['rival.example', [null, 2, null, 3]],
      ['SerpBear, organic results', [null, 6, null, null]],
    ],
  );
  const without = toHistory(INPUT) ?? assert.fail('the keyword is not there');
  assert.equal(without.spec.besides, undefined);
  assert.equal(without.spec.lines.length, 2);
});
