import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { packConsoleFiles } from './console-files.ts';
import { CONSOLE_PATHS, type ConsolePaths } from './paths.ts';

const INPUTS = [
  'console/*.{html,ts,json}',
  'console/{src,public}/**/*.*',
  'clients/typescript/src/**/*.ts',
  'package-lock.json',
  'src/console/console-files.ts',
];

/** Lower than the service's own: building takes two seconds of both cores. */
const NICENESS = '10';

/** What a rename says of a path that another process has filled, or emptied, meanwhile. */
const TAKEN = ['ENOTEMPTY', 'EEXIST'];
const GONE = ['ENOENT'];

/** `no-tools`: Vite is not installed, so what is there stays as it is. */
export type ConsoleState = 'as-it-was' | 'built' | 'no-tools';

/**
 * Builds the console if its sources are not what it was built from: into a folder of its own, which
 * then takes the place of the old one. `npm ci` does it, and a service that starts.
 * @throws Error with what Vite said, when it failed; the old console stays
 */
export async function ensureConsole(paths: ConsolePaths = CONSOLE_PATHS): Promise<ConsoleState> {
  if (!(await exists(paths.vite)) || !(await exists(paths.source))) return 'no-tools';
  const stamp = readStamp(paths);
  if (await isBuiltFrom(paths, stamp)) return 'as-it-was';
  const made = await mkdtemp(join(paths.source, '.building-'));
  try {
    await build(paths, made);
    await packConsoleFiles(made);
    await writeFile(join(made, 'stamp'), stamp);
    await moveIn(paths, made, stamp);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return 'built';
}

async function isBuiltFrom(paths: ConsolePaths, stamp: string): Promise<boolean> {
  return (await readFile(paths.stamp, 'utf8').catch(() => '')) === stamp;
}

/** Other processes may build the same at the same time: what one of them has put there is as good. */
async function moveIn(paths: ConsolePaths, made: string, stamp: string): Promise<void> {
  while (!(await isRenamed(made, paths.built, TAKEN)) && !(await isBuiltFrom(paths, stamp))) {
    const old = await mkdtemp(`${made}-old-`);
    await isRenamed(paths.built, join(old, 'dist'), GONE);
    await rm(old, { recursive: true, force: true });
  }
}

/** Whether a folder has another path now; not when it failed as expected. */
async function isRenamed(from: string, to: string, expected: readonly string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A child, because Vite takes 450 MB of memory that only the end of a process gives back. */
function build({ root, source, vite }: ConsolePaths, folder: string): Promise<void> {
  const command = [process.execPath, vite, 'build', source, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const child = spawn('nice', ['-n', NICENESS, ...command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Vite could not build the console:\n${Buffer.concat(said).toString('utf8').trim()}`));
    });
  });
}

/**
 * Names what the console would be built from, as a hash of every file that goes into it: a thousand small ones, read in 45 ms.
 * Read by threads they take the processor for 210.
 */
function readStamp({ root }: Pick<ConsolePaths, 'root'>): string {
  const files = globSync(INPUTS, { cwd: root }).toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
