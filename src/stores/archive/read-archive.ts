import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { messageOf } from '#kernel/errors.ts';
import { ArchiveError, ArchiveHeader, CUT, FORMAT, Manifest, SectionEnd, SectionHead, sha256 } from './format.ts';

/** What stands in an archive, in its order. */
export type ArchivePart =
  | { readonly kind: 'header'; readonly header: ArchiveHeader }
  | { readonly kind: 'section'; readonly section: SectionHead }
  /** Lines without their ends. An archive gives the same batches every time, numbered from 0 within a section. */
  | { readonly kind: 'rows'; readonly section: SectionHead; readonly number: number; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly section: SectionHead }
  | { readonly kind: 'manifest'; readonly manifest: Manifest };

const Format = ArchiveHeader.pick({ format: true });
const BATCH_CHARS = 4 * 1024 * 1024;
const BATCH_LINES = 20_000;

/**
 * Reads an archive, a batch of rows at a time, and compares every section with its checksum. The
 * manifest comes last, and only when all was right.
 * @throws ArchiveError when it is damaged, cut off, of a format that this release does not know, or no archive
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const reader = makeReader(file);
  try {
    for await (const line of readLines(file)) yield* reader.take(line);
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause;
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(String((cause as NodeJS.ErrnoException).code)))
      throw new ArchiveError(`${file} cannot be read: ${messageOf(cause)}`, { cause });
    throw damaged(file, messageOf(cause), cause);
  }
  reader.finish();
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const stream: Readable = source.pipe(createZstdDecompress());
  source.on('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  let carry = '';
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (carry + chunk).split('\n');
      carry = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    source.destroy();
    stream.destroy();
  }
  if (carry !== '') throw damaged(file, 'it ends in the middle of a line');
}

interface OpenSection {
  readonly section: SectionHead;
  readonly hash: Hash;
  lines: string[];
  chars: number;
  rows: number;
  number: number;
}

function makeReader(file: string) {
  const ends: SectionEnd[] = [];
  let header: ArchiveHeader | undefined;
  let open: OpenSection | undefined;
  let isComplete = false;

  function* take(line: string): Generator<ArchivePart> {
    if (isComplete) throw damaged(file, 'something follows its end');
    if (!line.startsWith('#')) return yield* takeRow(line);
    if (header === undefined && !line.startsWith('#header ')) throw damaged(file, 'it does not begin like an archive');
    if (line === CUT) return yield* flush();
    const [, kind, text = ''] = /^#(\w+) (.*)$/su.exec(line) ?? [];
    if (kind === 'header') {
      const { format } = parse(Format, text);
      if (format !== FORMAT)
        throw new ArchiveError(
          `${file} has format ${format}, and this release reads format ${FORMAT}. Import it with the release that made it.`,
        );
      header = parse(ArchiveHeader, text);
      yield { kind: 'header', header };
    } else if (kind === 'section') {
      open = { section: parse(SectionHead, text), hash: createHash('sha256'), lines: [], chars: 0, rows: 0, number: 0 };
      yield { kind: 'section', section: open.section };
    } else if (kind === 'end') {
      yield* flush();
      yield { kind: 'end', section: close(parse(SectionEnd, text)) };
    } else if (kind === 'manifest') {
      yield { kind: 'manifest', manifest: readManifest(text) };
      isComplete = true;
    } else throw damaged(file, 'it holds a line that says nothing');
  }

  function* takeRow(line: string): Generator<ArchivePart> {
    if (open === undefined) throw damaged(file, header === undefined ? 'it does not begin like an archive' : 'a row belongs to no table');
    open.hash.update(line).update('\n');
    open.lines.push(line);
    open.chars += line.length;
    if (open.chars >= BATCH_CHARS || open.lines.length >= BATCH_LINES) yield* flush();
  }

  function* flush(): Generator<ArchivePart> {
    if (open === undefined || open.lines.length === 0) return;
    const { section, number, lines } = open;
    Object.assign(open, { lines: [], chars: 0, rows: open.rows + lines.length, number: number + 1 });
    yield { kind: 'rows', section, number, lines };
  }

  function close(end: SectionEnd): SectionHead {
    if (open === undefined) throw damaged(file, 'a table ends that did not begin');
    const { section, rows, hash } = open;
    if (end.table !== section.table || end.rows !== rows || end.sha256 !== hash.digest('hex'))
      throw damaged(file, `the rows of ${section.table} are not those that were written`);
    ends.push(end);
    open = undefined;
    return section;
  }

  function readManifest(text: string): Manifest {
    const [sum, json] = [text.slice(0, 64), text.slice(65)];
    if (sha256(json) !== sum) throw damaged(file, 'its manifest is not the one that was written');
    const manifest = parse(Manifest, json);
    if (JSON.stringify(manifest) !== JSON.stringify({ ...header, sections: ends }))
      throw damaged(file, 'its manifest names other tables than it holds');
    return manifest;
  }

  function parse<Value>(schema: { parse(value: unknown): Value }, text: string): Value {
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw damaged(file, 'a line about its contents cannot be read', cause);
    }
  }

  const finish = (): void => {
    if (!isComplete) throw damaged(file, 'it was cut off');
  };
  return { take, finish };
}

function damaged(file: string, how: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`${file} is damaged or no archive: ${how}. Nothing of it was imported. Take another copy.`, { cause });
}
