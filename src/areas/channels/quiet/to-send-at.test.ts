import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quiet } from '../channel.ts';
import { toSendAt } from './to-send-at.ts';

const NIGHT: Quiet = { from: '22:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7], critical_passes: true };
const at = (iso: string, quiet: Quiet = NIGHT, zone = 'Europe/Berlin'): string => toSendAt(new Date(iso), quiet, zone).toISOString();

test('what happens in quiet hours waits for their end on the local clock, also when clocks change', () => {
  // Winter time begins on 25 October 2026 at 03:00 local, summer time on 29 March 2026 at 02:00.
  assert.equal(at('2026-10-24T20:30:00Z'), '2026-10-25T07:00:00.000Z');
  assert.equal(at('2026-10-25T00:30:00Z'), '2026-10-25T07:00:00.000Z');
  assert.equal(at('2026-10-25T01:30:00Z'), '2026-10-25T07:00:00.000Z');
  assert.equal(at('2026-03-28T21:30:00Z'), '2026-03-29T06:00:00.000Z');
  assert.equal(at('2026-03-29T01:30:00Z'), '2026-03-29T06:00:00.000Z');
  assert.equal(at('2026-07-01T20:00:00Z'), '2026-07-02T06:00:00.000Z');
  assert.equal(at('2026-07-01T23:00:00Z', NIGHT, 'UTC'), '2026-07-02T08:00:00.000Z');
});

test('what happens outside of them goes at once, to the minute', () => {
  for (const iso of ['2026-07-01T06:00:00.000Z', '2026-07-01T19:59:59.999Z', '2026-10-25T07:00:00.000Z']) assert.equal(at(iso), iso);
  assert.notEqual(at('2026-07-01T05:59:59.999Z'), '2026-07-01T05:59:59.999Z');
});

test('an end that the clock leaves out is the first minute after it', () => {
  assert.equal(at('2026-03-29T00:30:00Z', { ...NIGHT, to: '02:30' }), '2026-03-29T01:00:00.000Z');
});

test('days that are no working days are quiet from their first minute to their last', () => {
  const working: Quiet = { ...NIGHT, days: [1, 2, 3, 4, 5] };
  // Friday night, Saturday noon, Sunday night.
  assert.equal(at('2026-07-03T21:00:00Z', working), '2026-07-06T06:00:00.000Z');
  assert.equal(at('2026-07-04T10:00:00Z', working), '2026-07-06T06:00:00.000Z');
  assert.equal(at('2026-07-05T21:59:00Z', working), '2026-07-06T06:00:00.000Z');
  // Without hours over midnight a working day begins at midnight.
  const noon: Quiet = { ...working, from: '12:00', to: '13:00' };
  assert.equal(at('2026-07-04T10:00:00Z', noon), '2026-07-05T22:00:00.000Z');
  assert.equal(at('2026-07-06T10:30:00Z', noon), '2026-07-06T11:00:00.000Z');
  assert.equal(at('2026-07-07T10:00:00Z', { ...noon, days: [2] }), '2026-07-07T11:00:00.000Z');
  assert.equal(at('2026-07-08T10:00:00Z', { ...noon, days: [2] }), '2026-07-13T22:00:00.000Z');
});

test('every minute of a year is sent when it is open, and not later than it must be', () => {
  const working: Quiet = { ...NIGHT, from: '18:30', to: '09:15', days: [1, 3, 5] };
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 7 * 3_600_000 + 60_000) {
      const sent = toSendAt(new Date(ms), working, zone);
      assert.ok(sent.getTime() >= ms);
      assert.equal(toSendAt(sent, working, zone).getTime(), sent.getTime());
      if (sent.getTime() > ms)
        assert.notEqual(toSendAt(new Date(sent.getTime() - 60_000), working, zone).getTime(), sent.getTime() - 60_000);
    }
});
