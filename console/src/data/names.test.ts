import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChannelName, toCountryName, toEngineName, toLanguageName, toProviderName } from './names.ts';

test('codes of countries and languages get their names; what is no code stays as it is', () => {
  assert.deepEqual(['us', 'xx', 'all of them'].map(toCountryName), ['United States', 'XX', 'all of them']);
  assert.deepEqual(['en', 'zh-TW', 'qq', 'not_a code', ''].map(toLanguageName), ['English', 'Chinese (Taiwan)', 'qq', 'not_a code', '']);
});

test('what the API gives a code has a name; a new code stays readable', () => {
  assert.deepEqual(['engine_a', 'engine_b', 'engine_c'].map(toEngineName), ['Google', 'Bing', 'engine_c']);
  assert.deepEqual(['seo', 'local', 'paid', 'news'].map(toChannelName), ['Results', 'Map', 'Ads', 'news']);
  assert.deepEqual(['provider', 'import'].map(toProviderName), ['DataForSEO', 'import']);
});
