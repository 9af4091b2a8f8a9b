import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../test/support/free-port.ts';
import type { TourBlock } from './blocks.ts';
import { PATIENCE_MS } from '../../test/support/patience.ts';
import { findTestFolder } from '../../test/support/test-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(findTestFolder(), 'sightline-tour-');
/** Time for processes to end after a signal. */
const END_TIMEOUT_MS = 60_000;
const END_OF_BLOCK = '--- end of block ---';

/** A service with a sandbox in a folder of its own, started as the documents say. */
export interface TourService {
  readonly sandboxUrl: string;
  /** Runs a document in the folder, in a shell of its own. Results and failures are those of `runTour`. */
  run(blocks: readonly TourBlock[]): Promise<unknown[]>;
  /** Runs a program that is read from its input, in the folder. Returns what it printed. @throws when it fails */
  runProgram(command: readonly string[], program: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Runs the commands as a reader would, in one shell for all blocks. A document either starts its
 * processes itself, or expects a service with a sandbox.
 * @returns what each block printed last, parsed; `undefined` for one that printed nothing
 * @throws when a command fails, with what it said, and when the commands leave something running
 */
export async function runTour(blocks: readonly TourBlock[]): Promise<unknown[]> {
  const startsItself = blocks.some(({ commands }) => commands.includes('npm start'));
  if (startsItself) return await inFolder((folder) => runAlone(blocks, folder));
  const service = await startTourService();
  try {
    return await service.run(blocks);
  } finally {
    await service.stop();
  }
}

export async function startTourService(): Promise<TourService> {
  const folder = await mkdtemp(FOLDER);
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const service = startService(folder, port, sandboxPort);
  const stopService = async (): Promise<void> => {
    await stop(service);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/health`, service);
  } catch (error) {
    await stopService();
    throw error;
  }
  const toOwnPorts = (text: string): string =>
    text.replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`).replaceAll('127.0.0.1:8788', `127.0.0.1:${sandboxPort}`);
  return {
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    run: (blocks) => runShell(toOwnPorts(toScript(blocks)), folder),
    async runProgram([command = '', ...options], program) {
      const running = promisify(execFile)(command, options, { cwd: folder });
      running.child.stdin?.end(toOwnPorts(program));
      return (await running).stdout;
    },
    stop: stopService,
  };
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(FOLDER);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a document that starts everything keeps it, and where it listens; a run takes other ones. */
const OWN_FOLDER = '.sightline-stores';
const OWN_PORTS = [8787, 8788, 8789, 8790, 8791];

/** In this project's folder, as `npm` wants it. */
async function runAlone(blocks: readonly TourBlock[], folder: string): Promise<unknown[]> {
  let script = toScript(blocks).replaceAll(OWN_FOLDER, folder);
  for (const port of OWN_PORTS) script = script.replaceAll(String(port), String(await findFreePort()));
  return await runShell(script, ROOT);
}

/** As `npm start` does. */
function startService(folder: string, port: number, sandboxPort: number): ChildProcess {
  return spawn(process.execPath, ['--max-semi-space-size=16', join(ROOT, 'src/main.ts'), 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SANDBOX: '1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'warn',
      STORE_A_DELAY_SECONDS: '0',
      STORE_B_DELAY_SECONDS: '0',
      STORE_A_PAGE_DELAY_MS: '0-0',
      STORE_A_PAGE_JITTER_MS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function waitUntilReady(url: string, service: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (service.exitCode === null && performance.now() < deadline) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not become ready.');
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

function toScript(blocks: readonly TourBlock[]): string {
  return `set -eu\n${blocks.map(({ commands }) => `${commands}\nprintf '\\n%s\\n' '${END_OF_BLOCK}'`).join('\n')}\n`;
}

async function runShell(script: string, folder: string): Promise<unknown[]> {
  // A group of its own, so that what its commands leave running is found.
  const shell = spawn('sh', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  let complaints = '';
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const closed = once(shell, 'close');
  const [code] = (await once(shell, 'exit')) as [number | null];
  const hasLeft = await endGroup(shell.pid ?? 0, code === 0);
  await closed;
  const parts = printed.split(`\n${END_OF_BLOCK}\n`);
  if (code !== 0) throw new Error(`Block ${parts.length} of the tour failed with ${code}:\n${parts.at(-1)}\n${complaints}`);
  if (hasLeft) throw new Error('The commands leave processes running.');
  return parts.slice(0, -1).map(parseLastLine);
}

/** Ends what is left of a group, which after a good run gets some time to end by itself. Returns whether anything did not. */
async function endGroup(id: number, isPatient: boolean): Promise<boolean> {
  const deadline = performance.now() + (isPatient ? END_TIMEOUT_MS : 0);
  while (isSent(id, 0) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  const hasLeft = isSent(id, 0);
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; isSent(id, signal); signal = 0) await new Promise((resolve) => setTimeout(resolve, 100));
  return hasLeft;
}

/** Whether anybody of the group was there to get the signal. */
function isSent(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function parseLastLine(printed: string): unknown {
  const line = printed.trim().split('\n').at(-1) ?? '';
  return line === '' ? undefined : JSON.parse(line);
}
