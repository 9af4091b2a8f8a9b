import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, zstdCompressSync, zstdDecompressSync, type ZlibOptions } from 'node:zlib';

/** Bytes as outside services pack them (gzip), and as we do (zstd). The first bytes say which. */

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Up to this size all is unpacked at once, into one piece: handing it to another thread costs more than unpacking it. */
const AT_ONCE_BYTES_MAX = 128 * 1024;
const CHUNK_BYTES = 128 * 1024;
/** The quickest level packs result pages as small as gzip does, in a tenth of the time. */
const PACK_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const unzip = promisify(gunzip);

export function isPacked(bytes: Uint8Array): boolean {
  return beginsWith(bytes, GZIP_MAGIC) || beginsWith(bytes, ZSTD_MAGIC);
}

export function packBytes(plain: Uint8Array | string): Buffer {
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
  // The frame names the size of its content, so that it is unpacked in one allocation.
  return zstdCompressSync(bytes, { ...PACK_OPTIONS, pledgedSrcSize: bytes.length });
}

export interface UnpackOptions {
  /** Most bytes of what is unpacked. */
  readonly bytesMax: number;
  /** True: gzip data that was cut short gives what there is. */
  readonly takesCut?: boolean;
}

/** @throws RangeError when there is more than `bytesMax`, and Error when the data is damaged */
export async function unpackBytes(packed: Buffer, { bytesMax, takesCut = false }: UnpackOptions): Promise<Buffer> {
  if (beginsWith(packed, ZSTD_MAGIC)) return zstdDecompressSync(packed, { maxOutputLength: bytesMax, chunkSize: CHUNK_BYTES });
  const options: ZlibOptions = {
    maxOutputLength: bytesMax,
    chunkSize: CHUNK_BYTES,
    ...(takesCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  };
  return packed.length <= AT_ONCE_BYTES_MAX ? gunzipSync(packed, options) : await unzip(packed, options);
}

function beginsWith(bytes: Uint8Array, magic: Buffer): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
