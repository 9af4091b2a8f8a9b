import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDeclaredMetrics, listDocumentedMetrics } from '../support/documented-metrics.ts';

test('docs/diagnostics.md documents every metric that the sources make, once, and no other', () => {
  const declared = listDeclaredMetrics();
  assert.ok(declared.length > 20);
  assert.deepEqual(
    listDocumentedMetrics()
      .map(({ name }) => name)
      .toSorted(),
    declared,
  );
});

test('names follow the conventions of Prometheus', () => {
  for (const { name, type, labels } of listDocumentedMetrics()) {
    assert.match(name, /^(?:sightline|http_server|process)_[a-z][a-z_]*$/u);
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
    if (type === 'histogram') assert.match(name, /_seconds$/u);
    assert.doesNotMatch(name, /_(?:ms|milliseconds|minutes|kb|mb|count|sum|bucket)(?:_|$)/u);
    for (const label of labels) assert.match(label, /^[a-z][a-z_]*$/u, `${name} ${label}`);
  }
});
