import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFileName } from './file-name.ts';

test('a file is named by what it holds, by its subject and by its day', () => {
  assert.equal(toFileName('keywords', ['Acme Shop'], '2026-11-26'), 'keywords-acme-shop-2026-11-26');
  assert.equal(toFileName('Share of voice', [undefined], '2026-11-26'), 'share-of-voice-2026-11-26');
  assert.equal(toFileName('terms', ['Acme Shop', 'com.example.app'], '2026-11-26'), 'terms-acme-shop-com.example.app-2026-11-26');
  assert.equal(toFileName('links', ['shop.example.com'], '2026-11-26'), 'links-shop.example.com-2026-11-26');
});

test('no name of a project makes a name that a file cannot have', () => {
  assert.equal(toFileName('keywords', ['../Müller & Söhne: "Straße"?'], '2026-11-26'), 'keywords-müller-söhne-straße-2026-11-26');
  assert.equal(toFileName('keywords', ['東京'], '2026-11-26'), 'keywords-東京-2026-11-26');
  assert.equal(toFileName('keywords', ['\u2068שָׁלוֹם Shop 3\u2069'], '2026-11-26'), 'keywords-שָׁלוֹם-shop-3-2026-11-26');
  assert.equal(toFileName('keywords', ['हिन्दी عربي'], '2026-11-26'), 'keywords-हिन्दी-عربي-2026-11-26');
  assert.equal(toFileName('keywords', ['///'], '2026-11-26'), 'keywords-2026-11-26');
  assert.ok(toFileName('keywords', ['x'.repeat(500)], '2026-11-26').length < 100);
});
