import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFiles } from './group-files.ts';

const FILES = ['test/api/a.test.ts', 'test/api/b.test.ts', 'src/areas/c.test.ts', 'src/kernel/d.test.ts', 'src/telemetry/e.test.ts'];

test('groups are of about equal length, the longest first, and each in the order of its paths', () => {
  const durations = { 'test/api/a.test.ts': 50, 'test/api/b.test.ts': 30, 'src/areas/c.test.ts': 25, 'src/kernel/d.test.ts': 4 };
  assert.deepEqual(groupFiles(FILES.slice(0, 4), durations), [
    ['test/api/a.test.ts'],
    ['test/api/b.test.ts'],
    ['src/areas/c.test.ts', 'src/kernel/d.test.ts'],
  ]);
});

test('what needs a process of its own shares none', () => {
  const groups = groupFiles(FILES, {});
  assert.deepEqual(groups.flat().toSorted(), FILES.toSorted());
  assert.ok(groups.some((files) => files.join() === 'src/telemetry/e.test.ts'));
});

test('what never ran counts by where it is; no group is empty, and none is made for no file', () => {
  assert.deepEqual(groupFiles(['src/kernel/d.test.ts', 'test/api/a.test.ts'], {}), [['test/api/a.test.ts'], ['src/kernel/d.test.ts']]);
  assert.deepEqual(groupFiles(['test/api/a.test.ts'], {}), [['test/api/a.test.ts']]);
  assert.deepEqual(groupFiles([], {}), []);
});

test('what only computes comes first, in processes of its own, however short it is; what needs a process of its own keeps it', () => {
  const pure = new Set(['src/areas/c.test.ts', 'src/kernel/d.test.ts', 'src/telemetry/e.test.ts']);
  const groups = groupFiles(FILES, { 'test/api/a.test.ts': 50, 'src/areas/c.test.ts': 2, 'src/kernel/d.test.ts': 1 }, pure);
  assert.deepEqual(groups.slice(0, 3), [['src/areas/c.test.ts'], ['src/kernel/d.test.ts'], ['test/api/a.test.ts']]);
  assert.deepEqual(groups.flat().toSorted(), FILES.toSorted());
  assert.ok(groups.some((files) => files.join() === 'src/telemetry/e.test.ts'));
});
