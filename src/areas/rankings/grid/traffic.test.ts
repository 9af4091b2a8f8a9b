import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toVoice } from '../reports/share-of-voice.ts';
import type { Grid } from './build-grid.ts';
import { sumTraffic, toTraffic } from './traffic.ts';

const VOLUME = 1_000;

test('a position brings its part of the searches, and what was looked for and not found brings none', () => {
  const visits = toTraffic({ status: 'ranked', position: 1, volume: VOLUME });
  assert.equal(visits, Math.round(VOLUME * toVoice(1) * 10) / 10);
  assert.equal(visits, 192.8);
  assert.equal(toTraffic({ status: 'ranked', position: 2, volume: VOLUME }), 96.4);
  assert.equal(toTraffic({ status: 'ranked', position: 101, volume: VOLUME }), 0);
  assert.equal(toTraffic({ status: 'not_found', position: null, volume: VOLUME }), 0);
});

test('visits are not known without a volume, a check or a good newest check, and never 0 then', () => {
  assert.equal(toTraffic({ status: 'ranked', position: 1, volume: null }), null);
  assert.equal(toTraffic({ status: 'pending', position: null, volume: VOLUME }), null);
  assert.equal(toTraffic({ status: 'failed', position: 3, volume: VOLUME }), null);
});

test('a keyword of several devices counts once, and what is not counted is said', () => {
  const columns = {
    keyword: ['chairs', 'chairs', 'tables', 'lamps', 'desks'],
    locationCode: [2840, 2840, 2840, 2840, 2840],
    languageCode: [0, 0, 0, 0, 0],
    volume: [VOLUME, VOLUME, 10, null, 10],
    traffic: [192.8, 96.4, 0, null, null],
  } as unknown as Grid['columns'];
  assert.deepEqual(sumTraffic({ columns }), { visits: 144.6, keywords: 2, withoutVolume: 1, withoutOutcome: 1 });
  assert.equal(sumTraffic({ columns: { ...columns, traffic: columns.traffic.map(() => null) } }).visits, null);
});
