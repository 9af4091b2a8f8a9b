import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLook } from './looks.ts';

const NEVER = { from: null, until: null, cost_usd: null, last_attempt_at: null, last_outcome: null, last_message: null };
const MONDAY = '2026-11-30T04:00:00.000Z';
const LOOKED = {
  from: '2026-11-02',
  until: MONDAY,
  cost_usd: 0.06,
  last_attempt_at: MONDAY,
  last_outcome: 'looked',
  last_message: null,
} as const;

test('the time that counts of new and lost links are of is said, and that nothing is known of the rest', () => {
  const say = (look: Parameters<typeof describeLook>[0]): string => describeLook(look, '2026-11-02T00:00:00.000Z');
  assert.equal(say({ ...LOOKED, status: 'looked' }), 'New and lost from Nov 2, 2026 to Nov 30, 2026, the last check.');
  assert.match(say({ ...LOOKED, status: 'partly_looked' }), /Nothing is known about the time before and after\.$/u);
  assert.match(say({ ...NEVER, status: 'not_looked' }), /^Not checked since Nov 2, 2026: nothing is known about that time/u);
  const refused = { ...NEVER, status: 'not_looked', last_attempt_at: MONDAY, last_outcome: 'over_budget', last_message: null } as const;
  assert.match(say(refused), /The check on Nov 30, 2026 returned nothing: a budget did not allow it$/u);
});
