import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePrice, countTokens, findPrice, toCostUsd } from './prices.ts';

test('a model is found with a vendor before its name and a release behind it, and another size is another model', () => {
  const mini = findPrice('gpt-4o-mini');
  assert.deepEqual(mini, { inputUsd: 0.15, outputUsd: 0.6 });
  for (const name of ['gpt-4o-mini-2024-07-18', 'openai/gpt-4o-mini', 'GPT-4o-mini', 'gpt-4o-mini-latest'])
    assert.deepEqual(findPrice(name), mini);
  assert.deepEqual(findPrice('claude-haiku-4-5-20251001'), { inputUsd: 1, outputUsd: 5 });
  for (const name of ['gpt-4o-mini-tts', 'gpt-5-pro', 'gpt-5.5', 'llama3.2:3b', '', '__proto__', 'constructor'])
    assert.equal(findPrice(name), undefined);
});

test('the price of the operator wins, and an unknown model is dear', () => {
  assert.deepEqual(choosePrice('gpt-4o-mini', { inputUsd: 0, outputUsd: 0 }), { inputUsd: 0, outputUsd: 0 });
  assert.deepEqual(choosePrice('my-own-model', {}), { inputUsd: 5, outputUsd: 25 });
  assert.equal(toCostUsd({ inputUsd: 2, outputUsd: 8 }, { inputTokens: 1_000, outputTokens: 500 }), 0.006);
});

test('tokens of a text are not underestimated in scripts with long characters', () => {
  assert.ok(countTokens('a plain sentence of eight words, no more') >= 8);
  assert.equal(countTokens('請求書の作り方'), 7);
});
