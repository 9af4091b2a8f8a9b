import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readLines } from '../support/child-lines.ts';
import type { World } from './world.ts';

const PROGRAM = join(import.meta.dirname, 'worker-process.ts');

/** A worker in a process of its own. */
export interface Worker {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Resolves when the process has printed this word as its next line. Throws when it prints another one, or ends. */
  hear(word: string): Promise<void>;
  /** `kill -9`; resolves when the process is gone, and at once when it was gone before. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when the process has ended well. */
  stop(): Promise<void>;
}

/** Starts a worker over the database of this world, and waits until it takes work. It ends with the world. */
export async function spawnWorker(world: World, options: readonly string[] = [], program = PROGRAM): Promise<Worker> {
  const child = spawn(process.execPath, [program, world.connectionString, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const nextLine = readLines(child.stdout);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  world.onClose(kill);
  const hear = async (word: string): Promise<void> => assert.equal(await nextLine(), word);
  await hear('ready');
  return {
    process: child,
    pid: child.pid ?? 0,
    hear,
    kill,
    async stop() {
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    },
  };
}
