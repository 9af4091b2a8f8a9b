import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../test/support/free-port.ts';
import type { TourBlock } from './blocks.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 60_000;
const END_OF_BLOCK = '--- end of block ---';

/**
 * Runs the commands as a reader would: a service with a sandbox, started in an empty folder, and one
 * shell for all blocks. Only the two ports are free ones.
 * @returns what each block printed last, parsed; `undefined` for one that printed nothing
 * @throws when a command fails, with what it said
 */
export async function runTour(blocks: readonly TourBlock[]): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-tour-'));
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const service = startService(folder, port, sandboxPort);
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/health`, service);
    const script = toScript(blocks)
      .replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:8788', `127.0.0.1:${sandboxPort}`);
    return (await runShell(script, folder)).map(parseLastLine);
  } finally {
    await stop(service);
    await rm(folder, { recursive: true, force: true });
  }
}

function startService(folder: string, port: number, sandboxPort: number): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'src/main.ts'), 'serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], SANDBOX: '1', PORT: String(port), SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function waitUntilReady(url: string, service: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
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

async function runShell(script: string, folder: string): Promise<string[]> {
  const shell = spawn('sh', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let complaints = '';
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code] = (await once(shell, 'close')) as [number | null];
  const parts = printed.split(`\n${END_OF_BLOCK}\n`);
  if (code !== 0) throw new Error(`Block ${parts.length} of the tour failed with ${code}:\n${parts.at(-1)}\n${complaints}`);
  return parts.slice(0, -1);
}

function parseLastLine(printed: string): unknown {
  const line = printed.trim().split('\n').at(-1) ?? '';
  return line === '' ? undefined : JSON.parse(line);
}
