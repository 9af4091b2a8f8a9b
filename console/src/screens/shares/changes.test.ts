import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Share } from '#client';
import { describeState, toChanges, toOrder } from './changes.ts';

const SHARE: Share = {
  id: 'shr_1',
  project_id: 'proj_1',
  name: 'For the client',
  sections: ['overview', 'keywords'],
  filter: { device: 'mobile' },
  range: 'free',
  from: null,
  to: null,
  days: 14,
  compare: 'previous',
  has_password: true,
  expires_at: '2026-11-30T12:00:00.000Z',
  allow_csv: false,
  show_costs: false,
  show_annotations: true,
  frame_hosts: ['example.com'],
  views_count: 3,
  last_viewed_at: null,
  revoked_at: null,
  created_by: 'owner',
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};

test('what of a share is changed is sent, and nothing else', () => {
  const order = toOrder(SHARE);
  assert.deepEqual(toChanges(SHARE, order), {});
  assert.deepEqual(toChanges(SHARE, { ...order, password: '' }), {}, 'a password that is not typed stays');
  assert.deepEqual(toChanges(SHARE, { ...order, password: null, expires_at: null }), { password: null, expires_at: null });
  assert.deepEqual(toChanges(SHARE, { ...order, name: 'For all', filter: {}, frame_hosts: [] }), {
    name: 'For all',
    filter: {},
    frame_hosts: [],
  });
});

test('says until when a share is open, and how', () => {
  const [before, after] = [new Date('2026-11-30T11:59:59Z'), new Date('2026-11-30T12:00:00Z')];
  assert.equal(describeState(SHARE, before), 'until Nov 30, 2026, 12:00, password protected');
  assert.equal(describeState(SHARE, after), 'expired Nov 30, 2026, 12:00');
  assert.equal(describeState({ ...SHARE, revoked_at: '2026-11-02T08:00:00.000Z' }, after), 'ended Nov 2, 2026, 08:00');
  assert.equal(describeState({ ...SHARE, expires_at: null, has_password: false }, after), 'open');
});
