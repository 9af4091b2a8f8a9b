import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANOMALIES_KNOWN_UNTIL, listAnomalies, warnOf } from './anomalies.ts';

const metricsOf = (...spans: readonly { from: string; to: string }[]) => warnOf(spans).map(({ metric }) => metric);

test('anomalies stand in their order, spoil something, and lie before the day until which they are known', () => {
  const all = listAnomalies();
  assert.ok(all.length > 0);
  assert.deepEqual(
    all.map(({ from }) => from),
    all.map(({ from }) => from).toSorted(),
  );
  for (const { from, to, metrics, name, reason, source } of all) {
    assert.match(`${from} ${to}`, /^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/u);
    assert.ok(from <= to && to <= ANOMALIES_KNOWN_UNTIL && metrics.length > 0, name);
    assert.ok(name !== '' && reason.endsWith('.') && URL.canParse(source), name);
  }
});

test('a comparison across 13 May 2025 warns of impressions, CTR and position, and not of clicks', () => {
  const spoiled = ['impressions', 'ctr', 'position'];
  assert.deepEqual(metricsOf({ from: '2025-05-13', to: '2025-05-19' }, { from: '2025-05-06', to: '2025-05-12' }), spoiled);
  assert.deepEqual(metricsOf({ from: '2026-04-28', to: '2026-05-04' }, { from: '2026-04-21', to: '2026-04-27' }), spoiled);
  assert.deepEqual(metricsOf({ from: '2025-05-06', to: '2025-05-12' }, { from: '2025-04-29', to: '2025-05-05' }), []);
  assert.deepEqual(metricsOf({ from: '2026-05-05', to: '2026-05-11' }, { from: '2026-04-28', to: '2026-05-04' }), []);
});
