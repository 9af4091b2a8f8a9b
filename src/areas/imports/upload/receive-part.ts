import { createHash } from 'node:crypto';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, conflict } from '#kernel/errors.ts';
import { PART_BYTES, type Import } from '../import.ts';
import { getImport } from '../get-import.ts';
import { lockImport } from '../store/imports.ts';
import { insertPart, listParts } from '../store/parts.ts';

export interface NewPart {
  readonly importId: string;
  /** From 0 on. */
  readonly number: number;
  /** Its first byte in the file. */
  readonly offset: number;
  /** Hash of its bytes, in hex; undefined: they are taken as they came. */
  readonly sha256: string | undefined;
  readonly bytes: Buffer;
}

export interface Received {
  /** Bytes of the file that have arrived; the next part begins there. */
  readonly offset: number;
  readonly isComplete: boolean;
}

/**
 * Keeps the next part of a file. The same part again changes nothing, so an upload that was cut goes on; one without bytes only asks where.
 * @throws AppError `Import not found`; 409 with the offset that is expected for a part that is not the next one, has another hash than
 *   it says, or another size than 8 MiB without being the last; 409 when the file is not being uploaded
 */
export async function receivePart(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'blobs'>, part: NewPart): Promise<Received> {
  const { id, projectId, bytes: size } = await getImport(ctx, part.importId);
  const sha256 = createHash('sha256').update(part.bytes).digest('hex');
  const blob = `imports/${projectId}/${id}/${part.number}-${sha256.slice(0, 16)}`;
  const parts = await listParts(ctx.postgres, id);
  const offset = sumBytes(parts);
  if (part.bytes.length === 0) return { offset, isComplete: offset === size };
  if (part.sha256 !== undefined && sha256 !== part.sha256.toLowerCase())
    throw refuse('The part has another hash than it says.', offset, parts.length);
  const same = parts.find(({ number }) => number === part.number);
  if (same?.sha256 === sha256) return { offset, isComplete: offset === size };
  const isLast = part.offset + part.bytes.length === size;
  if (part.number !== parts.length || part.offset !== offset) throw refuse('The part is not the next one.', offset, parts.length);
  if ((part.bytes.length !== PART_BYTES && !isLast) || part.offset + part.bytes.length > size)
    throw refuse(`Parts have ${PART_BYTES} bytes, and the last one what remains.`, offset, parts.length);
  await ctx.blobs.put(blob, part.bytes, 'application/octet-stream');
  return await ctx.postgres.transaction(async (tx) => {
    const record = await lockImport(tx, id);
    if (record?.status !== 'uploading') throw notUploading(record);
    const now = await listParts(tx, id);
    if (now.length !== part.number) throw refuse('The part is not the next one.', sumBytes(now), now.length);
    await insertPart(tx, id, { number: part.number, bytes: part.bytes.length, sha256, blob });
    return { offset: offset + part.bytes.length, isComplete: isLast };
  });
}

function sumBytes(parts: readonly { readonly bytes: number }[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

function refuse(message: string, offset: number, part: number): AppError {
  return new AppError('conflict', 'Part not expected', {
    message,
    details: { offset, part },
    hint: `Send part ${part} from byte ${offset} on.`,
  });
}

function notUploading(record: Import | undefined): AppError {
  return conflict('File is whole', `The import is ${record?.status ?? 'gone'}, and takes no more parts.`);
}
