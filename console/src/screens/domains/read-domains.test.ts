import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProblem, readDomains } from './read-domains.ts';

test('domains are read from lines, commas and addresses of pages, each once', () => {
  assert.deepEqual(readDomains('Example.com\nhttps://shop.example/path?x=1, example.com;  third.example#a'), [
    'example.com',
    'shop.example',
    'third.example',
  ]);
  assert.deepEqual(readDomains('  \n '), []);
});

test('a word that can be no domain is named before anything is asked', () => {
  assert.equal(describeProblem(readDomains('example.com not a.b')), '"not" is not a domain; write it like example.com');
  assert.equal(describeProblem(readDomains('example.com, shop.example.co.uk')), undefined);
  assert.equal(describeProblem(Array.from({ length: 1001 }, (_, at) => `a${at}.example`)), 'At most 1,000 at once');
});
