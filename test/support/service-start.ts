import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeApiClient } from './api-client.ts';
import { spawnService, type ServicePlace } from './service-process.ts';

/** What became of a start that was not helped: it answers, it ended by itself, or it was still waiting at the end of the time. */
export interface StartOutcome {
  readonly kind: 'answers' | 'ended' | 'waits';
  readonly code: number | null;
  /** What `/health` says of it first. */
  readonly health: string | undefined;
  /** Lines for people, and warnings or worse of the log. */
  readonly said: readonly string[];
  readonly tookMs: number;
}

export interface WatchedStart {
  readonly process: ChildProcess;
  readonly outcome: StartOutcome;
}

const LOOK_MS = 50;

/** Starts a service and looks what becomes of it within a time, whatever that is. */
export async function watchStart(place: ServicePlace, withinMs: number): Promise<WatchedStart> {
  const process = spawnService({ ...place, environment: { ...place.environment, LOG_LEVEL: 'warn' } }, 'pipe');
  let text = '';
  for (const output of [process.stdout, process.stderr]) output?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const anonymous = makeApiClient(place.url);
  const begun = performance.now();
  let health: string | undefined;
  const look = async (): Promise<StartOutcome['kind']> => {
    while (performance.now() - begun < withinMs) {
      if (process.exitCode !== null) return 'ended';
      health = await anonymous.get('/health').then(
        ({ body }) => String(body.status),
        () => undefined,
      );
      if (health !== undefined) return 'answers';
      await sleep(LOOK_MS);
    }
    return 'waits';
  };
  const kind = await look();
  const tookMs = performance.now() - begun;
  // What it printed last may still be on its way.
  await sleep(LOOK_MS);
  return { process, outcome: { kind, code: process.exitCode, health, said: text.split('\n').filter((line) => line !== ''), tookMs } };
}
