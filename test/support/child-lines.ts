import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Reads what a child process prints, a line at a time: each call resolves with the next line, in their order. A line
 * that comes between two calls is kept, which `once(stdout, 'data')` does not do. Throws when the output has ended.
 */
export function readLines(output: Readable): () => Promise<string> {
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the process ended and printed no further line');
    return value;
  };
}
