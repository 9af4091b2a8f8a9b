import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule, type Module } from './read-module.ts';

/** By its path. */
export type Modules = ReadonlyMap<string, Module>;

/** Where code is. */
const CODE = '{src,sandbox,test,scripts,bench,bin,console/src,clients/typescript/src}/**/*.{ts,tsx,js,cjs}';

/** All code below a folder with a package.json, whose `imports` are followed. */
export function readModules(root: string): Modules {
  const toTarget = makeAliases(root);
  return new Map(globSync(CODE, { cwd: root }).map((path) => [path, readModule(path, readFileSync(join(root, path), 'utf8'), toTarget)]));
}

/** What is none of the aliases is a package. */
export function makeAliases(root: string): (specifier: string) => string {
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports?: Record<string, string> };
  const aliases = Object.entries(imports).map(([name, target]) => ({ name: name.replace('*', ''), target, isOpen: name.endsWith('*') }));
  return (specifier) => {
    const alias = aliases.find(({ name, isOpen }) => (isOpen ? specifier.startsWith(name) : specifier === name));
    return alias === undefined ? specifier : join(alias.target.replace('*', specifier.slice(alias.name.length)));
  };
}

/**
 * The files whose code a module uses: where names come from that an index passes on, not all that the index has.
 * @returns each file once
 */
export function listUsed(modules: Modules, path: string): string[] {
  const imports = modules.get(path)?.imports ?? [];
  return [...new Set(imports.flatMap(({ from, names }) => names?.map((name) => findHome(modules, from, name)) ?? [from]))];
}

/** Whether a file is, or leads over files that may be passed to, what is wanted. */
export function leadsTo(
  modules: Modules,
  file: string,
  isWanted: (path: string) => boolean,
  isPassed: (path: string) => boolean = () => true,
): boolean {
  const used = new Set([file]);
  for (const path of used) {
    if (isWanted(path)) return true;
    if (path === file || isPassed(path)) for (const next of listUsed(modules, path)) used.add(next);
  }
  return false;
}

function findHome(modules: Modules, path: string, name: string): string {
  const from = modules.get(path)?.passesOn.get(name);
  return from === undefined ? path : findHome(modules, from, name);
}
