import type { SourceFile } from '../opening/source-file.ts';
import { isZip } from '../opening/zip-directory.ts';
import { UnreadableFileError } from '../opening/unreadable.ts';
import type { Detection, ImportFormat } from './format.ts';
import { FORMATS, REFUSED_FORMATS } from './index.ts';
import { RefusedFileError } from './refused/refused-format.ts';

export interface DetectedFormat {
  readonly format: ImportFormat;
  readonly detection: Detection;
}

const FIRST_BYTES = 16;

/**
 * The kind that the file most surely is; of two that are as sure the first in the list.
 * @throws UnreadableFileError when it is of none, with what its first bytes are; RefusedFileError for one that the service has no place for
 */
export async function detectFormat(file: SourceFile): Promise<DetectedFormat> {
  let best: DetectedFormat | undefined;
  for (const format of FORMATS) {
    const detection = await format.detect(file);
    if (detection !== undefined && detection.sure > (best?.detection.sure ?? 0)) best = { format, detection };
  }
  for (const refused of REFUSED_FORMATS)
    if (((await refused.detect(file)) ?? 0) > (best?.detection.sure ?? 0)) throw new RefusedFileError(refused);
  if (best === undefined) throw new UnreadableFileError(`The file is of no known kind: it begins with ${describeBytes(file.head)}`);
  return best;
}

function describeBytes(head: Buffer): string {
  const first = head.subarray(0, FIRST_BYTES);
  if (isZip(head)) return 'PK, so it is a zip, with tables of which no kind is known: take the one that is meant';
  if (first.subarray(0, 3).toString('latin1') === 'H:2') return 'H:2, so it is a running H2 database: take the backup of the admin page';
  const isText = first.every((byte) => byte >= 32 && byte < 127);
  return isText ? JSON.stringify(first.toString('latin1')) : `the bytes ${first.toString('hex')}`;
}
