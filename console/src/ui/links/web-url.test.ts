import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebUrl } from './web-url.ts';

test('only addresses of the web become links', () => {
  for (const text of ['https://a.example/b?c', 'http://a.example']) assert.equal(isWebUrl(text), true, text);
  for (const text of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'a.example', '/path', ''])
    assert.equal(isWebUrl(text), false, text);
});
