import { once } from 'node:events';
import { findFreePort } from '../../test/support/free-port.ts';
import { spawnNode, stopChild } from './process.ts';

/** A sandbox as a process of its own, so that what it costs is not counted as ours. */
export async function startSandboxProcess(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await findFreePort();
  const child = spawnNode(['sandbox/main.ts'], { SANDBOX_PORT: String(port) }, 'pipe');
  if (child.stdout === null) throw new Error('the sandbox cannot be heard');
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the sandbox ended')));
  await Promise.race([once(child.stdout, 'data'), died]);
  died.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, stop: () => stopChild(child) };
}
