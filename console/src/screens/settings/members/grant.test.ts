import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUsual, withRole, toGrantBody } from './grant.ts';
import { listGivable } from './member-roles.ts';
import { sayParts, sayProjects, sayLimit, seesCosts, mayWrite, mayExport } from './say-grant.ts';

test('a person gives their own role and those below it', () => {
  assert.deepEqual(listGivable('manager'), ['manager', 'editor', 'viewer', 'client']);
  assert.deepEqual(listGivable(null)[0], 'owner');
});

test('what is sent has no limit that means nothing for the role', () => {
  const narrow = { ...toUsual('editor'), hide_costs: true, comment: true, monthly_usd: 5, csv: false };
  assert.deepEqual(toGrantBody(narrow), { ...narrow, comment: false });
  assert.deepEqual(toGrantBody({ ...narrow, role: 'owner' }), { ...toUsual('owner'), monthly_usd: 5 });
  assert.deepEqual(toGrantBody({ ...narrow, role: 'client' }), { ...toUsual('client'), comment: true });
});

test('a client takes no lists away unless it is allowed, and has them again under another role', () => {
  const client = withRole(toUsual('viewer'), 'client');
  assert.deepEqual([client.csv, withRole(client, 'viewer').csv], [false, true]);
  assert.equal(withRole({ ...toUsual('viewer'), csv: false }, 'editor').csv, false);
});

test('the matrix says what each member sees and may do', () => {
  const names = new Map([['proj_1', 'Shop']]);
  assert.equal(sayProjects({ project_ids: ['proj_1', 'proj_2'] }, names), 'Shop and an archived one');
  assert.equal(sayProjects({ project_ids: null }, names), 'all');
  assert.deepEqual([sayParts(toUsual('client')), sayParts(toUsual('editor'))], ['Overview, Keywords, Answers', 'all']);
  assert.deepEqual(
    [sayLimit(toUsual('viewer')), sayLimit(toUsual('editor')), sayLimit({ role: 'editor', monthly_usd: 5 })],
    ['cannot spend', 'none', '$5.00'],
  );
  assert.deepEqual([seesCosts({ role: 'owner', hide_costs: true }), seesCosts({ role: 'client', hide_costs: false })], [true, false]);
  assert.deepEqual([mayWrite({ role: 'viewer', comment: false }), mayWrite({ role: 'editor', comment: false })], [false, true]);
  assert.deepEqual([mayExport({ role: 'manager', csv: false }), mayExport({ role: 'viewer', csv: false })], [true, false]);
});
