import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#stores/postgres/types.ts';

const TICK_MS = 20;

export interface Lag {
  /** How late timers of this process and answers of a database that is well were until now, in milliseconds. */
  read(): number;
  stop(): void;
}

/** Watches how busy the machine is: what a test measures meanwhile may be late by as much. */
export function measureLag(well: Sql): Lag {
  let late = 0;
  let last = performance.now();
  let isStopped = false;
  void (async () => {
    while (!isStopped) {
      const asked = performance.now();
      await well.query('select 1');
      late += Math.max(0, performance.now() - asked - TICK_MS);
      await sleep(TICK_MS);
    }
  })();
  const timer = setInterval(() => {
    late += Math.max(0, performance.now() - last - 2 * TICK_MS);
    last = performance.now();
  }, TICK_MS);
  return {
    read: () => late,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
