import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStored, lookAtPart, lookAtParts } from './fetched.ts';

test('what was not fetched of a domain is running, failed with its reason, or was never fetched', () => {
  const look = (status: 'pending' | 'in_progress' | 'complete' | 'failed', error: string | null = null) =>
    lookAtPart({ onboard_status: status, onboard_error: error, missing: ['properties'] }, 'properties');
  assert.deepEqual(look('failed', 'No answer'), { state: 'failed', reason: 'No answer' });
  assert.deepEqual(look('pending', 'Budget exceeded'), { state: 'failed', reason: 'Budget exceeded' });
  assert.deepEqual(
    [look('in_progress'), look('pending'), look('complete')].map(({ state }) => state),
    ['running', 'never', 'never'],
  );
  const known = { onboard_status: 'failed', onboard_error: 'No answer', missing: ['keywords'] } as const;
  assert.equal(lookAtPart({ ...known, missing: [...known.missing] }, 'properties').state, 'whole');
  assert.equal(lookAtParts({ ...known, missing: [...known.missing] }, ['backlinks', 'keywords']).state, 'failed');
  assert.equal(lookAtParts({ ...known, missing: [] }, ['backlinks', 'keywords']).state, 'whole');
});

test('a list says how much of all that there is it holds', () => {
  const list = { stored: 100, last_seen_at: null, fetched_at: null, rows_fetched: 100, cost_usd: 0.02 };
  const say = (changes: Partial<Parameters<typeof describeStored>[0]>): string =>
    describeStored({ ...list, status: 'complete', is_whole: false, rows_total: 3144, ...changes }, 'referring domains');
  assert.equal(say({}), '100 of 3,144 referring domains are listed by name.');
  assert.equal(say({ is_whole: true }), 'All 100 referring domains are listed by name.');
  assert.equal(say({ rows_total: null }), '100 of an unknown number of referring domains are listed by name.');
  assert.equal(say({ status: null, stored: 0 }), 'The referring domains have not been fetched.');
  assert.equal(say({ status: 'failed', stored: 0 }), 'The referring domains could not be fetched.');
  assert.equal(say({ status: 'running', stored: 7 }), 'The referring domains are being fetched: 7 so far.');
});
