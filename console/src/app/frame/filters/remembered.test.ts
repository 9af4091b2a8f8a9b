import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRemembered } from './remembered.ts';

test('of what was remembered a screen takes what it can follow', () => {
  const shape = { range: {}, device: {} };
  assert.deepEqual(readRemembered('{"range":"7d","tag":["tag_1"],"other":1}', shape), { range: '7d' });
  for (const text of [undefined, 'x', 'null', '[]']) assert.deepEqual(readRemembered(text, shape), {}, text);
});
