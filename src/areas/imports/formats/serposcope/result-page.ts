import { readLz4Block } from '../../opening/lz4-block.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';

const VERSION = 0;
const LENGTH_BYTES = 4;
/** 65,535 results of 2 kB are never kept; a page of 100 results with 4 former places each is about 20 kB. */
const UNPACKED_BYTES_MAX = 4 * 1_048_576;

/** A result page that Serposcope keeps packed: addresses in their order, the first one on place 1. Places count organic results. */
export interface KeptPage {
  readonly urls: readonly string[];
}

/** @throws UnreadableFileError for a page that is broken, of another version, or larger than a page can be */
export function readResultPage(packed: Buffer): KeptPage {
  if (packed.length < LENGTH_BYTES) throw new UnreadableFileError('A result page is cut');
  const size = packed.readUInt32BE(0);
  if (size > UNPACKED_BYTES_MAX) throw new UnreadableFileError('A result page says that it is larger than a page can be');
  const bytes = readLz4Block(packed.subarray(LENGTH_BYTES), size);
  const version = bytes[0];
  if (version !== VERSION) throw new UnreadableFileError(`A result page is of version ${version}, which is not known`);
  try {
    return { urls: readUrls(bytes) };
  } catch (error) {
    throw new UnreadableFileError('A result page is cut', error);
  }
}

/** Per result a Java text (2 bytes of length), the number of former places, and for each the days back and the place. */
function readUrls(bytes: Buffer): string[] {
  const count = bytes.readUInt16BE(1);
  const urls: string[] = [];
  let at = 3;
  while (urls.length < count) {
    const length = bytes.readUInt16BE(at);
    if (at + 2 + length > bytes.length) throw new RangeError('cut');
    urls.push(bytes.toString('utf8', at + 2, at + 2 + length));
    at += 2 + length;
    at += 1 + bytes.readUInt8(at) * 4;
  }
  return urls;
}
