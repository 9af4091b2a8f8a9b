import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { findFreePort } from '../../test/support/free-port.ts';

export const BENCH_KEY = 'slk_bench_key_with_forty_random_characters';

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the service as an operator would and waits until `/health` answers 200. */
export async function startService(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService & { readonly readyMs: number }> {
  const port = await findFreePort();
  const begin = performance.now();
  const child = spawnNode(['--max-semi-space-size=16', '-r', './bin/require-node-24.cjs', 'src/main.ts', 'serve'], {
    PORT: String(port),
    DATA_DIR: dataDir,
    SIGHTLINE_ADMIN_KEY: BENCH_KEY,
    LOG_LEVEL: 'error',
    ...environment,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForHealth(url, child);
  return { url, pid: child.pid ?? 0, readyMs: performance.now() - begin, stop: () => stopChild(child) };
}

/** Starts another program that listens on `PORT` and answers `/health`. */
export async function startProgram(file: string, environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const port = await findFreePort();
  const child = spawnNode([file], { PORT: String(port), ...environment });
  const url = `http://127.0.0.1:${port}`;
  await waitForHealth(url, child);
  return { url, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

export function spawnNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  stdout: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', stdout, 'inherit'],
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const POLL_MS = 10;
const START_MS_MAX = 60_000;

async function waitForHealth(url: string, child: ChildProcess): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < START_MS_MAX; await sleep(POLL_MS)) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode} before it was ready`);
    const isReady = await request(`${url}/health`).then(
      async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`The service was not ready after ${START_MS_MAX} ms`);
}
