import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeThrottle } from './throttle.ts';

test('a name runs at once, then once per interval however often it is asked for, and names do not wait for each other', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const runs: string[] = [];
  const ask = makeThrottle(1000, (name) => runs.push(name));
  for (const name of ['a', 'a', 'a', 'b']) ask(name);
  assert.deepEqual(runs, ['a', 'b']);
  mock.timers.tick(1000);
  assert.deepEqual(runs, ['a', 'b', 'a']);
  mock.timers.tick(5000);
  assert.deepEqual(runs, ['a', 'b', 'a']);
  ask('a');
  assert.deepEqual(runs, ['a', 'b', 'a', 'a']);
});
