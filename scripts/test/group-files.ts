/** Seconds of each test file in its last run, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Starting a process, loading the sources and opening the stores takes 3 s of a processor; a process has many times that to do. */
const PROCESS_SECONDS = 40;
/** Two more than two cores, because tests wait for answers. Five were slower than three (docs/decisions/0062-walks-take-turns.md). */
export const PROCESSES_AT_ONCE = 4;
/** What only computes takes half a minute of a processor: two processes are through with it in the first minute. */
const PURE_GROUPS = 2;
/** What a file counts for that has not run yet, by where it is: a browser, programs, whole services, or a test beside its source. */
const SECONDS_UNKNOWN = { 'test/docs/tour/': 60, 'test/console/': 30, 'test/cli/': 25, 'test/workflows/': 15, 'test/api/': 12, 'test/': 5 };
const SECONDS_OF_OTHERS = 0.3;

/** Files, or folders whose files share one, that have a process of their own, and why. */
const ALONE: Readonly<Record<string, string>> = {
  'scripts/test/process-ends.test.ts': 'starts a runner, after which the process runs no other file',
  'scripts/test/run-together.test.ts': 'starts a runner, after which the process runs no other file',
  'src/cli/': 'replaces what the process writes to',
  'src/stores/clickhouse/clickhouse.test.ts': 'opens the engine over folders of its own, and a process has one at a time',
  'src/telemetry/': 'sets the tracer of the process',
  'test/cli/': 'opens embedded stores in the process',
  'test/console/walk.test.ts': 'is a browser beside a service for minutes',
  'test/contract/classification-loads.test.ts': 'looks at what the process has not loaded yet',
};

/** Which files share a process. */
export interface Groups {
  /** The files of one process each: first those whose tests only compute, then those that need one of their own, the longest first. */
  readonly own: readonly (readonly string[])[];
  /** All others, the longest first: each is taken by the process that is free, so that none ends long after the others. */
  readonly queue: readonly string[];
  /** How many processes take from the queue. */
  readonly takers: number;
}

export function groupFiles(files: readonly string[], durations: Durations, pure: ReadonlySet<string> = new Set()): Groups {
  const secondsOf = (file: string): number => durations[file] ?? guessSeconds(file);
  const isLonger = (a: string, b: string): number => secondsOf(b) - secondsOf(a);
  const alone = [...Map.groupBy(files.filter(isAlone), findPath).values()].toSorted(
    (a, b) => sum(b.map(secondsOf)) - sum(a.map(secondsOf)),
  );
  const together = files.filter((file) => !isAlone(file));
  const queue = together.filter((file) => !pure.has(file)).toSorted(isLonger);
  const first = shareOut(together.filter((file) => pure.has(file)).toSorted(isLonger), secondsOf);
  const takers = Math.min(queue.length, PROCESSES_AT_ONCE, Math.max(2, Math.ceil(sum(queue.map(secondsOf)) / PROCESS_SECONDS)));
  return { own: [...first, ...alone].map((group) => group.toSorted()), queue, takers };
}

function guessSeconds(file: string): number {
  return Object.entries(SECONDS_UNKNOWN).find(([folder]) => file.startsWith(folder))?.[1] ?? SECONDS_OF_OTHERS;
}

/** In groups of about equal length, none of them empty. */
function shareOut(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const groups = Array.from({ length: Math.min(files.length, PURE_GROUPS) }, (): { files: string[]; seconds: number } => ({
    files: [],
    seconds: 0,
  }));
  for (const file of files) {
    const shortest = groups.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return groups.map((group) => group.files);
}

function isAlone(file: string): boolean {
  return findPath(file) !== undefined;
}

function findPath(file: string): string | undefined {
  return Object.keys(ALONE).find((path) => file.startsWith(path));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
