import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayWhen } from '#screens/schedules/say-when.ts';
import { sayDigests, sayPeriod, sayRecipients, sayRun, sayScope } from './say-digest.ts';

const AT = { at: '07:00', time_zone: 'Europe/Berlin', weekday: null, day_of_month: null };
const NAMES = new Map([
  ['proj_1', 'Shop'],
  ['proj_2', 'Blog'],
]);

test('says when a digest is sent', () => {
  assert.equal(sayWhen({ ...AT, every: 'day' }), 'each day at 07:00 (Europe/Berlin)');
  assert.equal(sayWhen({ ...AT, every: 'week', weekday: 5 }), 'each Friday at 07:00 (Europe/Berlin)');
  assert.equal(sayWhen({ ...AT, every: 'month', day_of_month: 31 }), 'on day 31 of each month at 07:00 (Europe/Berlin)');
});

test('says what it is about, and who gets it', () => {
  assert.equal(sayScope({ kind: 'organization' }, NAMES), 'all projects');
  assert.equal(sayScope({ kind: 'projects', project_ids: ['proj_1', 'proj_2'] }, NAMES), 'Shop and Blog');
  assert.equal(sayScope({ kind: 'client', project_ids: ['proj_1'] }, NAMES), 'Shop, as clients see it');
  const states = [{ address: 'a@example.com', state: 'waiting', since: null, reason: null } as const];
  assert.equal(sayRecipients({ recipients: { addresses: [], channel_ids: [] }, address_states: [] }), 'no one yet');
  assert.equal(
    sayRecipients({ recipients: { addresses: ['a@example.com'], channel_ids: ['chn_1'] }, address_states: states }),
    '1 address and 1 channel; 1 waits for confirmation',
  );
});

test('says why a period was left out or failed', () => {
  assert.equal(sayRun({ status: 'skipped', reason: 'nothing moved' }), 'left out: nothing moved');
  assert.equal(sayRun({ status: 'sent', reason: null }), 'sent');
  assert.equal(sayPeriod({ from: '2026-11-20', to: '2026-11-20' }), 'Nov 20, 2026');
});

test('begins with what comes next, and with what failed', () => {
  assert.equal(sayDigests([], 0), 'There is no digest yet.');
  const off = { name: 'Weekly', next_run_at: null, last_run: null };
  assert.equal(sayDigests([off], 1), '1 digest, switched off.');
  const last = { at: '2026-11-23T06:00:00Z', status: 'failed', reason: 'no mail server', period: { from: '', to: '' } } as const;
  const failed = { ...off, next_run_at: '2026-11-30T06:00:00Z', last_run: last };
  assert.equal(sayDigests([failed], 1), '1 digest; the next one goes Nov 30, 2026, 06:00 UTC. The last run of Weekly failed.');
});
