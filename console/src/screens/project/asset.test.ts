import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMatching } from './asset.ts';

test('what counts as a website is read from the asset', () => {
  assert.deepEqual(readMatching({ meta_json: '{"aliases":["b.example",3],"subdomains":false}' }), {
    aliases: ['b.example'],
    hasSubdomains: false,
  });
});

test('what cannot be read is the usual', () => {
  for (const text of ['', 'x', 'null', '[]', '{}'])
    assert.deepEqual(readMatching({ meta_json: text }), { aliases: [], hasSubdomains: true }, text);
});
