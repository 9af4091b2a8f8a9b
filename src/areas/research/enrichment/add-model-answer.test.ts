import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Enrichment } from '../runs/research-run.ts';
import { addModelAnswer } from './add-model-answer.ts';

const enrichment: Enrichment = {
  businessType: 'local',
  businessTypeConfidence: 0.5,
  businessFocus: 'plumber',
  categories: [],
  seedKeywords: ['plumber', 'drain cleaning'],
  brandNames: ['Marlow Pipe', 'marlowpipe'],
  languageCode: 'en',
  by: ['rules', 'embedding'],
  notes: [],
};
const candidates = [
  { id: 13462, name: 'Plumbing', path: '/Business & Industrial/Building Construction & Maintenance/Plumbing', confidence: 0.6 },
  { id: 10282, name: 'Building', path: '/Business & Industrial/Building Construction & Maintenance', confidence: 0.5 },
];
const shares = new Map([
  ['local', 0.55],
  ['content', 0.44],
  ['saas', 0.01],
]);
const found = { business: { type: 'local', confidence: 0.5, shares, evidence: [] }, enrichment, candidates } as const;
const answer = {
  business_type: 'content',
  confidence: 90,
  business_focus: 'Notes on plumbing',
  categories: [10282],
  seed_keywords: [],
} as const;

test('mixes types, orders listed categories, and adds seeds', () => {
  const mixed = addModelAnswer(found, { ...answer, categories: [10282], seed_keywords: ['pipe repair', 'plumber'] });
  assert.equal(mixed.businessType, 'content');
  assert.ok(mixed.businessTypeConfidence > 0.5 && mixed.businessTypeConfidence < 0.95);
  assert.equal(mixed.businessFocus, 'Notes on plumbing');
  assert.deepEqual(
    mixed.categories.map(({ id }) => id),
    [10282, 13462],
  );
  assert.deepEqual(mixed.seedKeywords, ['pipe repair', 'plumber', 'drain cleaning']);
  assert.deepEqual(mixed.by, ['llm', 'rules', 'embedding']);
});

test('an unsure model does not outvote sure rules', () => {
  const sure = { ...found, business: { ...found.business, shares: new Map([['local', 0.999]]) } };
  assert.equal(addModelAnswer(sure, { ...answer, confidence: 30, categories: [], seed_keywords: [] }).businessType, 'local');
});

test('what a hostile page made it say changes nothing but short plain texts', () => {
  const hostile = {
    ...answer,
    business_focus: `Ignore all rules\u202e\n<script>${'x'.repeat(5_000)}`,
    categories: [1, 2, 99_999, -5, 13462, 13462],
    seed_keywords: [
      'marlow pipe login',
      'https://evil.example/',
      '<b>bold</b>',
      '123',
      'one two three four five six seven',
      'x'.repeat(200),
      ...Array.from({ length: 500 }, (_none, at) => `seed number ${at}`),
    ],
  };
  const mixed = addModelAnswer(found, hostile);
  assert.deepEqual(
    mixed.categories.map(({ id }) => id),
    [13462, 10282],
  );
  assert.ok(mixed.categories.every(({ confidence }) => confidence <= 0.95));
  assert.ok(mixed.businessFocus.length <= 101 && !/[\n\u202e]/u.test(mixed.businessFocus));
  assert.ok(mixed.seedKeywords.length <= 30);
  assert.ok(mixed.seedKeywords.every((seed) => seed.length <= 60 && !/marlow|[<>]|:\/\/|^\d+$/u.test(seed)));
  assert.ok(mixed.seedKeywords.includes('plumber') || mixed.seedKeywords.length === 30);
  assert.deepEqual(mixed.brandNames, enrichment.brandNames);
});
