import assert from 'node:assert/strict';
import test from 'node:test';
import { defineCounter } from '#kernel/telemetry/measure.ts';
import { makeMetrics } from './metrics.ts';

test('an instrument keeps 2,000 combinations of labels and counts the rest together', async (t) => {
  const metrics = makeMetrics();
  t.after(() => metrics.close());
  const counter = defineCounter('sightline_many_total', 'Many');
  for (let at = 0; at < 3_000; at += 1) counter.add(1, { at: String(at) });
  const lines = (await metrics.read()).split('\n').filter((line) => line.startsWith('sightline_many_total{'));
  assert.equal(lines.length, 2_000);
  assert.deepEqual(
    lines.filter((line) => line.includes('otel_metric_overflow')),
    ['sightline_many_total{otel_metric_overflow="true"} 1001'],
  );
});

test('an instrument that was used before there was a meter counts in each that comes', async () => {
  const counter = defineCounter('sightline_again_total', 'Again');
  counter.add(5);
  for (const amount of [1, 2]) {
    const metrics = makeMetrics();
    counter.add(amount);
    assert.match(await metrics.read(), new RegExp(`^sightline_again_total ${amount}$`, 'mu'));
    await metrics.close();
  }
});

test('a store that does not answer leaves its figures out and the rest there', async (t) => {
  const metrics = makeMetrics('worker');
  t.after(() => metrics.close());
  metrics.meter.createObservableGauge('sightline_silent').addCallback(() => Promise.reject(new Error('away')));
  const text = await metrics.read();
  assert.match(text, /^sightline_info\{.*role="worker".*\} 1$/mu);
  assert.doesNotMatch(text, /sightline_silent\b.*\d$/mu);
  assert.doesNotMatch(text, /otel_scope|target_info/u);
});
