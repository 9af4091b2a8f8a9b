/**
 * `node scripts/count-check-files.ts [--most n] [--list]`: how many files of `src` run a function while one new keyword
 * is tracked, until its live position and its metrics are there. Many files are many hops for a reader. The whole service
 * runs in this process on embedded stores; the sandbox is a process of its own. V8 counts the calls of each function
 * (precise coverage). What also runs at rest is taken away, and what only loads a file or fills a cache does not count: a
 * first keyword goes before. Prints the files by room; with `--list` each of them. More than `--most` end it with 1.
 */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeBenchProject, startBenchApp, type BenchApp } from '../bench/support/app.ts';
import { startSandboxProcess } from '../bench/support/sandbox.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
/** Longer than most intervals at which the service looks for work. */
const REST_MS = 5_000;
/** In one of them the work that follows the first keyword has ended, and no schedule has come. */
const RESTS = 8;
const CHECK_MS_MAX = 120_000;
const LOOK_MS = 100;

/** What the words of a keyword say is a workflow of its own (`keyword-labels`), which tracking begins too. */
const LABELS = /^areas\/(classification|keywords\/labels)\//u;

const { values } = parseArgs({ options: { most: { type: 'string' }, list: { type: 'boolean', default: false } } });

/** Files of src that ran a function since the last look. */
async function takeFiles(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.filter(({ url }) => url.startsWith(pathToFileURL(SRC).href));
  // The first function of a file is the file itself, as it loads.
  const ran = ours.filter(({ functions }) => functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  return new Set(ran.map(({ url }) => relative(SRC, fileURLToPath(url))));
}

/** Files that run while nothing is asked, by the quietest of some looks. */
async function takeRest(session: Session): Promise<Set<string>> {
  const looks: Set<string>[] = [];
  for (let look = 0; look < RESTS; look += 1) {
    await sleep(REST_MS);
    looks.push(await takeFiles(session));
  }
  const [quietest = new Set<string>()] = looks.toSorted((one, other) => one.size - other.size);
  return quietest;
}

/** Reads the database alone, so that waiting runs no file that the check does not. */
async function checkKeyword({ app, call }: BenchApp, projectId: string, keyword: string): Promise<void> {
  await call('POST', '/api/keywords/track', { project_id: projectId, keyword_text: keyword });
  const until = performance.now() + CHECK_MS_MAX;
  const done = `select 1 from keywords k join current_rankings r on r.keyword_id = k.id
    where k.normalized_text = $1 and k.enriched_at is not null and r.status in ('ranked', 'not_found')`;
  while ((await app.context.postgres.query(done, [keyword])).rows.length === 0) {
    if (performance.now() > until) throw new Error(`"${keyword}" has no position and no metrics after ${CHECK_MS_MAX / 1_000} s`);
    await sleep(LOOK_MS);
  }
}

/** `areas/rankings`, `workflows`, ... */
function toRoom(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'areas' ? `${first}/${second}` : first.endsWith('.ts') ? '.' : first;
}

const sandbox = await startSandboxProcess();
const bench = await startBenchApp({ sandboxUrl: sandbox.url, environment: { KEYWORD_ENRICHMENT: 'on' } });
try {
  const session = new Session();
  session.connect();
  const projectId = await makeBenchProject(bench);
  await checkKeyword(bench, projectId, 'invoicing software');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // It counts from the beginning of the process.
  await takeFiles(session);
  const atRest = await takeRest(session);
  await checkKeyword(bench, projectId, 'time tracking');
  const ran = [...(await takeFiles(session))].filter((file) => !atRest.has(file)).toSorted();
  const files = ran.filter((file) => !LABELS.test(file));
  const rooms = Map.groupBy(files, toRoom);
  for (const [room, own] of [...rooms].toSorted(([, one], [, other]) => other.length - one.length)) {
    console.log(`${String(own.length).padStart(4)}  ${room}`);
    if (values.list) for (const file of own) console.log(`        ${file}`);
  }
  console.log(
    `${String(files.length).padStart(4)}  files of src; beside them ${atRest.size} run at rest, and ${ran.length - files.length} label the keyword`,
  );
  if (values.most !== undefined && files.length > Number(values.most)) process.exitCode = 1;
} finally {
  await bench.stop();
  await sandbox.stop();
}
