import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkedAiOverview } from '#client';
import { sayOverview, sayText } from './overview-words.ts';

type Reference = MarkedAiOverview['references'][number];

const reference = (place: number, relationship: Reference['relationship'] = 'OTHER'): Reference => ({
  place,
  domain: 'a.example',
  url: 'https://a.example/',
  title: null,
  source: null,
  relationship,
  asset_id: null,
  asset_name: null,
});

test('an AI Overview says who is cited, and what was not loaded is not said to be without you', () => {
  const say = (references: Reference[]) => sayOverview({ state: 'loaded', references });
  assert.equal(say([reference(1), reference(2, 'MINE')]), 'It cites you at place 2 of 2 pages.');
  assert.equal(
    say([reference(1, 'COMPETITOR'), reference(2, 'MINE'), reference(3, 'MINE')]),
    'It cites you at places 2 and 3 of 3 pages. Competitors are cited at place 1.',
  );
  assert.equal(say([reference(1)]), 'It refers to 1 page, none of them yours.');
  assert.equal(say([]), 'It refers to no page.');
  assert.match(sayOverview({ state: 'not_loaded', references: [] }), /not known whom it cites/u);
});

test('why its words are missing is said', () => {
  assert.match(sayText({ state: 'not_loaded', text_state: 'none' }), /settings of the project/u);
  assert.match(sayText({ state: 'loaded', text_state: 'not_kept' }), /not stored any more/u);
});
