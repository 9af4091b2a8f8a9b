/** Seconds of each test file in its last run, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Starting a process, loading the sources and opening the stores takes 3 s of a processor; a group has many times that to do. */
const GROUP_SECONDS = 40;
/** Fewer groups leave a processor idle; more are made of seconds that only a busy machine took. */
const GROUPS = { min: 2, max: 8 };
/** What only computes takes half a minute of a processor: two processes are through with it in the first minute. */
const PURE_GROUPS = 2;
/** What a file counts for that has not run yet: a test of stores or whole services, or one beside its source. */
const SECONDS_UNKNOWN = { test: 5, other: 0.3 };

/** Files, or folders whose files share one, that have a process of their own, and why. */
const ALONE: Readonly<Record<string, string>> = {
  'src/cli/': 'replaces what the process writes to',
  'src/stores/clickhouse/clickhouse.test.ts': 'opens the engine over folders of its own, and a process has one at a time',
  'src/telemetry/': 'sets the tracer of the process',
  'test/cli/': 'opens embedded stores in the process',
  'test/console/walk.test.ts': 'is a browser beside a service for minutes',
  'test/contract/classification-loads.test.ts': 'looks at what the process has not loaded yet',
};

/**
 * The files that run in one process each: first those whose tests only compute, then the longest group first. Groups are of about
 * equal length, so that none ends alone. Within a group the order is that of the paths, so a group of the same files always runs the same way.
 */
export function groupFiles(files: readonly string[], durations: Durations, pure: ReadonlySet<string> = new Set()): string[][] {
  const secondsOf = (file: string): number => durations[file] ?? (file.startsWith('test/') ? SECONDS_UNKNOWN.test : SECONDS_UNKNOWN.other);
  const alone = [...Map.groupBy(files.filter(isAlone), findPath).values()].map((own) => ({ files: own, seconds: sum(own.map(secondsOf)) }));
  const together = files.filter((file) => !isAlone(file));
  const first = together.filter((file) => pure.has(file));
  const others = together.filter((file) => !pure.has(file));
  const count = Math.min(GROUPS.max, Math.max(GROUPS.min, Math.ceil(sum(others.map(secondsOf)) / GROUP_SECONDS)));
  const later = [...alone, ...shareOut(others, count, secondsOf)].toSorted((a, b) => b.seconds - a.seconds);
  return [...shareOut(first, PURE_GROUPS, secondsOf), ...later].map((group) => group.files.toSorted());
}

/** In at most so many groups, none of them empty. */
function shareOut(files: readonly string[], count: number, secondsOf: (file: string) => number): { files: string[]; seconds: number }[] {
  const groups = Array.from({ length: Math.min(files.length, count) }, (): { files: string[]; seconds: number } => ({
    files: [],
    seconds: 0,
  }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const shortest = groups.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return groups;
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
