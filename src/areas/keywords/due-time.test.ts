import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

test('over years, in every zone, weekly and monthly keep to their days, and dispatches twice a day miss no local day', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instants = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });
  const dayOf = (instant: Date, timeZone: string): number => Date.parse(toDueDate(instant, timeZone)) / 86_400_000;
  fc.assert(
    fc.property(instants, zones, (instant, timeZone) => {
      const weekly = toNextCheck(instant, 'weekly', timeZone) as Date;
      // A country that crosses the date line has a week of six days or of eight.
      assert.ok(Math.abs(dayOf(weekly, timeZone) - dayOf(instant, timeZone) - 7) <= 1);
      assert.ok(dayOf(new Date(weekly.getTime() - 1), timeZone) < dayOf(weekly, timeZone), 'a day begins');
      const monthly = toNextCheck(instant, 'monthly', timeZone) as Date;
      const [before, after] = [toDueDate(instant, timeZone), toDueDate(monthly, timeZone)];
      const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
      assert.equal(months(after) - months(before), 1);
      const lastDay = new Date(Date.UTC(Number(after.slice(0, 4)), Number(after.slice(5, 7)), 0)).getUTCDate();
      assert.equal(Number(after.slice(8)), Math.min(Number(before.slice(8)), lastDay));
    }),
    { numRuns: 100 },
  );

  fc.assert(
    fc.property(instants, zones, (begin, timeZone) => {
      const checked: Date[] = [];
      let due = begin;
      const seen = new Set<number>();
      for (let at = Math.ceil(begin.getTime() / 86_400_000) * 86_400_000, step = 0; step < 20; step += 1) {
        const instant = new Date(at + Math.floor(step / 2) * 86_400_000 + (step % 2 === 0 ? 2 : 10) * 3_600_000);
        seen.add(dayOf(instant, timeZone));
        if (due > instant) continue;
        checked.push(instant);
        due = toNextCheck(instant, 'daily', timeZone) as Date;
      }
      assert.deepEqual(
        checked.map((instant) => dayOf(instant, timeZone)),
        [...seen],
      );
    }),
    { numRuns: 60 },
  );
});
