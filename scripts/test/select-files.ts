import { globSync } from 'node:fs';
import { findAffected } from './affected/find-affected.ts';
import { listChanged } from './affected/list-changed.ts';
import { leadsTo, type Modules } from './affected/read-modules.ts';
import { isInTurn } from './file-turns.ts';

const PATTERN = '{src,sandbox,test,scripts,bench,console/src}/**/*.test.ts';
/** What asks for the width of a test stands in one module, or in one that a test imports. */
const WIDTH = 'test-width.ts';

/** The test files whose paths hold one of the words; all without words. */
export function selectFiles(root: string, words: readonly string[]): string[] {
  const files = globSync(PATTERN, { cwd: root }).toSorted();
  if (words.length === 0) return files;
  return files.filter((file) => words.some((word) => file.includes(word.replace(/^\.\//u, ''))));
}

export interface Selected {
  readonly files: readonly string[];
  /** What was compared, and why these files. */
  readonly says: string;
}

/** Those of the files that are affected by what differs from `ref`; empty: from where the branch left `main`. */
export function selectAffected(root: string, modules: Modules, files: readonly string[], ref: string): Selected {
  const { since, files: changed } = listChanged(root, ref);
  const { tests, unknown } = findAffected(modules, changed);
  const affected = files.filter((file) => tests.includes(file));
  const why = unknown.length === 0 ? '' : ` All are: how tests depend on ${unknown.join(', ')} is not known.`;
  return {
    files: affected,
    says: `${changed.length} files differ from ${since}; ${affected.length} of ${files.length} test files are affected.${why}`,
  };
}

/** Tests of browsers, programs and whole services: nine tenths of the time of a run. */
const TAKING_TURNS = ['test/api/', 'test/cli/', 'test/console/', 'test/docs/tour/', 'test/workflows/'];
/** All files but those of whole services that nothing changed for and that have their turn in another commit. */
export function selectInTurn(root: string, modules: Modules, files: readonly string[], turn: number): Selected {
  const affected = new Set(selectAffected(root, modules, files, '').files);
  const taking = files.filter((file) => TAKING_TURNS.some((folder) => file.startsWith(folder)));
  const left = new Set(taking.filter((file, at) => !affected.has(file) && !isInTurn(at, turn)));
  const says = `${left.size} of ${files.length} test files have their turn in another commit; npm test -- --all runs every file.`;
  return { files: files.filter((file) => !left.has(file)), says };
}

/** Whether a test, or something of the tests that it imports, is wider in a whole run. */
export function hasWidth(modules: Modules, file: string): boolean {
  return leadsTo(
    modules,
    file,
    (path) => path.endsWith(WIDTH),
    (path) => path.startsWith('test/'),
  );
}
