import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCountryName, toLanguageName } from './names.ts';

test('codes of countries and languages get their names; what is no code stays as it is', () => {
  assert.deepEqual(['us', 'xx', 'all of them'].map(toCountryName), ['United States', 'XX', 'all of them']);
  assert.deepEqual(['en', 'zh-TW', 'qq', 'not_a code', ''].map(toLanguageName), ['English', 'Chinese (Taiwan)', 'qq', 'not_a code', '']);
});
