import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from './address.ts';

test('the format is that of the vendor whom the address names', () => {
  for (const [given, format, baseUrl] of [
    ['https://api.openai.com/v1', 'openai', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:11434/v1/', 'openai', 'http://127.0.0.1:11434/v1'],
    ['https://api.anthropic.com', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/v1/', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://models.example.com/anthropic', 'anthropic', 'https://models.example.com/anthropic/v1'],
    ['https://notanthropic.com/v1', 'openai', 'https://notanthropic.com/v1'],
    ['https://models.example.com/anthropics/v1', 'openai', 'https://models.example.com/anthropics/v1'],
  ] as const) {
    const address = parseAddress(given, undefined);
    assert.deepEqual([address.format, address.baseUrl], [format, baseUrl], given);
  }
});

test('the key is shown as the vendor wants it, and no header is sent without one', () => {
  assert.deepEqual(parseAddress('https://api.openai.com/v1', 'key').headers, { authorization: 'Bearer key' });
  assert.deepEqual(parseAddress('https://api.openai.com/v1', undefined).headers, {});
  assert.equal(parseAddress('https://api.anthropic.com', 'key').headers['x-api-key'], 'key');
});
