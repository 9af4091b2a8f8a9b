import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import {
  ArchiveError,
  CUT,
  sha256,
  toControlLine,
  type ArchiveHeader,
  type Manifest,
  type SectionEnd,
  type SectionHead,
} from './format.ts';

/** Rows as JSON lines, each with its line end; `CUT` between those of two partitions. */
export type Piece = typeof CUT | { readonly lines: string; readonly rows: number };

export interface Section {
  readonly head: SectionHead;
  readonly pieces: AsyncIterable<Piece>;
}

/** What the tables hold belongs to its owner alone. */
const OWNER_ONLY = 0o600;
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/**
 * Writes an archive, section after section, a piece at a time. It is written beside its path and
 * moved there when complete and on disk.
 * @throws ArchiveError when the file exists
 */
export async function writeArchive(file: string, header: ArchiveHeader, sections: Iterable<Section>): Promise<Manifest> {
  if (existsSync(file)) throw new ArchiveError(`${file} exists already. Nothing was written. Choose another name, or move it away.`);
  const draft = `${file}.part`;
  const ends: SectionEnd[] = [];
  try {
    await pipeline(
      Readable.from(toText(header, sections, ends), { objectMode: true, highWaterMark: 1 }),
      createZstdCompress(ZSTD),
      createWriteStream(draft, { mode: OWNER_ONLY }),
    );
    await sync(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { ...header, sections: ends };
}

async function* toText(header: ArchiveHeader, sections: Iterable<Section>, ends: SectionEnd[]): AsyncGenerator<string> {
  yield toControlLine('header', header);
  for (const { head, pieces } of sections) {
    yield toControlLine('section', head);
    const hash = createHash('sha256');
    let rows = 0;
    for await (const piece of pieces) {
      if (piece === CUT) {
        yield `${CUT}\n`;
        continue;
      }
      hash.update(piece.lines);
      rows += piece.rows;
      yield piece.lines;
    }
    const end = { store: head.store, table: head.table, rows, sha256: hash.digest('hex') };
    ends.push(end);
    yield toControlLine('end', end);
  }
  const manifest: Manifest = { ...header, sections: ends };
  yield toControlLine(`manifest ${sha256(JSON.stringify(manifest))}`, manifest);
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
