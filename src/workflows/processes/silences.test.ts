import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSilences } from './silences.ts';

test('a silence is as long as the looks in a row that showed the same heartbeat', () => {
  const silences = makeSilences();
  const look = (beats: Record<string, string>): Record<string, number> =>
    Object.fromEntries(silences.look(Object.entries(beats).map(([executorId, beat]) => ({ executorId, beat }))));
  assert.deepEqual(look({ a: '10:00', b: '10:00' }), { a: 0, b: 0 }, 'however long ago that is: we have not been looking');
  assert.deepEqual(look({ a: '10:00', b: '10:02' }), { a: 1, b: 0 });
  assert.deepEqual(look({ a: '10:00', b: '10:02' }), { a: 2, b: 1 });
  assert.deepEqual(look({ a: '10:06' }), { a: 0 }, 'it beats again');
  assert.deepEqual(look({ a: '10:06', b: '10:02' }), { a: 1, b: 0 }, 'it was gone meanwhile');
});
