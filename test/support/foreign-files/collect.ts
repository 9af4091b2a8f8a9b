import type { Reading } from '../../../src/areas/imports/formats/format.ts';

/** All that a reader finds. */
export async function collect(readings: AsyncIterable<readonly Reading[]>): Promise<Reading[]> {
  const all: Reading[] = [];
  for await (const some of readings) all.push(...some);
  return all;
}
