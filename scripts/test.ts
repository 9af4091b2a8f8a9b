/**
 * `npm test`: every test, a few processes at a time, on one PostgreSQL server with a migrated template that each test clones. Files
 * share processes, by what they took in the last run. `npm test -- rankings` runs the files whose path holds the word (several words: any of them);
 * `npm test -- --name='refuses .* twice'` the tests of matching names, `npm test -- --changed[=REF]` the files that a change affects.
 * What only computes runs first. The last line is `N passed, N failed`; a run without tests has failed, unless a change affects none.
 *
 * Walks over everything take the part whose turn it is, by the count of commits; `TEST_TURN=n` repeats it. `npm run test:whole`
 * runs the files that have such a part, whole.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startTestServer } from '../test/support/server.ts';
import { readModules, type Modules } from './test/affected/read-modules.ts';
import { findPure } from './test/find-pure.ts';
import { groupFiles, type Durations } from './test/group-files.ts';
import { collectBadEnds } from './test/process-ends.ts';
import { hasWidth, selectAffected, selectFiles } from './test/select-files.ts';
import { makeWorkflowTables } from './test/workflow-tables.ts';

const ROOT = join(import.meta.dirname, '..');
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compiled');
const RUN_TOGETHER = pathToFileURL(join(import.meta.dirname, 'test', 'run-together.ts')).href;
const UNTRACKED_PROMISES = join(import.meta.dirname, 'test', 'untracked-promises.cjs');
const DURATIONS = join(ROOT, 'node_modules', '.cache', 'test-seconds.json');
/** More than cores: tests of whole services wait for answers and processes much of their time. */
const PROCESSES_AT_ONCE = 5;
/**
 * A service in a test process makes much garbage of short life: with the default a seventh of its time goes into collecting it.
 * Several processes share the cores, so each collects on its own thread: helpers beside it cost a tenth of the run.
 */
const NODE_OPTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc', '-r', UNTRACKED_PROMISES];
/** A test that hangs ends; none is to be that long, however busy the machine. */
const TEST_TIMEOUT_MS = 600_000;
const SLOWEST_SHOWN = 20;

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** A number that grows with each commit; days where there is no history. */
function countTurns(): number {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? Number(stdout) : Math.floor(Date.now() / 86_400_000);
}

/** What the runner starts processes for, as paths: a file itself, or a module in `folder` that loads several. */
async function writeGroups(groups: readonly (readonly string[])[], folder: string): Promise<string[]> {
  return await Promise.all(
    groups.map(async (files, at) => {
      const paths = files.map((file) => join(ROOT, file));
      if (paths.length === 1) return paths.join('');
      const path = join(folder, `group-${at + 1}.mjs`);
      await writeFile(path, `import { runTogether } from '${RUN_TOGETHER}';\nawait runTogether(${JSON.stringify(paths)});\n`);
      return path;
    }),
  );
}

async function readDurations(): Promise<Durations> {
  try {
    return JSON.parse(await readFile(DURATIONS, 'utf8')) as Durations;
  } catch {
    return {};
  }
}

/** Files that were not run keep what they took before. */
async function keepDurations(durations: Durations): Promise<void> {
  await mkdir(dirname(DURATIONS), { recursive: true });
  await writeFile(DURATIONS, JSON.stringify({ ...(await readDurations()), ...durations }));
}

async function runFiles(files: readonly string[], modules: Modules, names: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-groups-'));
  try {
    return await runProcesses(await writeGroups(groupFiles(files, await readDurations(), findPure(modules, files)), folder), names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runProcesses(paths: readonly string[], names: readonly string[]): Promise<Counts> {
  const events = run({
    files: [...paths],
    cwd: ROOT,
    concurrency: PROCESSES_AT_ONCE,
    execArgv: [...NODE_OPTIONS],
    timeout: TEST_TIMEOUT_MS,
    ...(names.length > 0 ? { testNamePatterns: [...names] } : {}),
  });
  let counts: Counts = { passed: 0, failed: 0 };
  const durations: Record<string, number> = {};
  const badEnds = collectBadEnds(events);
  events.on('test:complete', ({ name, file, nesting, details }) => {
    // A process is an entry too, of the name of its file.
    if (file === undefined || file === name || nesting > 0) return;
    const path = relative(ROOT, file);
    durations[path] = (durations[path] ?? 0) + details.duration_ms / 1_000;
  });
  events.on('test:summary', (summary) => {
    // Each process has a summary of its own; the one without a file is of the whole run.
    if (summary.file !== undefined) return;
    const { passed, tests, skipped, todo } = summary.counts;
    counts = { passed, failed: tests - passed - skipped - todo };
  });
  for await (const text of events.compose(spec)) process.stdout.write(text as string);
  // A run of some of its tests says nothing about a file.
  if (names.length === 0) await keepDurations(durations);
  const slowest = Object.entries(durations)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_SHOWN);
  const sum = Object.values(durations).reduce((total, seconds) => total + seconds, 0);
  console.log([...badEnds, `TEST_TURN=${process.env['TEST_TURN']}`].join('\n'));
  console.log(
    `${paths.length} processes, together ${sum.toFixed(0)} s. Slowest files:\n${slowest.map(([file, seconds]) => `  ${seconds.toFixed(1)} s  ${file}`).join('\n')}`,
  );
  return counts;
}

const { values, positionals } = parseArgs({
  // Without a value it is compared with where the branch left `main`.
  args: process.argv.slice(2).map((argument) => (argument === '--changed' ? '--changed=' : argument)),
  options: {
    name: { type: 'string', multiple: true, default: [] },
    whole: { type: 'boolean', default: false },
    changed: { type: 'string' },
  },
  allowPositionals: true,
});
const modules = readModules(ROOT);
const named = selectFiles(ROOT, positionals).filter((file) => !values.whole || hasWidth(modules, file));
const { files, says } =
  values.changed === undefined
    ? { files: named, says: named.length === 0 ? `No test file matches ${positionals.join(' ')}.` : undefined }
    : selectAffected(ROOT, modules, named, values.changed);
if (says !== undefined) console.log(says);
process.env['TEST_TURN'] ??= String(countTurns());
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
