import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANDS, FAILED, NOT_FOUND, NOT_MEASURED } from '../position-bands.ts';
import { paintCells, toPixel, toRamp, type Ramp } from './paint.ts';

const COLORS = Object.fromEntries(BANDS.map(({ id }, at) => [id, `#0000${(at + 16).toString(16)}`]));
const ramp: Ramp = toRamp((band) => COLORS[band] ?? '');
const color = (band: string): number => toPixel(COLORS[band] ?? '');

test('a colour becomes a pixel', () => {
  assert.equal(toPixel('#102030').toString(16), 'ff302010');
  assert.equal(toPixel('#fa0').toString(16), 'ff00aaff');
});

test('cells are painted in the order of rows, blank where nothing was measured, hatched where checks failed', () => {
  const values = Uint8Array.of(1, NOT_MEASURED, NOT_FOUND, FAILED, 12, 253);
  const pixels = new Uint32Array(12);
  // Two rows of three days; each cell is two pixels wide and one high, and the rows stand the other way round.
  paintCells(pixels, { values, days: 3, order: Uint32Array.of(1, 0) }, { width: 6, height: 2, rowHeight: 1, top: 0 }, ramp);
  const row = (y: number): number[] => Array.from(pixels.subarray(y * 6, y * 6 + 6));
  assert.deepEqual(row(0), [color('failed'), color('failed'), color('top20'), color('top20'), color('below'), color('below')]);
  assert.deepEqual(row(1), [color('top3'), color('top3'), color('pending'), color('pending'), color('not_found'), color('not_found')]);
});

test('a scrolled picture begins in the middle of the rows, and ends in paper below the last', () => {
  const values = Uint8Array.of(1, 30);
  const pixels = new Uint32Array(10);
  paintCells(pixels, { values, days: 1, order: Uint32Array.of(0, 1) }, { width: 1, height: 10, rowHeight: 8, top: 8 }, ramp);
  assert.deepEqual([...pixels], [...Array(7).fill(color('top50')), ...Array(3).fill(color('pending'))]);
});
