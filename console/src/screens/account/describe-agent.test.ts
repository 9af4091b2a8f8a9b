import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAgent } from './describe-agent.ts';

test('a browser is named in two words', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
  assert.equal(describeAgent(edge), 'Edge on Windows');
  assert.equal(describeAgent('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'), 'Chrome on Linux');
  assert.equal(describeAgent('curl/8.9'), 'curl/8.9');
  assert.equal(describeAgent(null), 'Unknown');
});
