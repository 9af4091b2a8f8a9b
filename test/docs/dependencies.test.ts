import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument, readManifest } from './documents.ts';

const { text } = readDocument('docs/decisions/0008-dependencies.md');
const [runTime = '', development = ''] = text.slice(text.indexOf('## At run time')).split('## For development');

function listNamed(section: string): string[] {
  return [...section.matchAll(/^\| `([^`]+)` \| (?=\S)/gmu)].map((match) => match[1] ?? '').toSorted();
}

test('every package of the service has a reason, and every reason a package', () => {
  assert.deepEqual(listNamed(runTime), Object.keys(readManifest().dependencies).toSorted());
});

test('every development package has a reason, and every reason a package', () => {
  assert.deepEqual(listNamed(development), Object.keys(readManifest().devDependencies).toSorted());
});

test('every version is exact', () => {
  const { dependencies, devDependencies } = readManifest();
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  assert.deepEqual(
    versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^file:tools\//u.test(version)),
    [],
  );
});

test('npm on an older Node.js installs, and does not warn of every package that wants the one that is pinned', () => {
  const settings = readDocument('.npmrc').text.split('\n');
  assert.deepEqual(
    ['engine-strict=false', 'loglevel=error'].filter((setting) => !settings.includes(setting)),
    [],
  );
});

test('the pinned Node.js is the same everywhere', () => {
  const { optionalDependencies } = JSON.parse(readDocument('tools/runtime/package.json').text) as {
    optionalDependencies: Record<string, string>;
  };
  assert.deepEqual([...new Set(Object.values(optionalDependencies))], [readDocument('.nvmrc').text.trim()]);
});
