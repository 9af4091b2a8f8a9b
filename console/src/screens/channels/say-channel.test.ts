import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayChannels, sayLast, sayQuiet, sayState, sayTakes, sayTested } from './say-channel.ts';

const ALL = ['alert.fired', 'alert.more', 'alert.resolved', 'digest', 'channel.failing', 'search_console'];

test('says what a channel takes', () => {
  assert.equal(sayTakes({ events: ALL, min_severity: 'info' }), 'alerts, digests, channels that fail and faults of Search Console');
  assert.equal(sayTakes({ events: ['alert.fired', 'digest'], min_severity: 'warning' }), 'new alerts from warning on and digests');
  assert.equal(sayTakes({ events: ['alert.fired'], min_severity: 'critical' }), 'new alerts, only critical ones');
  assert.equal(sayTakes({ events: ['digest'], min_severity: 'critical' }), 'digests');
});

test('says quiet hours in words', () => {
  const quiet = { from: '22:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7], critical_passes: false };
  assert.equal(sayQuiet(null, 'UTC'), 'none');
  assert.equal(sayQuiet(quiet, 'Europe/Berlin'), '22:00 to 08:00 (Europe/Berlin)');
  assert.equal(
    sayQuiet({ ...quiet, days: [1, 2, 3, 4, 5], critical_passes: true }, 'UTC'),
    '22:00 to 08:00 and all weekend (UTC); critical ones pass',
  );
  assert.equal(sayQuiet({ ...quiet, days: [1, 2, 3, 4, 6, 7] }, 'UTC'), '22:00 to 08:00 and all of Friday (UTC)');
});

test('says the state with its cause, and what became of the last message', () => {
  assert.equal(sayState({ state: 'on', state_reason: null }), 'on');
  assert.equal(sayState({ state: 'failing', state_reason: 'HTTP 500' }), 'failing: HTTP 500');
  assert.equal(sayLast({ last_delivery: null }), 'nothing sent yet');
  const failed = { at: '2026-11-20T10:00:00Z', status: 'failed', error: 'HTTP 404' };
  assert.equal(sayLast({ last_delivery: failed }), 'given up Nov 20, 2026, 10:00: HTTP 404');
});

test('never takes a test for arrived that nothing is known of', () => {
  const at = '2026-11-20T10:00:00Z';
  assert.equal(sayTested({ tested: null }), 'never tested');
  assert.equal(sayTested({ tested: { at, arrived: null } }), 'tested Nov 20, 2026, 10:00, not known whether it arrived');
  assert.equal(sayTested({ tested: { at, arrived: false } }), 'did not arrive Nov 20, 2026, 10:00');
});

test('begins with what fails', () => {
  assert.equal(sayChannels([], 0), 'Messages go to the inbox alone: there is no channel yet.');
  assert.equal(sayChannels([{ state: 'on', name: 'Bot' }], 1), '1 channel, none of them failing.');
  const channels = [{ state: 'failing', name: 'Bot' } as const, { state: 'off', name: 'Team' } as const];
  assert.equal(sayChannels(channels, 2), 'Bot does not take messages; 2 channels in total.');
});
