import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChannelName, toCountryName, toEngineName, toLanguageChoices, toLanguageName, toProviderName } from './names.ts';

test('codes of countries and languages get their names; what is no code stays as it is', () => {
  assert.deepEqual(['us', 'xx', 'all of them'].map(toCountryName), ['United States', 'XX', 'all of them']);
  assert.deepEqual(['en', 'zh-TW', 'qq', 'not_a code', ''].map(toLanguageName), ['English', 'Chinese (Taiwan)', 'qq', 'not_a code', '']);
});

test('what the API gives a code has a name; a new code stays readable', () => {
  assert.deepEqual(['engine_a', 'engine_b', 'engine_c'].map(toEngineName), ['Google', 'Bing', 'engine_c']);
  assert.deepEqual(['seo', 'local', 'paid', 'news'].map(toChannelName), ['Results', 'Map', 'Ads', 'news']);
  assert.deepEqual(['provider', 'import'].map(toProviderName), ['DataForSEO', 'import']);
});

test('no two languages to choose from read alike', () => {
  const known = [
    { language_code: 'he', name: 'Hebrew' },
    { language_code: 'hi', name: 'Hindi' },
    { language_code: 'iw', name: 'Hebrew' },
  ];
  assert.deepEqual(
    toLanguageChoices(known).map(({ label }) => label),
    ['Hebrew (he)', 'Hindi', 'Hebrew (iw)'],
  );
});
