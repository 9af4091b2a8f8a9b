import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findAffected } from './find-affected.ts';
import { listChanged } from './list-changed.ts';
import { readModules } from './read-modules.ts';

/** Each test of the tree depends on one file in one way; what is said after it is that way. */
const TREE: Readonly<Record<string, string>> = {
  'package.json': '{ "imports": { "#kernel/*": "./src/kernel/*" } }',
  'src/kernel/imported.ts': `export const imported = 1;`,
  'src/kernel/aliased.ts': `export const aliased = 1;`,
  'src/kernel/late.ts': `export const late = 1;`,
  'src/kernel/typed.ts': `export interface Typed { readonly at: number }`,
  'src/kernel/chosen.ts': `export const chosen = 1;`,
  'src/kernel/left.ts': `export const left = 1;`,
  'src/kernel/index.ts': `export { chosen } from './chosen.ts';\nexport { left } from './left.ts';`,
  'src/kernel/data.ts': `const ROWS = readFileSync(new URL('data/rows.tsv', import.meta.url), 'utf8');\nexport const rows = ROWS;`,
  'src/kernel/data/rows.tsv': 'a',
  'src/kernel/built.ts': 'export const read = (name: string) => readFileSync(new URL(`words/${name}.txt`, import.meta.url));',
  'src/kernel/words/en.txt': 'a',
  'src/kernel/imported.test.ts': `import { imported } from './imported.ts';`,
  'src/kernel/aliased.test.ts': `import {\n  aliased,\n} from '#kernel/aliased.ts';`,
  'src/kernel/late.test.ts': `const { late } = await import('./late.ts');\nconst { gone } = await import('./gone.ts');`,
  'src/kernel/typed.test.ts': `import type { Typed } from './typed.ts';\nimport { imported, type Typed as Same } from './imported.ts';`,
  'src/kernel/chosen.test.ts': `import { chosen } from './index.ts';`,
  'src/kernel/data.test.ts': `import { rows } from './data.ts';`,
  'src/kernel/built.test.ts': `import { read } from './built.ts';`,
  'src/areas/index.ts': `import { first } from './first/index.ts';\nimport { second } from './second/index.ts';\nexport const areas = [first, second];`,
  'src/areas/first/index.ts': `import { routes } from './routes.ts';\nexport const first = routes;`,
  'src/areas/first/routes.ts': `import { find } from './find.ts';\nexport const routes = [{ path: '/api/first/{id}', find }];`,
  'src/areas/first/find.ts': `export const find = 1;`,
  'src/areas/second/index.ts': `import { work } from './work.workflow.ts';\nexport const second = work;`,
  'src/areas/second/work.workflow.ts': `export const work = { name: 'second-work' };`,
  'src/areas/second/second.test.ts': `import { second } from './index.ts';`,
  'test/support/app.ts': `import { areas } from '../../src/areas/index.ts';\nexport const app = areas;`,
  'test/support/child-process.ts': `import { imported } from '../../src/kernel/imported.ts';`,
  'test/api/first.test.ts': "import { app } from '../support/app.ts';\nawait api.get(`/api/first/${id}?limit=5`);",
  'test/api/second.test.ts': `import { app } from '../support/app.ts';\nstart('second-work');`,
  'test/api/list.test.ts': `import { areas } from '../../src/areas/index.ts';`,
  'test/workflows/child.test.ts': `spawn(process.execPath, [join(import.meta.dirname, '..', 'support', 'child-process.ts')]);`,
  'test/docs/page.test.ts': `const page = read(join(ROOT, 'pages', 'one.html'));`,
  'test/docs/walk.test.ts': `globSync('deploy/**/*.yaml');`,
};

const ALL = Object.keys(TREE).filter((path) => path.endsWith('.test.ts'));

/** What changes, by the tests that it affects. */
const CASES: readonly (readonly [what: string, changed: string, tests: readonly string[]])[] = [
  [
    'a module: who imports it, and who starts a program that does',
    'src/kernel/imported.ts',
    ['src/kernel/imported.test.ts', 'src/kernel/typed.test.ts', 'test/workflows/child.test.ts'],
  ],
  ['a module behind an alias', 'src/kernel/aliased.ts', ['src/kernel/aliased.test.ts']],
  ['a module that is loaded later', 'src/kernel/late.ts', ['src/kernel/late.test.ts']],
  ['types alone: nothing that runs', 'src/kernel/typed.ts', []],
  ['what an index passes on: who takes it', 'src/kernel/chosen.ts', ['src/kernel/chosen.test.ts']],
  ['what an index passes on beside it', 'src/kernel/left.ts', []],
  ['the index itself', 'src/kernel/index.ts', ['src/kernel/chosen.test.ts']],
  ['data that is named', 'src/kernel/data/rows.tsv', ['src/kernel/data.test.ts']],
  ['data whose name is put together', 'src/kernel/words/en.txt', ['src/kernel/built.test.ts']],
  ['a program that a test starts', 'test/support/child-process.ts', ['test/workflows/child.test.ts']],
  ['a test', 'src/kernel/late.test.ts', ['src/kernel/late.test.ts']],
  [
    'a part of an area: who asks its address, not who asks another area',
    'src/areas/first/find.ts',
    ['test/api/first.test.ts', 'test/api/list.test.ts'],
  ],
  [
    'a workflow: who starts it by its name',
    'src/areas/second/work.workflow.ts',
    ['src/areas/second/second.test.ts', 'test/api/list.test.ts', 'test/api/second.test.ts'],
  ],
  [
    'the list of the areas: all that have them',
    'src/areas/index.ts',
    ['test/api/first.test.ts', 'test/api/list.test.ts', 'test/api/second.test.ts'],
  ],
  ['a document that is named in parts', 'pages/one.html', ['test/docs/page.test.ts']],
  ['a file that a test finds by a pattern', 'deploy/helm/a.yaml', ['test/docs/walk.test.ts']],
  ['a module that was removed and is still imported', 'src/kernel/gone.ts', ['src/kernel/late.test.ts']],
  ['a module that was removed with all that imported it', 'src/kernel/gone-too.ts', []],
];

for (const [what, changed, expected] of CASES) {
  test(`affected by a change of ${what}`, async (t) => {
    assert.deepEqual(findAffected(readModules(await makeTree(t)), [changed], []).tests, expected.toSorted());
  });
}

test('what is read in no visible way is found by the table; a file that stands in neither affects all tests, and is named', async (t) => {
  const modules = readModules(await makeTree(t));
  const table = [
    { prefix: 'settings/', affects: ['src/kernel/chosen.ts', 'test/docs/'] },
    { prefix: '.editor', affects: [] },
  ];
  const listed = findAffected(modules, ['settings/a.json', '.editorconfig'], table);
  assert.deepEqual(listed, { tests: ['src/kernel/chosen.test.ts', 'test/docs/page.test.ts', 'test/docs/walk.test.ts'], unknown: [] });
  assert.deepEqual(findAffected(modules, ['settings/a.json', 'strange.bin'], table), { tests: ALL.toSorted(), unknown: ['strange.bin'] });
});

test('a change is what a branch and its working tree have beside main: added, removed, moved and not yet tracked', async (t) => {
  const root = await makeTree(t);
  const git = (...parameters: string[]): void => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...parameters], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  assert.deepEqual(listChanged(root, '').files, []);
  git('switch', '--quiet', '--create=branch');
  git('mv', 'src/kernel/late.ts', 'src/kernel/later.ts');
  git('commit', '--quiet', '--all', '--message=second');
  await writeFile(join(root, 'src/kernel/left.ts'), 'export const left = 2;');
  await rm(join(root, 'src/kernel/typed.ts'));
  await writeFile(join(root, 'new.ts'), '');
  const since = ['src/kernel/left.ts', 'src/kernel/typed.ts', 'new.ts'].toSorted();
  assert.deepEqual(listChanged(root, '').files, ['src/kernel/late.ts', 'src/kernel/later.ts', ...since].toSorted());
  assert.deepEqual(listChanged(root, 'HEAD').files, since);
});

/** A folder of this test's own with the files of the tree. */
async function makeTree(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-affected-'));
  t.after(async () => await rm(root, { recursive: true, force: true }));
  for (const [path, source] of Object.entries(TREE)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), source);
  }
  return root;
}
