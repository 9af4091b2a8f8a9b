import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kernel/logger.ts';
import { StoreError } from '../errors.ts';
import { isProcessAlive } from '../folder-lock.ts';
import { PROGRAM_ENVIRONMENT, toProgram, type Launch } from './binaries.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 10;
const OUTPUT_LINES_MAX = 100;
const PORT_TRIES_MAX = 5;
/** How long processes of a server that was killed may take to notice. */
const REMAINS_TIMEOUT_MS = 30_000;
const REMAINS_POLL_MS = 100;

/** Sized for one service on a small machine; durability is left whole. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  huge_pages: 'off',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export interface ServerProcess {
  readonly port: number;
  /** Resolves when the server has ended, with how: `exit code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** Rolls back what is open, writes a checkpoint, and waits for the end. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly postgres: string;
  readonly folder: string;
  readonly launch: Launch;
  readonly settings: Readonly<Record<string, string>>;
  /** Any free one unless given. */
  readonly port?: number;
  readonly logger: Logger;
  /** Called when the server's process was started and this one waits for it. */
  readonly onWaiting: () => void;
}

/**
 * Starts a server over its folder and waits until it takes connections, recovery included.
 * @throws StoreError `not_started` with what the server says
 */
export async function startServer(options: StartOptions): Promise<ServerProcess> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryPort(options, options.port ?? (await findFreePort()));
    if (started.server !== undefined) return started.server;
    // Another process took the port between finding and using it.
    if (started.output.includes('Address already in use') && options.port === undefined && attempt < PORT_TRIES_MAX) continue;
    // The server was killed a moment ago, and its processes have not seen it yet.
    if (started.output.includes('pre-existing shared memory block') && performance.now() - startedAt < REMAINS_TIMEOUT_MS) {
      await sleep(REMAINS_POLL_MS);
      continue;
    }
    throw new StoreError('not_started', `PostgreSQL did not start in ${options.folder}: ${started.output.trim()}`);
  }
}

async function tryPort(options: StartOptions, port: number): Promise<{ server?: ServerProcess; output: string }> {
  const child = spawnServer(options, port);
  const watchdog = spawnWatchdog(child);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      watchdog.kill('SIGKILL');
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  options.onWaiting();
  const { isReady: hasStarted, output } = await waitUntilReady(child, options);
  if (!hasStarted) {
    await stopChild(child);
    return { output };
  }
  return { output, server: { port, ended, stop: () => stopChild(child) } };
}

function spawnServer({ postgres, folder, launch, settings: given }: StartOptions, port: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...given, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file, args] = toProgram(launch, postgres, ['-D', folder, ...settings]);
  const child = spawn(file, args, {
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    // A process group of its own: Ctrl-C in the terminal reaches us, and we stop the server last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...launch.user,
  });
  child.unref();
  return child;
}

/**
 * A shell that waits on a pipe from us. The pipe closes when this process ends, however it ends,
 * and the shell then stops the server: after `kill -9` none is left behind.
 */
function spawnWatchdog(server: ChildProcess): ChildProcess {
  const script = 'trap "" INT TERM HUP; read -r _; kill -INT "$0"';
  const child = spawn('sh', ['-c', script, String(server.pid)], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  (child.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return child;
}

/** Follows the server's own log, which becomes ours, and its status file until it says `ready`. */
async function waitUntilReady(child: ChildProcess, { folder, logger }: StartOptions): Promise<{ isReady: boolean; output: string }> {
  const lines: string[] = [];
  let hasEnded = false;
  child.once('error', (error) => {
    lines.push(error.message);
    hasEnded = true;
  });
  child.once('close', () => {
    hasEnded = true;
  });
  if (child.stderr !== null) {
    (child.stderr as unknown as { unref?(): void }).unref?.();
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.length < OUTPUT_LINES_MAX) lines.push(line);
      relay(line, logger);
    });
  }
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS && !hasEnded; waitedMs += POLL_MS) {
    if (await isReady(child.pid, folder)) return { isReady: true, output: '' };
    await sleep(POLL_MS);
  }
  return { isReady: false, output: lines.join('\n') };
}

/** The first line of the status file is the server's process, the eighth its state. */
async function isReady(pid: number | undefined, folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function relay(line: string, logger: Logger): void {
  const [, level, text] = /(ERROR|FATAL|PANIC|WARNING|LOG):\s+(.*)/u.exec(line) ?? [];
  // The client that sent a failing statement reports it.
  if (level === 'PANIC' || level === 'WARNING') logger.warn({ postgres: text }, 'postgres');
  else logger.debug({ postgres: text ?? line }, 'postgres');
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/**
 * Ends a server that outlived its service in this folder. The caller holds the folder's lock, so
 * no other service uses it.
 */
export async function stopOrphan(folder: string, logger: Logger): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  const pid = Number(text?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isProcessAlive(pid)) return;
  if (!(await isServerOf(pid, folder))) {
    // Another process has the id by now, and PostgreSQL would take it for its own.
    await rm(pidFile, { force: true });
    return;
  }
  logger.warn({ pid }, 'an embedded PostgreSQL outlived its service and is stopped');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (await endsAfter({ pid, signal, folder })) return;
  }
  throw new StoreError(
    'in_use',
    `A PostgreSQL server (process ${pid}) from an earlier start still runs in ${folder} and does not stop. End it with \`kill -QUIT ${pid}\`.`,
  );
}

async function endsAfter({ pid, signal, folder }: { pid: number; signal: NodeJS.Signals; folder: string }): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return !isProcessAlive(pid);
  }
  for (let waitedMs = 0; waitedMs < STOP_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (!isProcessAlive(pid) || !(await isServerOf(pid, folder))) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** A server works in its data folder. Where that cannot be seen, the file is believed. */
async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingFolder !== undefined) return workingFolder === folder;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(folder);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
