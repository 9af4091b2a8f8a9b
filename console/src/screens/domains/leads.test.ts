import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayDomain, sayDomains } from './leads.ts';

test('domains: what failed or was not fetched is not said to be there', () => {
  const of = (...states: ('complete' | 'failed' | 'pending')[]) =>
    states.map((state) => ({ onboard_status: state, data_tier: 'prospect' as const }));
  assert.equal(sayDomains([], 0), undefined);
  assert.equal(sayDomains(of('complete'), 1), '1 domain is known: all fetched.');
  assert.equal(
    sayDomains(of('complete', 'failed', 'pending'), 40),
    '40 domains are known, of the 3 below: fetching 1 failed and 1 is not fetched yet.',
  );
  assert.equal(sayDomains([{ onboard_status: 'pending', data_tier: 'classified' }], 1), '1 domain is known: 1 is only classified.');
});

test('a domain: a number that was not read is not known, and never 0', () => {
  const known = {
    onboard_status: 'complete',
    onboard_error: null,
    referring_domains_count: 3144,
    backlinks_count: 48217,
    ranked_keywords_count: 298,
  } as const;
  assert.equal(sayDomain(known), '3,144 domains link to it, with 48,217 links and it ranks for 298 known keywords.');
  assert.equal(
    sayDomain({
      ...known,
      onboard_status: 'failed',
      onboard_error: 'HTTP status 500',
      referring_domains_count: null,
      backlinks_count: null,
    }),
    'Fetching failed: HTTP status 500. It ranks for 298 known keywords. Its links are not known.',
  );
  assert.equal(
    sayDomain({ ...known, onboard_status: 'pending', referring_domains_count: null, backlinks_count: null, ranked_keywords_count: null }),
    'Not everything is fetched yet. Neither its links nor its keywords are known.',
  );
});
