import { zstdDecompressSync } from 'node:zlib';

/** The JSON lines of a row of the outbox: plain, or packed by `packBytes`. */
export function readOutboxLines({ lines, packed }: { readonly lines: string | null; readonly packed: Buffer | null }): string {
  return packed === null ? (lines ?? '') : zstdDecompressSync(packed).toString('utf8');
}
