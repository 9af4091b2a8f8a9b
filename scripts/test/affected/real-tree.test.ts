import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { findPure } from '../find-pure.ts';
import { ALL_AREAS, findAffected } from './find-affected.ts';
import { READ_ELSEWHERE } from './read-elsewhere.ts';
import { readModules } from './read-modules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const modules = readModules(ROOT);
const TESTS = [...modules.keys()].filter((path) => path.endsWith('.test.ts'));
/** Tests that look at all sources. */
const WALKS = /^(?:src\/kernel\/text\.test\.ts|src\/workflows\/name-workflow\.test\.ts)$/u;

function listAffected(changed: string): readonly string[] {
  return findAffected(modules, [changed]).tests;
}

test('the imports that are found are those that TypeScript reads', () => {
  for (const path of [...modules.keys()].filter((file) => file.startsWith('src/kernel/') || file.startsWith('test/'))) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const read = ts.preProcessFile(source, true, true).importedFiles.filter(({ pos }) => !isOfTypes(source.slice(0, pos)));
    assert.equal(modules.get(path)?.imports.length, read.length, path);
  }
});

/** Whether the last statement before the name of a module begins as one that takes types only, or adds some to a module. */
function isOfTypes(before: string): boolean {
  return /(?:^|\n)(?:(?:import|export) type [^;]*|declare module\s*)'?$/u.test(before);
}

test('every file of ours that is imported is there', () => {
  const ours = /^(?:src|sandbox|test|scripts|bench|console|clients)\//u;
  // The tree of the test beside this one is made of texts.
  const sources = [...modules].filter(([path]) => path !== 'scripts/test/affected/find-affected.test.ts');
  const missing = sources.flatMap(([path, { imports }]) =>
    imports.filter(({ from }) => ours.test(from) && !existsSync(join(ROOT, from))).map(({ from }) => `${path}: ${from}`),
  );
  assert.deepEqual(missing, []);
});

test('a pure function of the kernel affects its own test, and those of what uses it', () => {
  const tests = listAffected('src/kernel/days.ts');
  for (const expected of ['src/kernel/days.test.ts', 'src/areas/keywords/tracking/due-time.test.ts', 'test/api/history.test.ts'])
    assert.ok(tests.includes(expected), expected);
});

test('a change in one area affects tests of its own, and tests beside the sources of no area that does not use it', () => {
  const tests = listAffected('src/areas/rankings/grid/price-rows.ts');
  for (const expected of ['src/areas/rankings/grid/price-rows.test.ts', 'test/api/rankings-grid.test.ts'])
    assert.ok(tests.includes(expected), expected);
  assert.deepEqual(
    tests.filter((path) => path.startsWith('src/') && !path.startsWith('src/areas/rankings/') && !WALKS.test(path)),
    [],
  );
  assert.ok(tests.length < TESTS.length / 4, `${tests.length} of ${TESTS.length}`);
});

test('a program that tests start, data, a migration and a source of the console affect the tests that use them', () => {
  const cases: Readonly<Record<string, string>> = {
    'test/workflows/worker-process.ts': 'test/workflows/recovery.test.ts',
    'src/areas/projects/data/locations.tsv': 'src/areas/projects/search-locations.test.ts',
    'src/areas/classification/content/data/phrases.tsv': 'src/areas/classification/content/judging/tables.test.ts',
    'src/stores/postgres/migrations/9999_next.sql': 'test/api/assets.test.ts',
    'console/src/screens/keywords/table/filters.ts': 'test/console/keywords.test.ts',
    'console/index.html': 'test/console/walk.test.ts',
    'docs/api/openapi.json': 'test/docs/openapi.test.ts',
    'docs/glossary.md': 'test/docs/glossary.test.ts',
  };
  for (const [changed, expected] of Object.entries(cases)) assert.ok(listAffected(changed).includes(expected), `${changed}: ${expected}`);
});

test('the packages affect all tests, the settings of checks none but those that name them', () => {
  assert.equal(listAffected('package-lock.json').length, TESTS.length);
  const naming = listAffected('.editorconfig').filter((path) => !path.startsWith('scripts/test/affected/'));
  assert.deepEqual(naming, []);
});

test('every entry of the table leads somewhere', () => {
  assert.ok(modules.has(ALL_AREAS));
  for (const { prefix, affects } of READ_ELSEWHERE) {
    assert.ok(existsSync(join(ROOT, prefix)), prefix);
    for (const path of affects) assert.ok(existsSync(join(ROOT, path)), path);
  }
});

test('every operation that the document has of an area is an address that a route offers', () => {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as { paths: Record<string, unknown> };
  const offers = [...modules.values()].flatMap((module) => module.offers).filter((offer) => offer.startsWith('/'));
  const isOffered = (path: string): boolean => offers.some((offer) => offer === path || matchesGlob(path, offer));
  const ofAreas = Object.keys(paths).filter((path) => !/^\/(?:openapi\.json|docs.*)$/u.test(path));
  const unknown = ofAreas.filter((path) => !isOffered(path.replaceAll(/\{[^}]*\}/gu, '*')));
  assert.deepEqual(unknown, []);
});

test('tests that only compute are told from those that open something', () => {
  const pure = findPure(modules, TESTS);
  for (const path of ['src/kernel/text.test.ts', 'src/areas/classification/urls/parse-url.test.ts']) assert.ok(pure.has(path), path);
  const opening = ['src/areas/rankings/grid/get-grid.test.ts', 'src/http/server.test.ts', 'src/stores/postgres/client.test.ts'];
  for (const path of [...opening, 'sandbox/sandbox.test.ts']) assert.ok(!pure.has(path), path);
  assert.deepEqual(
    [...pure].filter((path) => /^test\/(?:api|cli|console|workflows)\//u.test(path)),
    [],
  );
});
