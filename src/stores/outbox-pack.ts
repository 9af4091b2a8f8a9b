import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The quickest level: the rows live for seconds, and a page's lines are very much alike. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };

/** JSON lines as the column `packed` of the outbox holds them. */
export function packLines(lines: string): Buffer {
  return zstdCompressSync(lines, { params: PARAMS });
}

export function unpackLines(packed: Buffer): string {
  return zstdDecompressSync(packed).toString('utf8');
}
