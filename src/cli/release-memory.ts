import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 60_000;
/** Of one processor. A service that waits for work takes 2 to 4 %. */
const QUIET_SHARE = 0.1;

/**
 * Looks every minute whether the process rests, and gives memory back in the first quiet minute after busy ones, the start among
 * them. V8 does it by itself below 1 MB of new objects a second, and a service that waits for work makes about as much
 * (docs/decisions/0080-memory-given-back-at-rest.md). The collection takes 0.3 s, in which nothing else runs.
 */
export function releaseMemoryAtRest(): void {
  const isDue = makeRestWatch();
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (isDue((user + system) / 1_000 / LOOK_MS)) collectAll();
  }, LOOK_MS).unref();
}

/** @returns asked after each span with its share of one processor: whether memory is to be given back now */
export function makeRestWatch(): (share: number) => boolean {
  let hasWorked = true;
  return (share) => {
    const isQuiet = share < QUIET_SHARE;
    const isDue = isQuiet && hasWorked;
    hasWorked = !isQuiet;
    return isDue;
  };
}

/**
 * Collects what can be collected, and returns the pages of the heap that are free to the system. A session of `node:inspector` offers
 * the same, but ended in a process that stood still beside the engine of ClickHouse.
 */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', flavor: 'last-resort' });
}
