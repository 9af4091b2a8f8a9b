import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayNextCheck, sayOneCheck } from './next-check.ts';

const NOW = new Date('2026-11-23T22:30:00Z');

test('the next check is named by the day of the project', () => {
  assert.equal(sayNextCheck('2026-11-24T02:00:00Z', NOW, 'UTC'), 'tomorrow');
  assert.equal(sayNextCheck('2026-11-24T02:00:00Z', NOW, 'Europe/Berlin'), 'tomorrow');
  assert.equal(sayNextCheck('2026-11-23T23:30:00Z', NOW, 'Europe/Berlin'), 'tomorrow');
  assert.equal(sayNextCheck('2026-11-24T02:00:00Z', NOW, 'America/New_York'), 'today');
  assert.equal(sayNextCheck(NOW.getTime() - 1, NOW, 'UTC'), 'today');
  assert.match(sayNextCheck('2026-11-30T00:00:00Z', NOW, 'UTC') ?? '', /^on Nov/u);
});

test('without a planned check nothing is promised', () => {
  assert.equal(sayNextCheck(null, NOW, 'UTC'), undefined);
  assert.match(sayOneCheck(undefined), /none is planned/u);
  assert.match(sayOneCheck('tomorrow'), /fills in after the next one, tomorrow\.$/u);
});
