import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnknown } from './known-fields.ts';

/** The nearest known name that the problem of one unknown field names; undefined when it lists them. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [problem] = findUnknown({ [name]: 1 }, known);
  return /the nearest is (?<nearest>\w+)$/u.exec(problem?.message ?? '')?.groups?.['nearest'];
}

test('names the field that another spelling, another word or a slip means', () => {
  const gap = ['project_id', 'targets', 'location_code', 'dry_run', 'limit'];
  for (const [name, meant] of [
    ['dryRun', 'dry_run'],
    ['dry-run', 'dry_run'],
    ['DRY_RUN', 'dry_run'],
    ['dry_rnu', 'dry_run'],
    ['domain', 'targets'],
    ['locationCode', 'location_code'],
    ['country', 'location_code'],
    ['project', 'project_id'],
    ['colour', undefined],
    ['projectid', 'project_id'],
    ['limits', 'limit'],
  ] as const)
    assert.equal(nearest(name, gap), meant, name);
  assert.equal(nearest('project_id', ['sub', 'org', 'project_ids']), 'project_ids');
});

test('names every unknown field at once, and nothing of what every object has', () => {
  const problems = findUnknown(JSON.parse('{"a1":1,"__proto__":1,"constructor":1,"limit":1}') as object as Record<string, unknown>, [
    'limit',
  ]);
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['a1', '__proto__', 'constructor'],
  );
  assert.match(problems[0]?.message ?? '', /which has limit$/u);
});

test('a body of two thousand long names is answered at once', () => {
  const body = Object.fromEntries(Array.from({ length: 2000 }, (_none, at) => [`name_${at}_${'x'.repeat(60)}`, 1]));
  const startedAt = performance.now();
  assert.equal(findUnknown(body, ['limit', 'offset', 'dry_run']).length, 2000);
  assert.ok(performance.now() - startedAt < 1000);
});
