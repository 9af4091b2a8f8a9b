import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import type { Modules } from './affected/read-modules.ts';
import { findPure } from './find-pure.ts';
import { groupFiles, PROCESSES_AT_ONCE, type Durations, type Groups } from './group-files.ts';
import { collectBadEnds } from './process-ends.ts';
import { MARK, writeQueue } from './run-together.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const RUN_TOGETHER = pathToFileURL(join(import.meta.dirname, 'run-together.ts')).href;
const UNTRACKED_PROMISES = join(import.meta.dirname, 'untracked-promises.cjs');
const DURATIONS = join(ROOT, 'node_modules', '.cache', 'test-seconds.json');
/**
 * A service in a test process makes much garbage of short life: with the default a seventh of its time goes into collecting it.
 * Several processes share the cores, so each collects on its own thread: helpers beside it cost a tenth of the run.
 */
const NODE_OPTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc', '-r', UNTRACKED_PROMISES];
/** A test that hangs ends; none is to be that long, however busy the machine. */
const TEST_TIMEOUT_MS = 600_000;
const SLOWEST_SHOWN = 20;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs test files in a few processes, prints what becomes of them, and which took longest. */
export async function runFiles(files: readonly string[], modules: Modules, names: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-groups-'));
  try {
    const paths = await writeProcesses(groupFiles(files, await readDurations(), findPure(modules, files)), folder);
    return await runProcesses(paths, { files, names });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the runner starts processes for, as paths: a file itself, or a module in `folder` that loads several. */
async function writeProcesses({ own, queue, takers }: Groups, folder: string): Promise<string[]> {
  const write = async (name: string, what: string, argument: unknown): Promise<string> => {
    const path = join(folder, `${name}.mjs`);
    await writeFile(path, `import { ${what} } from '${RUN_TOGETHER}';\nawait ${what}(${JSON.stringify(argument)});\n`);
    return path;
  };
  const files = join(folder, 'queue');
  await mkdir(files);
  await writeQueue(queue.map(toPath), files);
  return await Promise.all([
    ...own.map(async ([first = '', ...more], at) =>
      more.length === 0 ? toPath(first) : await write(`group-${at + 1}`, 'runTogether', [first, ...more].map(toPath)),
    ),
    ...Array.from({ length: takers }, async (_, at) => await write(`taker-${at + 1}`, 'runQueue', files)),
  ]);
}

const toPath = (file: string): string => join(ROOT, file);

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

interface Asked {
  readonly files: readonly string[];
  /** Patterns of names; all tests without. */
  readonly names: readonly string[];
}

async function runProcesses(paths: readonly string[], { files, names }: Asked): Promise<Counts> {
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
    if (file === undefined || file === name || name === MARK || nesting > 0) return;
    const path = relative(ROOT, file);
    durations[path] = (durations[path] ?? 0) + details.duration_ms / 1_000;
  });
  events.on('test:summary', (summary) => {
    // Each process has a summary of its own; the one without a file is of the whole run.
    if (summary.file !== undefined) return;
    const { passed, tests, skipped, todo } = summary.counts;
    counts = { passed, failed: tests - passed - skipped - todo };
  });
  for await (const text of Readable.from(leaveOutMarks(events)).compose(spec)) process.stdout.write(text as string);
  // A run of some of its tests says nothing about a file.
  if (names.length === 0) await keepDurations(durations);
  const slowest = Object.entries(durations)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_SHOWN);
  const sum = Object.values(durations).reduce((total, seconds) => total + seconds, 0);
  // A process may end well before it has loaded all of its files.
  const neverRun = names.length > 0 ? [] : files.filter((file) => durations[file] === undefined);
  console.log([...badEnds, ...neverRun.map((file) => `${file} was never run`), `TEST_TURN=${process.env['TEST_TURN']}`].join('\n'));
  console.log(
    `${paths.length} processes, together ${sum.toFixed(0)} s. Slowest files:\n${slowest.map(([file, seconds]) => `  ${seconds.toFixed(1)} s  ${file}`).join('\n')}`,
  );
  return { ...counts, failed: counts.failed + neverRun.length };
}

async function* leaveOutMarks(events: AsyncIterable<{ readonly data: object }>): AsyncGenerator<object> {
  for await (const event of events) if (!('name' in event.data && event.data.name === MARK)) yield event;
}
