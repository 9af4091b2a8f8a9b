import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchRow } from './bench.ts';
import { median, timeMs } from './measure.ts';

/** Into a folder of its own, three times. */
export async function measureBuild(): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-console-'));
  const build = () =>
    promisify(execFile)(process.execPath, [
      'node_modules/vite/bin/vite.js',
      'build',
      'console',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ]);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) times.push(await timeMs(async () => void (await build())));
  await rm(folder, { recursive: true, force: true });
  return { figure: 'building the console', value: median(times) / 1_000, unit: 's', bound: { atMost: 5 } };
}
