/**
 * `npm test`: the tests, a few processes at a time, on one PostgreSQL server with a migrated template that each test clones. Files
 * share processes. Those of whole services that nothing changed for take turns by commit; `npm test -- --all` runs every file.
 * `npm test -- rankings` runs the files whose path holds the word (several words: any of them);
 * `npm test -- --name='refuses .* twice'` the tests of matching names, `npm test -- --changed[=REF]` the files that a change affects.
 * What only computes runs first. The last line is `N passed, N failed`; a run without tests has failed, unless a change affects none.
 *
 * Walks over everything take the part whose turn it is, by the count of commits; `TEST_TURN=n` repeats it. `npm run test:whole`
 * runs the files that have such a part, whole.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '../test/support/server.ts';
import { readModules } from './test/affected/read-modules.ts';
import { runFiles, type Counts } from './test/run-files.ts';
import { hasWidth, selectAffected, selectFiles, selectInTurn } from './test/select-files.ts';
import { makeWorkflowTables } from './test/workflow-tables.ts';

const ROOT = join(import.meta.dirname, '..');
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compiled');

/** A number that grows with each commit; none where there is no history. */
function countCommits(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

function select(): { readonly files: readonly string[]; readonly says?: string } {
  if (values.changed !== undefined) return selectAffected(ROOT, modules, named, values.changed);
  if (named.length === 0) return { files: named, says: `No test file matches ${positionals.join(' ')}.` };
  const isAsked = values.all || values.whole || positionals.length > 0 || values.name.length > 0;
  return isAsked || commits === undefined ? { files: named } : selectInTurn(ROOT, modules, named, Number(process.env['TEST_TURN']));
}

const { values, positionals } = parseArgs({
  // Without a value it is compared with where the branch left `main`.
  args: process.argv.slice(2).map((argument) => (argument === '--changed' ? '--changed=' : argument)),
  options: {
    name: { type: 'string', multiple: true, default: [] },
    whole: { type: 'boolean', default: false },
    changed: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const modules = readModules(ROOT);
const named = selectFiles(ROOT, positionals).filter((file) => !values.whole || hasWidth(modules, file));
const commits = countCommits();
process.env['TEST_TURN'] ??= String(commits ?? Math.floor(Date.now() / 86_400_000));
const { files, says } = select();
if (says !== undefined) console.log(says);
if (values.whole) process.env['TEST_WIDTH'] = 'whole';
let counts: Counts = { passed: 0, failed: 0 };
if (files.length > 0) {
  const server = await startTestServer(makeWorkflowTables);
  // The test files are processes of their own and inherit it.
  process.env['SIGHTLINE_TEST_DATABASE_URL'] = server.url;
  // Each loads the same sources; reading their types away and compiling them is done once.
  process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
  try {
    counts = await runFiles(files, modules, values.name);
  } finally {
    await server.stop();
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
const isNothingAffected = values.changed !== undefined && named.length > 0 && files.length === 0;
process.exitCode = counts.failed > 0 || (counts.passed === 0 && !isNothingAffected) ? 1 : 0;
