import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { Screen } from './screen.ts';
import { screens } from '../screens/index.ts';
import { canOpen, listParameters, toPath, toSidebar, toTrail, type Viewer } from './sidebar.ts';
import { formatFolds, isFolding, isUnfolded, parseFolds } from './sidebar-folds.ts';

const screen = (name: string, change: Partial<Screen>): Screen => ({
  name,
  path: `/${name}`,
  title: name,
  group: 'project',
  search: v.object({}),
  load: () => Promise.reject(new Error('not loaded')),
  ...change,
});

const SCREENS = [
  screen('costs', { group: 'operations', right: 'operate' }),
  screen('keywords', { path: '/p/$projectId/keywords', parts: ['rankings'] }),
  screen('keyword', { path: '/p/$projectId/keywords/$keywordId' }),
  screen('sandbox', { group: 'operations', isSandboxOnly: true }),
  screen('domains', { group: 'domains', parts: ['sites', 'research'] }),
  screen('login', { group: 'none', isOpen: true }),
];
const viewer = (change: Partial<Viewer>): Viewer => ({
  rights: new Set(['look']),
  parts: undefined,
  isSandbox: false,
  projectId: undefined,
  ...change,
});
const names = (one: Viewer): string[] =>
  toSidebar(SCREENS, one).flatMap(({ group, screens: shown }) => shown.map(({ name }) => `${group}/${name}`));

test('the sidebar holds what a person can open', () => {
  assert.deepEqual(names(viewer({})), ['domains/domains']);
  assert.deepEqual(names(viewer({ projectId: 'proj_1' })), ['project/keywords', 'domains/domains']);
  assert.deepEqual(names(viewer({ rights: new Set(['look', 'operate']), isSandbox: true })), [
    'domains/domains',
    'operations/costs',
    'operations/sandbox',
  ]);
  assert.deepEqual(names(viewer({ projectId: 'proj_1', parts: new Set(['rankings']) })), ['project/keywords']);
  assert.deepEqual(names(viewer({ projectId: 'proj_1', parts: new Set(['research']) })), ['domains/domains']);
  assert.deepEqual(names(viewer({ projectId: 'proj_1', rights: new Set() })), []);
});

test('the path of a screen names the project', () => {
  assert.equal(toPath({ path: '/p/$projectId/keywords' }, 'proj_1'), '/p/proj_1/keywords');
});

test('every screen that cannot be opened from everywhere names the one that leads to it', () => {
  const everyone = viewer({
    rights: new Set(['look', 'see_costs', 'edit', 'manage_projects', 'manage', 'own', 'operate']),
    isSandbox: true,
    projectId: 'proj_1',
  });
  for (const one of screens.filter(({ isOpen }) => isOpen !== true)) {
    const trail = toTrail(screens, one);
    assert.ok(canOpen(one, everyone) || trail.length > 0, `${one.name} has no parent, and nothing leads back from it`);
    for (const above of trail) {
      assert.ok(canOpen(above, everyone), `${one.name}: the way back leads to ${above.name}, which needs more than a project`);
      const known = new Set([...listParameters(one.path), 'projectId']);
      assert.deepEqual(
        listParameters(above.path).filter((name) => !known.has(name)),
        [],
        `${one.name}: ${above.name} names what it does not know`,
      );
    }
    assert.equal(one.parent === undefined, trail.length === 0, `${one.name}: there is no screen ${one.parent}`);
  }
});

test('groups of several fold, but for the screens of the project; a group opens with its screen and stays as it was left', () => {
  const admin = viewer({ projectId: 'proj_1', rights: new Set(['look', 'operate']), isSandbox: true });
  const many = [...SCREENS, screen('queues', { group: 'operations' })];
  assert.deepEqual(toSidebar(SCREENS, admin).filter(isFolding), []);
  const folding = toSidebar(many, admin).filter(isFolding);
  assert.deepEqual(
    folding.map(({ group }) => group),
    ['operations'],
  );
  const [operations] = folding;
  assert.ok(operations);
  assert.deepEqual(
    [
      isUnfolded(operations, {}, ['keywords']),
      isUnfolded(operations, {}, ['costs']),
      isUnfolded(operations, { operations: false }, ['costs']),
    ],
    [false, true, false],
  );
  const folds = { operations: true, apps: false };
  assert.deepEqual(parseFolds(formatFolds(folds)), folds);
  assert.deepEqual([formatFolds({}), parseFolds(undefined), parseFolds('+nothing rubbish')], [undefined, {}, {}]);
});
