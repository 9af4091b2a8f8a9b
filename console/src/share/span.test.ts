import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSpanDays, toPreset, toSpan } from './span.ts';

const shown = { from: '2026-10-24', to: '2026-11-20' };
const free = { range: 'free', earliest: '2026-09-01', latest: '2026-11-20', shown } as const;

test('a share with fixed days shows them, whatever the address says', () => {
  assert.deepEqual(toSpan({ ...free, range: 'fixed' }, { from: '2026-11-01', to: '2026-11-02' }), shown);
});

test('days of the address are taken as far as the share allows them', () => {
  assert.deepEqual(toSpan(free, { from: '2026-11-01', to: '2026-11-02' }), { from: '2026-11-01', to: '2026-11-02' });
  assert.deepEqual(toSpan(free, { from: '2026-01-01', to: '2027-01-01' }), { from: '2026-09-01', to: '2026-11-20' });
  assert.equal(countSpanDays(toSpan({ ...free, earliest: null }, { from: '1990-01-01', to: '2026-11-20' })), 400);
});

test('what is no span leads to the days of the share', () => {
  for (const asked of [
    { from: null, to: null },
    { from: '2026-11-01', to: null },
    { from: 'yesterday', to: '2026-11-02' },
    { from: '2026-11-09', to: '2026-11-02' },
    { from: '2026-02-30', to: '2026-11-02' },
  ])
    assert.deepEqual(toSpan(free, asked), shown, JSON.stringify(asked));
});

test('a preset ends with the last day', () => {
  assert.deepEqual(toPreset(free, 7), { from: '2026-11-14', to: '2026-11-20' });
  assert.deepEqual(toPreset(free, 365), { from: '2026-09-01', to: '2026-11-20' });
});
