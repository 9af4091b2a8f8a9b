import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Answers of the provider as they are kept: gzip as they came, zstd where we have packed them, or plain. The
 * first bytes say which.
 */

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
/** Result pages are unpacked at once, into one piece: handing a page to another thread costs more than unpacking it. */
const AT_ONCE_BYTES_MAX = 128 * 1024;
const CHUNK_BYTES = 512 * 1024;
/** The quickest level packs result pages as small as gzip does, in a tenth of the time. */
const PACK_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Of data that was cut short, what there is. */
const UNPACK_OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_BYTES_MAX, chunkSize: CHUNK_BYTES };

const unzip = promisify(gunzip);

export function isPacked(bytes: Uint8Array): boolean {
  return beginsWith(bytes, GZIP_MAGIC) || beginsWith(bytes, ZSTD_MAGIC);
}

export function packAnswer(plain: Uint8Array | string): Buffer {
  return zstdCompressSync(plain, PACK_OPTIONS);
}

/** The bytes of a packed answer; `undefined`: they cannot be unpacked, or are more than 32 MiB. */
export async function unpackAnswer(packed: Buffer): Promise<Buffer | undefined> {
  try {
    if (beginsWith(packed, ZSTD_MAGIC)) return zstdDecompressSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX });
    return packed.length <= AT_ONCE_BYTES_MAX ? gunzipSync(packed, UNPACK_OPTIONS) : await unzip(packed, UNPACK_OPTIONS);
  } catch {
    return undefined;
  }
}

function beginsWith(bytes: Uint8Array, magic: Buffer): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
