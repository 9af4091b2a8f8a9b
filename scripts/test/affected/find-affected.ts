import { dirname, matchesGlob, relative } from 'node:path';
import { READ_ELSEWHERE } from './read-elsewhere.ts';
import { listUsed, type Modules } from './read-modules.ts';

export interface Affected {
  /** Test files, in the order of their paths. */
  readonly tests: readonly string[];
  /** Changed files that are no code, and that no code is known to read: all tests may be affected. */
  readonly unknown: readonly string[];
}

/** Names all areas, so that whatever uses it is affected by each: what asks an area for something finds it by its address. */
export const ALL_AREAS = 'src/areas/index.ts';

const TEST = /\.test\.ts$/u;
const CODE = /\.(?:ts|tsx|js|cjs)$/u;

/** The test files that run, start, read or ask what changed, directly or by what they use. */
export function findAffected(modules: Modules, changed: readonly string[], elsewhere = READ_ELSEWHERE): Affected {
  const unknown: string[] = [];
  const users = indexBy(modules, (path) => [...listUsed(modules, path), ...(modules.get(path)?.files ?? [])]);
  const loaders = indexBy(modules, (path) => modules.get(path)?.imports.map(({ from }) => from) ?? []);
  const findAsking = makeFindAsking(modules);
  const reached = new Set(changed);
  for (const path of changed) {
    const listed = elsewhere.filter(({ prefix }) => path.startsWith(prefix));
    const readers = [...(loaders.get(path) ?? []), ...findNaming(users, path), ...listWalkers(modules, path)];
    for (const reader of [...readers, ...listed.flatMap(({ affects }) => listBelow(modules, affects))]) reached.add(reader);
    if (readers.length === 0 && listed.length === 0 && !CODE.test(path)) unknown.push(path);
  }
  // The set grows while it is walked: who needs what was reached is reached too.
  for (const path of reached) {
    const readers = [...findNaming(users, path), ...findAsking(path)];
    const isPassed = path !== ALL_AREAS || changed.includes(path);
    if (!TEST.test(path)) for (const reader of readers) if (isPassed || TEST.test(reader)) reached.add(reader);
  }
  const tests = [...modules.keys()].filter((path) => TEST.test(path) && (unknown.length > 0 || reached.has(path)));
  return { tests: tests.toSorted(), unknown };
}

function indexBy(modules: Modules, listTargets: (path: string) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const path of modules.keys())
    for (const target of new Set(listTargets(path))) {
      const found = index.get(target);
      if (found === undefined) index.set(target, [path]);
      else found.push(path);
    }
  return index;
}

/** Who uses a file, or names it or a folder that it is in. */
function findNaming(users: ReadonlyMap<string, readonly string[]>, path: string): string[] {
  return [path, ...listFolders(path)].flatMap((target) => users.get(target) ?? []);
}

function listFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...listFolders(folder)];
}

/** Who looks for files by a pattern that finds it, from any folder that the looking file is in; from the root by one that names a folder. */
function listWalkers(modules: Modules, changed: string): string[] {
  const isFound = (folder: string, pattern: string): boolean =>
    changed.startsWith(`${folder}/`) && matchesGlob(relative(folder, changed), pattern);
  const isWalking = (path: string, pattern: string): boolean =>
    (!pattern.startsWith('*') && matchesGlob(changed, pattern)) || listFolders(path).some((folder) => isFound(folder, pattern));
  return [...modules].filter(([path, { patterns }]) => patterns.some((pattern) => isWalking(path, pattern))).map(([path]) => path);
}

/** Tests that ask for an address or name that a module offers. */
function makeFindAsking(modules: Modules): (path: string) => readonly string[] {
  const asking = indexBy(modules, (path) => modules.get(path)?.asks ?? []);
  const addresses = Map.groupBy(
    [...asking.keys()].map((address) => ({ address, parts: address.split('/') })),
    ({ parts }) => toKey(parts),
  );
  const listSame = (offer: string): string[] => {
    const offered = offer.split('/');
    const alike = addresses.get(toKey(offered)) ?? [];
    return alike.filter(({ parts }) => parts.every((part, at) => isSame(part, offered[at] ?? ''))).map(({ address }) => address);
  };
  return (path) => (modules.get(path)?.offers ?? []).flatMap(listSame).flatMap((address) => asking.get(address) ?? []);
}

/** Addresses that are the same have as many parts, and begin alike. */
function toKey([before, first, ...rest]: readonly string[]): string {
  return [before, first, rest.length].join('/');
}

function isSame(asked: string, offered: string): boolean {
  return asked === offered || asked.includes('*') || offered.includes('*');
}

function listBelow(modules: Modules, affects: readonly string[]): string[] {
  return [...modules.keys()].filter((path) =>
    affects.some((affected) => path === affected || (affected.endsWith('/') && path.startsWith(affected))),
  );
}
