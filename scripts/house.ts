/**
 * `npm run house`: how large the house is and how it hangs together. Of the service, the console and the sandbox: files, lines, the share
 * of files that one other file imports, the largest circle of imports (types included), the largest flat folder, names of functions that
 * several files export, and modules that remember by a `WeakMap`.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAliases } from './test/affected/read-modules.ts';

const ROOT = join(import.meta.dirname, '..');
const PARTS = ['src', 'console/src', 'sandbox'];
const FROM = /\b(?:from|import\()\s*'(?<from>[^']+)'/gu;
const LATER = /\bimport\(\s*'(?<from>[^']+)'/gu;
const EXPORTED = /^export (?:async )?function (?<name>\w+)/gmu;
const REMEMBERS = /^(?:export )?(?:const|let) \w+.* = new WeakMap\b/mu;

/** Files that stand apart from their one importer by the layers: wire, SQL, endpoints, workflows, parts of a manifest. */
const LAYERS = /(?:^|\/)(?:index|routes|wire[\w-]*|store|analytics|tables|queues|settings|copy-sources)(?:\.ts$|\/)|\.workflow\.ts$/u;
const ROUTES = /\/routes(?:\.ts$|\/)/u;

const toTarget = makeAliases(ROOT);
const toFile = (path: string, from: string): string | undefined => (from.startsWith('.') ? join(dirname(path), from) : toTarget(from));
const sources = new Map(
  globSync(`{${PARTS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/u.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const imports = new Map(
  [...sources].map(([path, source]) => {
    const found = [...source.matchAll(FROM)].map(({ groups }) => groups?.['from'] ?? '');
    return [path, new Set(found.map((from) => toFile(path, from)))];
  }),
);

/** Files that some other file loads later, by `import()`. */
const later = new Set(
  [...sources].flatMap(([path, source]) => [...source.matchAll(LATER)].map(({ groups }) => toFile(path, groups?.['from'] ?? ''))),
);

/** What imports a file leads to, over any number of files. */
function findReached(start: string): Set<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(start) ?? [])];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return reached;
}

for (const part of PARTS) {
  const paths = [...sources.keys()].filter((path) => path.startsWith(`${part}/`));
  const lines = paths.reduce((sum, path) => sum + (sources.get(path) ?? '').split('\n').length - 1, 0);
  const importers = Map.groupBy(
    [...imports].flatMap(([path, targets]) => [...targets].map((to) => ({ path, to }))),
    ({ to }) => to,
  );
  const share = (some: readonly string[]): string => `${((100 * some.length) / paths.length).toFixed(1)} %`;
  const withOne = paths.filter((path) => importers.get(path)?.length === 1);
  const isApart = (path: string): boolean => LAYERS.test(path) || ROUTES.test(importers.get(path)?.[0]?.path ?? '') || later.has(path);
  const reached = new Map(paths.map((path) => [path, findReached(path)]));
  const circles = paths.map((path) => paths.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)));
  const largest = circles.reduce((most, circle) => (circle.length > most.length ? circle : most), []);
  const names = paths.flatMap((path) => [...(sources.get(path) ?? '').matchAll(EXPORTED)].map(({ groups }) => groups?.['name'] ?? ''));
  const twice = [...Map.groupBy(names, (name) => name)].filter(([, found]) => found.length > 1).map(([name]) => name);
  console.log(`${part}: ${paths.length} files, ${lines} lines`);
  const [folder, flat] = [...Map.groupBy(paths, (path) => dirname(path))].reduce((most, one) =>
    one[1].length > most[1].length ? one : most,
  );
  console.log(
    `  one importer: ${share(withOne)}; without those that layers keep apart or a screen loads later: ${share(withOne.filter((path) => !isApart(path)))}`,
  );
  console.log(`  largest circle of imports: ${largest.length}${largest.length > 3 ? `: ${largest.join(', ')}` : ''}`);
  console.log(`  largest flat folder: ${flat.length} files, ${folder}`);
  console.log(`  names of functions that several files export: ${twice.length}`);
  console.log(`  modules with a WeakMap: ${paths.filter((path) => REMEMBERS.test(sources.get(path) ?? '')).length}`);
}
