import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#kernel/days.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { toDueDate, toNextCheck } from './due-time.ts';

function next(instant: string, interval: 'daily' | 'weekly' | 'monthly', timeZone: string): string | undefined {
  return toNextCheck(new Date(instant), interval, timeZone)?.toISOString();
}

test('a daily keyword is due at the next midnight of its project', () => {
  assert.equal(next('2026-11-21T15:30:00Z', 'daily', 'UTC'), '2026-11-22T00:00:00.000Z');
  assert.equal(next('2026-11-21T00:00:00Z', 'daily', 'UTC'), '2026-11-22T00:00:00.000Z');
  assert.equal(next('2026-11-21T15:30:00Z', 'daily', 'Europe/Berlin'), '2026-11-21T23:00:00.000Z');
  assert.equal(next('2026-11-21T23:30:00Z', 'daily', 'Europe/Berlin'), '2026-11-22T23:00:00.000Z');
  assert.equal(next('2026-11-21T15:30:00Z', 'daily', 'Pacific/Kiritimati'), '2026-11-22T10:00:00.000Z');
  assert.equal(next('2026-11-21T15:30:00Z', 'daily', 'Pacific/Pago_Pago'), '2026-11-22T11:00:00.000Z');
  assert.equal(next('2026-11-21T15:30:00Z', 'daily', 'Asia/Kathmandu'), '2026-11-21T18:15:00.000Z');
});

test('days of 23 and 25 hours, and days without a midnight, are one day each', () => {
  assert.equal(next('2026-03-28T12:00:00Z', 'daily', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  assert.equal(next('2026-03-29T12:00:00Z', 'daily', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z');
  assert.equal(next('2026-10-25T12:00:00Z', 'daily', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z');
  // In Cairo clocks go from 00:00 to 01:00 on the last Friday of April.
  assert.equal(next('2026-04-23T12:00:00Z', 'daily', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z');
  assert.equal(next('2026-04-24T12:00:00Z', 'daily', 'Africa/Cairo'), '2026-04-24T21:00:00.000Z');
});

test('weekly is the same weekday, monthly the same day or the last one of a shorter month', () => {
  assert.equal(next('2026-11-21T15:30:00Z', 'weekly', 'UTC'), '2026-11-28T00:00:00.000Z');
  assert.equal(next('2026-11-21T15:30:00Z', 'monthly', 'UTC'), '2026-12-21T00:00:00.000Z');
  assert.equal(next('2026-12-31T15:30:00Z', 'monthly', 'UTC'), '2027-01-31T00:00:00.000Z');
  assert.equal(next('2027-01-31T15:30:00Z', 'monthly', 'UTC'), '2027-02-28T00:00:00.000Z');
  assert.equal(next('2028-01-31T15:30:00Z', 'monthly', 'UTC'), '2028-02-29T00:00:00.000Z');
});

test('a manual keyword is never due', () => {
  assert.equal(toNextCheck(new Date('2026-11-21T15:30:00Z'), 'manual', 'UTC'), null);
});

test('the due date is the local day', () => {
  assert.equal(toDueDate(new Date('2026-11-21T23:30:00Z'), 'Europe/Berlin'), '2026-11-22');
  assert.equal(toDueDate(new Date('2026-11-21T05:30:00Z'), 'America/Los_Angeles'), '2026-11-20');
});

test('in every zone and at every moment the next daily check opens the following local day', () => {
  const zones = fc.constantFrom(
    'UTC',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Tehran',
  );
  const instants = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, zones, (instant, timeZone) => {
      const due = toNextCheck(instant, 'daily', timeZone);
      assert.ok(due !== null && due > instant);
      assert.ok(due.getTime() - instant.getTime() <= 25.5 * 3_600_000);
      assert.equal(toDueDate(new Date(due.getTime() - 1), timeZone), toDueDate(instant, timeZone));
      assert.notEqual(toDueDate(due, timeZone), toDueDate(instant, timeZone));
    }),
    { numRuns: 200 },
  );
});

test('a month later is in the next month, on the same day or its last one; a week later seven days on', () => {
  const instants = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kolkata'), (instant, timeZone) => {
      const today = toDueDate(instant, timeZone);
      const [year, month, day] = today.split('-').map(Number) as [number, number, number];
      const due = toDueDate(toNextCheck(instant, 'monthly', timeZone) as Date, timeZone);
      const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
      assert.equal(due.slice(0, 7), lastOfNext.slice(0, 7));
      assert.equal(Number(due.slice(8)), Math.min(day, Number(lastOfNext.slice(8))));
      assert.equal(toDueDate(toNextCheck(instant, 'weekly', timeZone) as Date, timeZone), addDays(today, 7));
    }),
    { numRuns: 200 },
  );
});

test('two dispatches a day, over years and in every zone, check once on each local day', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instants = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, zones, (begin, timeZone) => {
      const checked: Date[] = [];
      let due = begin;
      const seen = new Set<string>();
      const firstDay = Math.ceil(begin.getTime() / DAY_MS);
      for (let step = 0; step < 20; step += 1) {
        const instant = new Date((firstDay + Math.floor(step / 2)) * DAY_MS + (step % 2 === 0 ? 2 : 10) * HOUR_MS);
        seen.add(toDueDate(instant, timeZone));
        if (due > instant) continue;
        checked.push(instant);
        due = toNextCheck(instant, 'daily', timeZone) as Date;
      }
      assert.deepEqual(
        checked.map((instant) => toDueDate(instant, timeZone)),
        [...seen],
      );
    }),
    { numRuns: 60 },
  );
});
