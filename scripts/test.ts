/**
 * `npm test`: every test, a few files at a time, on one PostgreSQL server with a migrated template
 * that each test clones. The files that took longest in the last run start first, so that none ends
 * alone. `npm test -- rankings` runs the files whose path holds the word (several words: any of them);
 * `npm test -- --name='refuses .* twice'` the tests of matching names. The last line is
 * `N passed, N failed`; a run without tests has failed.
 */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startEngine } from '#workflows/dbos/sdk/engine.ts';
import { startTestServer } from '../test/support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const PATTERN = '{src,sandbox,test,scripts,bench}/**/*.test.ts';
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compiled');
const DURATIONS = join(ROOT, 'node_modules', '.cache', 'test-seconds.json');
/** More than cores: tests of whole services wait for answers and processes much of their time. */
const FILES_AT_ONCE = 4;
/** A service in a test process makes much garbage of short life: with the default a seventh of its time goes into collecting it. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];
/** A file that hangs ends; no test is to be that long, however busy the machine. */
const FILE_TIMEOUT_MS = 600_000;
const SLOWEST_SHOWN = 10;

/** Seconds of each file by its path. */
type Durations = Readonly<Record<string, number>>;

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

function selectFiles(words: readonly string[]): string[] {
  const files = globSync(PATTERN, { cwd: ROOT }).toSorted();
  if (words.length === 0) return files;
  return files.filter((file) => words.some((word) => file.includes(word.replace(/^\.\//u, ''))));
}

/** The longest first. What has not run yet counts as long when it is a test of whole services; those beside their sources are short. */
function orderFiles(files: readonly string[], durations: Durations): string[] {
  const secondsOf = (file: string): number => durations[file] ?? (file.startsWith('test/') ? FILE_TIMEOUT_MS : 0);
  return files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
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

/** The workflow engine makes its tables at its first start, which every test of a whole service would repeat. */
async function makeWorkflowTables(postgres: Postgres): Promise<void> {
  const engine = await startEngine({
    postgres,
    logger: makeLogger('error'),
    executorId: 'template',
    bodies: new Map(),
    isFresh: () => false,
  });
  await engine.stop();
}

async function runFiles(files: readonly string[], names: readonly string[]): Promise<Counts> {
  const events = run({
    files: files.map((file) => join(ROOT, file)),
    cwd: ROOT,
    concurrency: FILES_AT_ONCE,
    execArgv: [...NODE_OPTIONS],
    timeout: FILE_TIMEOUT_MS,
    ...(names.length > 0 ? { testNamePatterns: [...names] } : {}),
  });
  let counts: Counts = { passed: 0, failed: 0 };
  const durations: Record<string, number> = {};
  events.on('test:summary', (summary) => {
    // Each file has a summary of its own; the one without a file is of the whole run.
    if (summary.file !== undefined) {
      durations[relative(ROOT, summary.file)] = summary.duration_ms / 1_000;
      return;
    }
    const { passed, tests, skipped, todo } = summary.counts;
    counts = { passed, failed: tests - passed - skipped - todo };
  });
  for await (const text of events.compose(spec)) process.stdout.write(text as string);
  // A run of some of its tests says nothing about a file.
  if (names.length === 0) await keepDurations(durations);
  const slowest = Object.entries(durations)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_SHOWN);
  console.log(`Slowest files:\n${slowest.map(([file, seconds]) => `  ${seconds.toFixed(1)} s  ${file}`).join('\n')}`);
  return counts;
}

const { values, positionals } = parseArgs({ options: { name: { type: 'string', multiple: true, default: [] } }, allowPositionals: true });
const files = orderFiles(selectFiles(positionals), await readDurations());
let counts: Counts = { passed: 0, failed: 0 };
if (files.length > 0) {
  const server = await startTestServer(makeWorkflowTables);
  // The test files are processes of their own and inherit it.
  process.env['SIGHTLINE_TEST_DATABASE_URL'] = server.url;
  // Each loads the same sources; reading their types away and compiling them is done once.
  process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
  try {
    counts = await runFiles(files, values.name);
  } finally {
    await server.stop();
  }
} else {
  console.error(`No test file matches ${positionals.join(' ')}.`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
