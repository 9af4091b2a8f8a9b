import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSpan, toAllowedDays, toComparedSpan } from './shown-span.ts';

const TODAY = '2026-11-20';

function allow(share: Partial<Parameters<typeof toAllowedDays>[0]>) {
  const parts = { range: 'fixed', fromDay: null, toDay: null, days: 28, ...share } as Parameters<typeof toAllowedDays>[0];
  return toAllowedDays(parts, TODAY);
}

test('a fixed share shows its days, and without a first or last one the last days until today', () => {
  const shown = { from: '2026-10-24', to: TODAY };
  assert.deepEqual(allow({}), { earliest: shown.from, latest: TODAY, shown });
  const october = { from: '2026-10-01', to: '2026-10-31' };
  assert.deepEqual(allow({ fromDay: october.from, toDay: october.to }), { earliest: october.from, latest: october.to, shown: october });
  assert.deepEqual(allow({ toDay: '2026-10-31', days: 1 }).shown, { from: '2026-10-31', to: '2026-10-31' });
  // Neither days to come nor an empty span.
  assert.deepEqual(allow({ fromDay: '2026-12-01', toDay: '2026-12-31' }).shown, { from: TODAY, to: TODAY });
});

test('a free share shows the last days, and allows readers to go back as far as it allows', () => {
  assert.deepEqual(allow({ range: 'free' }), { earliest: null, latest: TODAY, shown: { from: '2026-10-24', to: TODAY } });
  const bound = allow({ range: 'free', fromDay: '2026-11-01', toDay: '2026-11-10' });
  assert.deepEqual(bound, { earliest: '2026-11-01', latest: '2026-11-10', shown: { from: '2026-11-01', to: '2026-11-10' } });
});

test('days outside are refused, and those inside are shown', () => {
  const allowed = allow({ range: 'free', fromDay: '2026-11-01', toDay: '2026-11-15', days: 7 });
  assert.deepEqual(chooseSpan(allowed, {}), { from: '2026-11-09', to: '2026-11-15' });
  assert.deepEqual(chooseSpan(allowed, { from: '2026-11-01' }), { from: '2026-11-01', to: '2026-11-15' });
  assert.deepEqual(chooseSpan(allowed, { to: '2026-11-03' }), { from: '2026-11-01', to: '2026-11-03' });
  const bad: [object, string][] = [
    [{ from: '2026-10-31' }, 'from must be 2026-11-01 or later'],
    [{ to: '2026-11-16' }, 'to must be 2026-11-15 or earlier'],
    [{ to: '9999-12-31' }, 'to must be 2026-11-15 or earlier'],
    [{ from: '2026-11-05', to: '2026-11-04' }, 'to must not be before from'],
    [{ to: '2026-10-01' }, 'to must be 2026-11-01 or later'],
  ];
  for (const [asked, error] of bad) assert.throws(() => chooseSpan(allowed, asked), { error }, JSON.stringify(asked));
  assert.throws(() => chooseSpan(allow({ range: 'free' }), { from: '2020-01-01' }), { error: 'to must be at most 399 days after from' });
});

test('days are compared with as many before them, or with those of a year before', () => {
  const span = { from: '2026-11-01', to: '2026-11-07' };
  assert.equal(toComparedSpan(span, 'none'), null);
  assert.deepEqual(toComparedSpan(span, 'previous'), { from: '2026-10-25', to: '2026-10-31' });
  assert.deepEqual(toComparedSpan(span, 'year'), { from: '2025-11-01', to: '2025-11-07' });
});
