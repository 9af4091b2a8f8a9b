/**
 * `npm run house`: how large the house is and how it hangs together. Of the service, the console and the sandbox: files, lines, the share
 * of files that one other file imports, the largest circle of imports (types included), and names of functions that several files export.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAliases } from './test/affected/read-modules.ts';

const ROOT = join(import.meta.dirname, '..');
const PARTS = ['src', 'console/src', 'sandbox'];
const FROM = /\b(?:from|import\()\s*'(?<from>[^']+)'/gu;
const EXPORTED = /^export (?:async )?function (?<name>\w+)/gmu;

const toTarget = makeAliases(ROOT);
const sources = new Map(
  globSync(`{${PARTS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/u.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const imports = new Map(
  [...sources].map(([path, source]) => {
    const found = [...source.matchAll(FROM)].map(({ groups }) => groups?.['from'] ?? '');
    return [path, new Set(found.map((from) => (from.startsWith('.') ? join(dirname(path), from) : toTarget(from))))];
  }),
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
  const withOne = paths.filter((path) => importers.get(path)?.length === 1).length;
  const reached = new Map(paths.map((path) => [path, findReached(path)]));
  const circles = paths.map((path) => paths.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)));
  const largest = circles.reduce((most, circle) => (circle.length > most.length ? circle : most), []);
  const names = paths.flatMap((path) => [...(sources.get(path) ?? '').matchAll(EXPORTED)].map(({ groups }) => groups?.['name'] ?? ''));
  const twice = [...Map.groupBy(names, (name) => name)].filter(([, found]) => found.length > 1).map(([name]) => name);
  console.log(`${part}: ${paths.length} files, ${lines} lines`);
  console.log(`  one importer: ${((100 * withOne) / paths.length).toFixed(1)} %`);
  console.log(`  largest circle of imports: ${largest.length}${largest.length > 3 ? `: ${largest.join(', ')}` : ''}`);
  console.log(`  names of functions that several files export: ${twice.length}`);
}
