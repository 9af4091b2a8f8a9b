import { UnreadableFileError } from './unreadable.ts';

const MATCH_MIN = 4;
const MORE = 15;

/**
 * Unpacks one LZ4 block (the bare form, without a frame).
 * @param size how many bytes come out, exactly
 * @throws UnreadableFileError for a block that is cut, points before its beginning, or gives another size
 */
export function readLz4Block(block: Buffer, size: number): Buffer {
  const out = Buffer.alloc(size);
  let at = 0;
  let end = 0;
  const byte = (): number => {
    const value = block[at];
    if (value === undefined) throw new UnreadableFileError('An LZ4 block is cut');
    at += 1;
    return value;
  };
  const length = (start: number): number => {
    if (start !== MORE) return start;
    let sum = start;
    for (let more = 255; more === 255; sum += more) more = byte();
    return sum;
  };
  while (at < block.length) {
    const token = byte();
    const literals = length(token >> 4);
    if (at + literals > block.length || end + literals > size) throw new UnreadableFileError('An LZ4 block is longer than it says');
    block.copy(out, end, at, at + literals);
    at += literals;
    end += literals;
    // The last sequence has no match.
    if (at === block.length) break;
    const back = byte() | (byte() << 8);
    const matched = length(token & MORE) + MATCH_MIN;
    if (back === 0 || back > end || end + matched > size) throw new UnreadableFileError('An LZ4 block points outside of itself');
    // Byte by byte, because a match may run into what it writes.
    for (const last = end + matched; end < last; end += 1) out[end] = out[end - back] ?? 0;
  }
  if (end !== size) throw new UnreadableFileError('An LZ4 block is shorter than it says');
  return out;
}
