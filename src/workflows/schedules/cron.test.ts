import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNextInstant, isCron } from './cron.ts';

const GOOD = [
  '0 2 * * *',
  '0 0 * * 0',
  '0 0 * * 7',
  '@daily',
  '*/10 * * * * *',
  '0 0 29 2 *',
  '0 0 L * *',
  '0 0 * * FRI#2',
  '0 9 * * MON-FRI',
  ' 0  2 * * * ',
];
/** The last ones only one of the two readers takes. */
const BAD = [
  '',
  'daily',
  '* * * *',
  '60 * * * *',
  '0 24 * * *',
  '* * * * 8',
  '*/0 * * * *',
  '0 0 30 2 *',
  '0 0 0 1 1 * 2030',
  '2030-01-01T00:00:00',
  '0 22-2 * * *',
  '0 0 1 january *',
  '*/61 * * * *',
  '@reboot',
];

test('a cron text is one that both readers take, and whose time comes', () => {
  assert.deepEqual(
    GOOD.filter((text) => !isCron(text)),
    [],
  );
  assert.deepEqual(BAD.filter(isCron), []);
});

test('the next instant is in UTC and after the given one', () => {
  const next = (cron: string, after: string): string | undefined => findNextInstant(cron, new Date(after))?.toISOString();
  assert.equal(next('0 2 * * *', '2026-11-21T01:59:59.999Z'), '2026-11-21T02:00:00.000Z');
  assert.equal(next('0 2 * * *', '2026-11-21T02:00:00.000Z'), '2026-11-22T02:00:00.000Z');
  assert.equal(next('0 0 * * 0', '2026-11-21T12:00:00Z'), '2026-11-22T00:00:00.000Z');
  assert.equal(next('0 0 29 2 *', '2026-11-21T12:00:00Z'), '2028-02-29T00:00:00.000Z');
  assert.equal(next('30 2 * * *', '2027-03-28T00:00:00Z'), '2027-03-28T02:30:00.000Z', 'no clock changes in UTC');
  assert.equal(next('0 0 13 * 5', '2026-11-21T12:00:00Z'), '2026-11-27T00:00:00.000Z', 'either day is enough');
});
