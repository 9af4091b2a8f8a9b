import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Timing } from '../digest.ts';
import { findNewestPeriod, findNextSend, findPeriodOf, listDuePeriods } from './next-send.ts';

const DAILY: Timing = { every: 'day', at: '07:00', weekday: null, dayOfMonth: null, timeZone: 'Europe/Berlin' };

function send(timing: Partial<Timing>, after: string): string {
  return findNextSend({ ...DAILY, ...timing }, new Date(after)).toISOString();
}

test('07:00 in Berlin stays 07:00 when clocks change', () => {
  assert.equal(send({}, '2026-03-28T06:00:00Z'), '2026-03-29T05:00:00.000Z');
  assert.equal(send({}, '2026-03-28T05:59:59Z'), '2026-03-28T06:00:00.000Z');
  assert.equal(send({}, '2026-10-24T05:00:00Z'), '2026-10-25T06:00:00.000Z');
});

test('a time that clocks skip comes when they were put forward, one that they show twice comes once', () => {
  assert.equal(send({ at: '02:30' }, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
  assert.equal(send({ at: '02:30' }, '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z');
  assert.equal(send({ at: '02:30' }, '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z');
});

test('places far from UTC have their own day', () => {
  assert.equal(send({ timeZone: 'Pacific/Kiritimati', at: '00:00' }, '2026-05-01T09:59:00Z'), '2026-05-01T10:00:00.000Z');
  assert.equal(send({ timeZone: 'Pacific/Pago_Pago', at: '23:00' }, '2026-05-01T09:59:00Z'), '2026-05-01T10:00:00.000Z');
});

test('the 31st is the last day of shorter months', () => {
  const monthly: Partial<Timing> = { every: 'month', dayOfMonth: 31, timeZone: 'UTC' };
  assert.equal(send(monthly, '2026-02-01T00:00:00Z'), '2026-02-28T07:00:00.000Z');
  assert.equal(send(monthly, '2028-02-01T00:00:00Z'), '2028-02-29T07:00:00.000Z');
  assert.equal(send(monthly, '2026-03-31T07:00:00Z'), '2026-04-30T07:00:00.000Z');
});

test('periods follow each other without a day between', () => {
  const weekly: Timing = { ...DAILY, every: 'week', weekday: 1 };
  assert.deepEqual(findNewestPeriod(weekly, new Date('2026-11-27T12:00:00Z')), { from: '2026-11-16', to: '2026-11-22' });
  assert.deepEqual(findPeriodOf(weekly, '2026-11-16'), { from: '2026-11-16', to: '2026-11-22' });
  assert.deepEqual(findPeriodOf(weekly, '2026-11-22'), { from: '2026-11-16', to: '2026-11-22' });
  const monthly: Timing = { ...DAILY, every: 'month', dayOfMonth: 1 };
  assert.deepEqual(findNewestPeriod(monthly, new Date('2026-11-27T12:00:00Z')), { from: '2026-10-01', to: '2026-10-31' });
});

test('what a downtime left out is listed, the newest last', () => {
  const [first, now] = [new Date('2026-03-25T06:00:00Z'), new Date('2026-04-03T20:00:00Z')];
  const periods = listDuePeriods(DAILY, { first, now, max: 400 });
  assert.deepEqual([periods.length, periods[0], periods.at(-1)?.to], [10, { from: '2026-03-24', to: '2026-03-24' }, '2026-04-02']);
  assert.equal(listDuePeriods(DAILY, { first, now, max: 3 }).length, 3);
});
