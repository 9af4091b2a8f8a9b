import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDomains } from './read-domains.ts';

test('domains are read from lines, commas and addresses of pages, each once', () => {
  assert.deepEqual(readDomains('Example.com\nhttps://shop.example/path?x=1, example.com;  third.example#a'), [
    'example.com',
    'shop.example',
    'third.example',
  ]);
  assert.deepEqual(readDomains('  \n '), []);
});
