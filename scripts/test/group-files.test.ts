import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFiles } from './group-files.ts';

const FILES = ['test/api/a.test.ts', 'test/api/b.test.ts', 'src/areas/c.test.ts', 'src/kernel/d.test.ts', 'src/telemetry/e.test.ts'];

test('what may share a process is taken by those that are free, the longest first', () => {
  const durations = { 'test/api/a.test.ts': 30, 'test/api/b.test.ts': 50, 'src/areas/c.test.ts': 4, 'src/kernel/d.test.ts': 25 };
  assert.deepEqual(groupFiles(FILES.slice(0, 4), durations), {
    own: [],
    queue: ['test/api/b.test.ts', 'test/api/a.test.ts', 'src/kernel/d.test.ts', 'src/areas/c.test.ts'],
    takers: 3,
  });
});

test('what needs a process of its own shares none', () => {
  const { own, queue } = groupFiles(FILES, {});
  assert.deepEqual(own, [['src/telemetry/e.test.ts']]);
  assert.deepEqual(queue.toSorted(), FILES.slice(0, 4).toSorted());
});

test('what never ran counts by where it is; no process is started for no file, and never more than run at once', () => {
  assert.deepEqual(groupFiles(['src/kernel/d.test.ts', 'test/api/a.test.ts'], {}).queue, ['test/api/a.test.ts', 'src/kernel/d.test.ts']);
  assert.equal(groupFiles(['test/api/a.test.ts'], {}).takers, 1);
  assert.deepEqual(groupFiles([], {}), { own: [], queue: [], takers: 0 });
  const many = Array.from({ length: 200 }, (_, at) => `test/api/${at}.test.ts`);
  assert.equal(groupFiles(many, {}).takers, 4);
});

test('what only computes comes first, in processes of its own, however short it is; what needs a process of its own keeps it', () => {
  const pure = new Set(['src/areas/c.test.ts', 'src/kernel/d.test.ts', 'src/telemetry/e.test.ts']);
  const { own, queue } = groupFiles(FILES, { 'test/api/a.test.ts': 50, 'src/areas/c.test.ts': 2, 'src/kernel/d.test.ts': 1 }, pure);
  assert.deepEqual(own, [['src/areas/c.test.ts'], ['src/kernel/d.test.ts'], ['src/telemetry/e.test.ts']]);
  assert.deepEqual(queue, ['test/api/a.test.ts', 'test/api/b.test.ts']);
});
