import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppOverrides } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { findFreePort } from './free-port.ts';

export const SERVICE_KEY = 'slk_service_run_admin_key_of_forty_charact';

/** A service that runs in a process of its own. */
export interface ServicePlace {
  readonly environment: Readonly<Record<string, string>>;
  readonly overrides: Pick<AppOverrides, 'doubtMs' | 'retryWaitsMs'>;
  readonly url: string;
  /** Asks with the admin key. */
  readonly api: ApiClient;
}

const READY_POLL_MS = 50;
const SAID_LENGTH_MAX = 4_000;

/** Where a service will listen, with everything that it needs to start. */
export async function planService(
  environment: Readonly<Record<string, string>>,
  overrides: ServicePlace['overrides'] = {},
): Promise<ServicePlace> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const whole = { PORT: String(port), SIGHTLINE_ADMIN_KEY: SERVICE_KEY, LOG_LEVEL: 'fatal', ...environment };
  return { environment: whole, overrides, url, api: makeApiClient(url, whole.SIGHTLINE_ADMIN_KEY) };
}

/** Begins to start the service, whatever becomes of it. */
export function spawnService({ environment, overrides }: ServicePlace, output: 'inherit' | 'pipe'): ChildProcess {
  const program =
    Object.keys(overrides).length === 0
      ? ['src/main.ts', 'serve']
      : ['test/support/overridden-service-process.ts', JSON.stringify(overrides)];
  return spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...readCompileCache(), ...environment },
    stdio: ['ignore', output, output],
  });
}

/** Starts the service and waits until it answers. */
export async function startService(place: ServicePlace, deadlineMs: number): Promise<ChildProcess> {
  const { url } = place;
  const child = spawnService(place, 'pipe');
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (piece: string) => {
      said = `${said}${piece}`.slice(-SAID_LENGTH_MAX);
      process.stderr.write(piece);
    });
  const anonymous = makeApiClient(url);
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(READY_POLL_MS)) {
    assert.equal(child.exitCode, null, `the service starts; it said: ${said}`);
    const isReady = await anonymous.get('/health').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return child;
  }
  child.kill('SIGKILL');
  return assert.fail(`the service was not ready within ${deadlineMs} ms`);
}

/** Ends the process without warning. */
export async function killService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export async function stopService(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  assert.equal(code, 0, 'SIGTERM ends with 0');
}

/** Of the test run, when there is one: a start is faster with it, and otherwise the same. */
export function readCompileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
