import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countByMinute } from './calls-by-minute.ts';

test('calls are counted by minute and host, minutes without a call too', () => {
  const now = Date.parse('2026-11-23T10:02:30Z');
  const call = (text: string, host: string) => ({ ts: Date.parse(`2026-11-23T${text}Z`), host });
  const minutes = countByMinute([call('10:00:01', 'a'), call('10:00:59', 'a'), call('10:02:00', 'b'), call('09:00:00', 'a')], now, 3);
  assert.deepEqual(
    minutes.map(({ label, counts }) => [label, Object.fromEntries(counts)]),
    [
      ['10:00', { a: 2 }],
      ['10:01', {}],
      ['10:02', { b: 1 }],
    ],
  );
});
