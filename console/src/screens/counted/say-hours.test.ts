import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayOpenHours, toHourName } from './say-hours.ts';

const hour = (at: string, state: 'final' | 'partial') => ({ hour: at, clicks: 1, impressions: 2, ctr: 0.5, position: 1, state });
const [EARLY, LATE] = ['2026-11-20T07:00:00-08:00', '2026-11-21T09:00:00-08:00'];

test('says from which hour on Google still counts, and nothing is open where it says so of none', () => {
  assert.equal(toHourName(EARLY), '07:00');
  const mixed = sayOpenHours({ first_incomplete_hour: LATE, hours: [hour(EARLY, 'final'), hour(LATE, 'partial')] });
  assert.match(mixed, /From Nov 21, 2026, 09:00 on Google still counts/u);
  assert.match(
    sayOpenHours({ first_incomplete_hour: EARLY, hours: [hour(EARLY, 'partial'), hour(LATE, 'partial')] }),
    /counts all of them/u,
  );
  assert.match(sayOpenHours({ first_incomplete_hour: null, hours: [hour(EARLY, 'final')] }), /None of them is still counted/u);
});
