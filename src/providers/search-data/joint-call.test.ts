import assert from 'node:assert/strict';
import test from 'node:test';
import { makeJointCall } from './joint-call.ts';

test('the call is made once, when the last member has decided, for those who joined and in their order', async () => {
  const calls: (readonly string[])[] = [];
  const joint = makeJointCall(['a', 'b', 'c', 'd'], (joined) => {
    calls.push(joined);
    return Promise.resolve(joined.length);
  });
  const waiting = [joint.join('d'), joint.join('a')];
  joint.leave('b');
  await Promise.resolve();
  assert.deepEqual(calls, []);
  waiting.push(joint.join('c'));
  assert.deepEqual(await Promise.all(waiting), [3, 3, 3]);
  joint.leave('a');
  assert.deepEqual(calls, [['a', 'c', 'd']]);
});

test('a member that leaves last lets the others go', async () => {
  const joint = makeJointCall(['a', 'b'], (joined) => Promise.resolve(joined));
  const waiting = joint.join('a');
  joint.leave('b');
  assert.deepEqual(await waiting, ['a']);
});

test('nobody joins: nothing is called', async () => {
  let calls = 0;
  const joint = makeJointCall(['a', 'b'], () => Promise.resolve((calls += 1)));
  joint.leave('a');
  joint.leave('b');
  await Promise.resolve();
  assert.equal(calls, 0);
});

test('everyone who joined hears of the failure', async () => {
  const joint = makeJointCall(['a', 'b'], () => Promise.reject(new Error('cut')));
  const ends = await Promise.allSettled([joint.join('a'), joint.join('b')]);
  assert.deepEqual(
    ends.map((end) => end.status),
    ['rejected', 'rejected'],
  );
});
