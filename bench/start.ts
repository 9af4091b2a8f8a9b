import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { median, timeMs } from './support/measure.ts';
import { spawnNode, startService } from './support/process.ts';

const ROUNDS = 3;
/** What the bounds below are for. */
const NODE_MS = 50;
const EMPTY_SECONDS_MAX = 4;
const USED_SECONDS_MAX = 2;

/**
 * From nothing to `/health` 200, on an empty and on a used folder. The bounds hold where `node -e 0` takes 50 ms, and
 * grow in proportion where it takes longer in the same rounds; they never shrink.
 */
export const start: Bench = {
  name: 'start',
  summary: 'time until /health answers 200, on embedded stores',
  run: async () => {
    const emptyMs: number[] = [];
    const usedMs: number[] = [];
    const nodeMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
      nodeMs.push(await timeMs(() => once(spawnNode(['-e', '0'], {}), 'exit')));
      emptyMs.push(await timeStart(dataDir));
      usedMs.push(await timeStart(dataDir));
      await rm(dataDir, { recursive: true, force: true });
    }
    const slower = Math.max(1, median(nodeMs) / NODE_MS);
    return {
      rows: [
        { figure: 'empty DATA_DIR', value: median(emptyMs) / 1000, unit: 's', bound: { atMost: slower * EMPTY_SECONDS_MAX } },
        { figure: 'used DATA_DIR', value: median(usedMs) / 1000, unit: 's', bound: { atMost: slower * USED_SECONDS_MAX } },
        { figure: 'node -e 0, for comparison', value: median(nodeMs) / 1000, unit: 's' },
      ],
    };
  },
};

async function timeStart(dataDir: string): Promise<number> {
  const service = await startService(dataDir);
  await service.stop();
  return service.readyMs;
}
