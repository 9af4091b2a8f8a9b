import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/** Where stores of a test run live: in memory where there is plenty of it, since nothing in them outlives the run. */
export function findTestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
