import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayNothingOpen, sayOpen } from './say-judged.ts';

const ON = [{ enabled: true }, { enabled: true }, { enabled: false }];
const ROUND = { day: '2026-11-27', evaluated_at: '2026-11-27T08:12:00Z', checks: 180, failed: 0 };

test('that nothing fired is said of what was judged, and when', () => {
  const { title, text } = sayNothingOpen({ rules: ON, round: ROUND });
  assert.equal(title, 'Nothing fired');
  assert.equal(text, '2 rules judged 180 checks of Nov 27, 2026 at 08:12 UTC.');
});

test('of what was not judged it is not said', () => {
  assert.equal(sayNothingOpen({ rules: [], round: null }).title, 'No rules yet');
  assert.equal(sayNothingOpen({ rules: [{ enabled: false }], round: ROUND }).title, 'All rules are switched off');
  assert.equal(sayNothingOpen({ rules: ON, round: null }).title, 'Not judged yet');
  assert.match(sayNothingOpen({ rules: ON, round: undefined }).text, /not known/u);
  assert.equal(sayNothingOpen({ rules: ON, round: { ...ROUND, failed: 36 } }).title, 'Not known');
});

test('what is open says how much of it is critical and unseen', () => {
  const seen = { at: '', by: 'Ada', note: null };
  assert.equal(
    sayOpen(
      [
        { severity: 'critical', acknowledged: null },
        { severity: 'info', acknowledged: seen },
      ],
      2,
    ),
    '2 alerts are open, 1 of them critical. 1 waits for a look.',
  );
  assert.equal(sayOpen([{ severity: 'info', acknowledged: seen }], 1), '1 alert is open. Each was acknowledged.');
});
