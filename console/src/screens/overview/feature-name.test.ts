import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFeatureName } from './feature-name.ts';

test('features are named as people read them', () => {
  assert.equal(toFeatureName('people_also_ask'), 'People also ask');
  assert.equal(toFeatureName('ai_overview'), 'AI overview');
});
