import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillGauge } from './fill.ts';

test('what is reserved comes on top of what is spent, and the ring is never fuller than full', () => {
  assert.deepEqual(fillGauge({ spent: 40, reserved: 10, limit: 100 }), { spent: 40, total: 50, percent: 50, isNear: false, isOver: false });
  assert.deepEqual(fillGauge({ spent: 150, reserved: 30, limit: 100 }), {
    spent: 100,
    total: 100,
    percent: 180,
    isNear: true,
    isOver: true,
  });
});

test('without a limit nothing is filled, and a limit of 0 is used up', () => {
  assert.equal(fillGauge({ spent: 5, reserved: 0, limit: null }).total, 0);
  assert.deepEqual(fillGauge({ spent: 0, reserved: 0, limit: 0 }), { spent: 100, total: 100, percent: 100, isNear: true, isOver: true });
});
