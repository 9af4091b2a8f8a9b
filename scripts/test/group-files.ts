/** Seconds of each test file in its last run, by its path. */
export type Durations = Readonly<Record<string, number>>;

/** Starting a process, loading the sources and opening the stores takes 3 s of a processor; a group has many times that to do. */
const GROUP_SECONDS = 40;
/** Fewer groups leave a processor idle; more are made of seconds that only a busy machine took. */
const GROUPS = { min: 2, max: 8 };
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
 * The files that run in one process each, the longest group first: groups of about equal length, so that none ends alone.
 * Within a group the order is that of the paths, so a group of the same files always runs the same way.
 */
export function groupFiles(files: readonly string[], durations: Durations): string[][] {
  const secondsOf = (file: string): number => durations[file] ?? (file.startsWith('test/') ? SECONDS_UNKNOWN.test : SECONDS_UNKNOWN.other);
  const alone = [...Map.groupBy(files.filter(isAlone), findPath).values()].map((own) => ({ files: own, seconds: sum(own.map(secondsOf)) }));
  const together = files.filter((file) => !isAlone(file)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const seconds = sum(together.map(secondsOf));
  const count = Math.min(together.length, GROUPS.max, Math.max(GROUPS.min, Math.ceil(seconds / GROUP_SECONDS)));
  const groups = Array.from({ length: count }, (): { files: string[]; seconds: number } => ({ files: [], seconds: 0 }));
  for (const file of together) {
    const shortest = groups.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return [...alone, ...groups].toSorted((a, b) => b.seconds - a.seconds).map((group) => group.files.toSorted());
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
