import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayMuted } from './say-mute.ts';

const PLAIN = /[\u2068\u2069]/gu;
const ALL = { project_id: 'proj_1', rule_name: null, keyword: null, tag: null };

test('a mute is named by what it holds back, and never by less', () => {
  const sayPlain = (mute: Parameters<typeof sayMuted>[0]) => sayMuted(mute).replaceAll(PLAIN, '');
  assert.equal(sayPlain({ ...ALL, rule_name: 'Left the top 10' }), 'Muted: the rule Left the top 10');
  assert.equal(sayPlain({ ...ALL, keyword: 'red shoes' }), 'Muted: the keyword red shoes');
  assert.equal(sayPlain({ ...ALL, rule_name: 'Fell', tag: 'brand' }), 'Muted: the rule Fell, keywords with the tag brand');
  assert.equal(sayPlain(ALL), 'Muted: all alerts of the project');
  assert.equal(sayPlain({ ...ALL, project_id: null }), 'Muted: all projects');
});
