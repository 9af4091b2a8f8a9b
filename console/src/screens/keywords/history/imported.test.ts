import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportedPoint } from '#client';
import { toImportedLayer, toSeamNote } from './imported.ts';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const POINT: ImportedPoint = {
  keyword_id: 'kw_1',
  engine: 'engine_a',
  channel: 'seo',
  domain: 'own.example',
  date: '2026-11-01',
  outcome: 'ranked',
  place: 6,
  scale: 'organic',
  depth: null,
  url: null,
  quality: 'as_reported',
  source: 'serpbear_database',
  import_id: 'imp_1',
  row: 12,
};

test('imported points are a line of their own, with their source, up to the first own check', () => {
  const points: ImportedPoint[] = [
    POINT,
    { ...POINT, domain: 'second.example', place: 4, row: 13 },
    { ...POINT, date: '2026-11-02', outcome: 'not_found', place: null, depth: 20 },
    { ...POINT, date: '2026-11-03', outcome: 'not_found', place: null },
  ];
  const layer = toImportedLayer(DAYS, points, [false, false, true, true]);
  const [line, ...others] = layer.lines;
  assert.deepEqual([others.length, line?.label], [0, 'SerpBear, organic results']);
  assert.deepEqual(line?.values, [4, null, null, null]);
  assert.deepEqual([1, 2, 3].map(line?.said ?? String), ['not found to 20', 'not found, depth unknown', 'nothing imported']);
  assert.equal(layer.sources[0], 'SerpBear, organic results, as reported, row 13');
  assert.equal(layer.sources[3], null);
  assert.equal(layer.seam, '2026-11-03');
  assert.equal(
    toSeamNote('2026-11-03', layer, { position: 6, rank_absolute: 9 }).text,
    'Seam: before it SerpBear, organic results, from here on your own checks: 6 of the organic results, 9 on the page',
  );
});

test('two scales are two lines, and there is no seam without own checks behind imported points', () => {
  const points: ImportedPoint[] = [POINT, { ...POINT, scale: 'unknown', place: 9, source: 'csv' }];
  const layer = toImportedLayer(
    DAYS,
    points,
    DAYS.map(() => false),
  );
  assert.deepEqual(
    layer.lines.map(({ label, values }) => [label, values[0]]),
    [
      ['SerpBear, organic results', 6],
      ['a CSV, a scale that is not known', 9],
    ],
  );
  assert.equal(layer.seam, undefined);
  assert.equal(
    toImportedLayer(
      DAYS,
      [],
      DAYS.map(() => true),
    ).seam,
    undefined,
  );
  assert.equal(
    toImportedLayer(
      DAYS,
      [POINT],
      DAYS.map(() => true),
    ).seam,
    undefined,
  );
});

test('the past of competitors has lines of their own, and the seam names the own programs alone', () => {
  const rival: ImportedPoint = { ...POINT, domain: 'rival.example', place: 2, source: 'serposcope_backup', row: 3 };
  const points = [rival, { ...rival, domain: 'other.example', place: 9 }];
  const measured = [false, false, true, true];
  const layer = toImportedLayer(DAYS, [POINT], measured, { points, domains: ['other.example', 'rival.example'] });
  assert.deepEqual(
    layer.lines.map(({ label, values }) => [label, values[0]]),
    [
      ['SerpBear, organic results', 6],
      ['rival.example: Serposcope, organic results', 2],
      ['other.example: Serposcope, organic results', 9],
    ],
  );
  assert.equal(new Set(layer.lines.map(({ color }) => color)).size, 3);
  assert.match(layer.sources[0] ?? '', /; rival\.example: Serposcope, organic results, as reported, row 3; other\.example: /u);
  assert.equal(toSeamNote('2026-11-03', layer, undefined).text, 'Seam: before it SerpBear, organic results, from here on your own checks');
});
