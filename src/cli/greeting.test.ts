import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSetupNotice } from './greeting.ts';

const LINK = 'http://127.0.0.1:8787/console/setup#token=sls_0123456789';

test('at a terminal the link of the first owner stands alone on its line, between rules and with room around them', () => {
  const lines = toSetupNotice(LINK, true).split('\n');
  assert.deepEqual([lines[0], ...lines.slice(-2)], ['', '', '']);
  assert.ok(lines.includes(LINK), 'to be copied as it is');
  assert.equal(lines.filter((line) => /^─+$/u.test(line)).length, 2);
});

test('elsewhere the link is one line, as programs read it', () => {
  assert.equal(toSetupNotice(LINK, false), `First owner: ${LINK}\n`);
});
