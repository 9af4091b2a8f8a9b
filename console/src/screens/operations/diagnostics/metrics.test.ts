import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetric } from './metrics.ts';

const TEXT = '# HELP rows Rows\n# TYPE rows gauge\nrows 7\nshipped_total{table="a"} 9\nshipped_total{table="b c"} 1.5\nrows_more 3\n';

test('a metric is read by its whole name, over all its labels', () => {
  assert.deepEqual(
    ['rows', 'shipped_total', 'none'].map((name) => readMetric(TEXT, name)),
    [7, 10.5, undefined],
  );
});
