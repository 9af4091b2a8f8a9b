import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCron } from './cron-words.ts';
import { listNext, parseCron } from './cron.ts';

const NOW = new Date('2026-11-23T10:30:00Z');
const next = (text: string, count = 2): string[] => listNext(text, NOW, count).map((date) => date.toISOString().slice(0, 19));

test('the next instants come after now, in order', () => {
  assert.deepEqual(next('0 2 * * *'), ['2026-11-24T02:00:00', '2026-11-25T02:00:00']);
  assert.deepEqual(next('30 10 * * *'), ['2026-11-24T10:30:00', '2026-11-25T10:30:00'], 'not now');
  assert.deepEqual(next('*/15 * * * *'), ['2026-11-23T10:45:00', '2026-11-23T11:00:00']);
  assert.deepEqual(next('0 4 * * 1'), ['2026-11-30T04:00:00', '2026-12-07T04:00:00']);
  assert.deepEqual(next('0 0 * * sun'), next('0 0 * * 7'));
  assert.deepEqual(next('0 0 29 2 *'), ['2028-02-29T00:00:00']);
  assert.deepEqual(next('20 30 10 23 nov *', 1), ['2026-11-23T10:30:20'], 'six fields begin with seconds');
  assert.deepEqual(next('0 0 31 2 *'), []);
});

test('a day fits when one of day and weekday does, where both are given', () => {
  assert.deepEqual(next('0 0 1 * 3', 3), ['2026-11-25T00:00:00', '2026-12-01T00:00:00', '2026-12-02T00:00:00']);
});

test('what is no cron text is not read', () => {
  for (const text of ['', 'x', '* * * *', '60 * * * *', '* 24 * * *', '*/0 * * * *', '5-1 * * * *', '* * * * 8', '* * * * * * *'])
    assert.equal(parseCron(text), undefined, text);
});

test('a cron text has words', () => {
  const words: Readonly<Record<string, string>> = {
    '0 2 * * *': 'at 02:00 every day (UTC)',
    '0 0 * * 0': 'at 00:00 on Sundays (UTC)',
    '0 4,16 * * 1-5': 'at 04:00 and 16:00 on weekdays (UTC)',
    '*/15 * * * *': 'every 15 minutes (UTC)',
    '* * * * *': 'every minute',
    '20 * * * *': 'at 20 minutes past every hour (UTC)',
    '*/10 8-17 * * *': 'every 10 minutes from 08:00 to 17:59 every day (UTC)',
    '0 6 1 * *': 'at 06:00 on day 1 of each month (UTC)',
    '0 6 1 1,7 *': 'at 06:00 on day 1 of January and July (UTC)',
    '0 6 * 2 *': 'at 06:00 every day in February (UTC)',
    '0 0 1 * 3': 'at 00:00 on Wednesdays or on day 1 of each month (UTC)',
    '*/10 * * * * *': 'every 10 seconds',
  };
  for (const [text, expected] of Object.entries(words)) assert.equal(describeCron(text), expected);
  assert.deepEqual([describeCron(null), describeCron('nonsense')], ['manual only', 'not a schedule: nonsense']);
});
