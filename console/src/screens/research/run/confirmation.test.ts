import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResearchEnrichment } from '#client';
import { listCategories, toBody, toFirstConfirmation } from './confirmation.ts';

const software = { id: 12029, name: 'Software', path: '/Computers/Software', confidence: 0.8, is_confident: true, expected_keywords: 120 };
const billing = { id: 7, name: 'Billing', path: '/Business/Billing', confidence: 0.9, is_confident: true, expected_keywords: null };
const enrichment: ResearchEnrichment = {
  business_type: 'saas',
  business_type_confidence: 0.7,
  business_focus: 'invoicing',
  focus: 'invoicing',
  high_level_categories: [software, billing],
  recommended_categories: [software],
  seed_keywords: ['invoicing software'],
  brand_names: ['Emberflow'],
  language_code: 'en',
  by: ['rules'],
  notes: [],
};

test('each category is there once, the surest first', () => {
  assert.deepEqual(
    listCategories(enrichment).map(({ id }) => id),
    [7, 12029],
  );
});

test('what is recommended and not sure is not chosen before a person does', () => {
  const unsure = { ...billing, confidence: 0.5, is_confident: false };
  const { categoryIds } = toFirstConfirmation({ ...enrichment, recommended_categories: [software, unsure] }, undefined);
  assert.deepEqual(categoryIds, [12029]);
});

test('a category above another one is not chosen: the narrower one says what the site is about', () => {
  const parent = { ...software, id: 30, path: '/Computers', confidence: 0.66, is_confident: false };
  const { categoryIds } = toFirstConfirmation({ ...enrichment, recommended_categories: [software, parent] }, undefined);
  assert.deepEqual(categoryIds, [12029]);
});

test('what is recommended and sure is confirmed as it is', () => {
  assert.deepEqual(toBody(toFirstConfirmation(enrichment, 200), enrichment), {
    categories: [{ id: 12029, confidence: 0.8, assigned_by: 'ai' }],
    confirmed_categories: [],
    locations: [],
    app_names: ['Emberflow'],
    language_code: 'en',
    limits: { keywords_max: 200 },
  });
});

test('what a person changed is sent, and an empty focus is none', () => {
  const first = toFirstConfirmation(enrichment, undefined);
  const changed = toBody({ ...first, focus: ' billing ', words: ['late fees'], locations: [2840], categoryIds: [] }, enrichment);
  assert.equal(changed.updated_business_focus, 'billing');
  assert.deepEqual(changed.confirmed_categories, ['late fees']);
  assert.deepEqual(changed.locations, [{ location_code: 2840 }]);
  assert.equal('limits' in changed, false);
  assert.equal('seed_keywords' in changed, false, 'as they were found');
  assert.deepEqual(toBody({ ...first, seeds: [] }, enrichment).seed_keywords, [], 'all were taken out');
  assert.equal('updated_business_focus' in toBody({ ...first, focus: ' ' }, enrichment), false);
});
