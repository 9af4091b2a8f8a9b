import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEnd, describePassing } from './passed-days.ts';

const NOW = '2026-11-23T10:00:00Z';

test('while days pass it is said which day it is, and how far its checks are', () => {
  assert.equal(describePassing({ now: NOW, checks: { done: 62, total: 100 } }), 'Monday, Nov 23: 62 of 100 checks');
  assert.match(describePassing({ now: NOW, checks: null }), /^Monday, Nov 23: looking for/u);
});

test('at the end it is said what the days brought: good and failed checks, or none', () => {
  const end = { now: NOW, status: 'completed', error: null };
  const days = (checks: number, failed: number) => ({ ...end, output: { days: [{ checks, failed }] } });
  assert.equal(describeEnd(1, days(100, 0)), '1 day passed, it is Monday, Nov 23: 100 checks. The charts have a new day.');
  assert.match(describeEnd(7, days(98, 2)), /100 checks, 2 of them failed\. The charts have 7 new days\.$/u);
  assert.match(describeEnd(1, days(0, 0)), /No checks were due/u);
});

test('days that did not pass are not said to have', () => {
  const failed = { now: NOW, status: 'failed', error: 'The sandbox does not answer', output: null };
  assert.equal(describeEnd(7, failed), 'Not all of 7 days passed: The sandbox does not answer. It is Monday, Nov 23.');
});
