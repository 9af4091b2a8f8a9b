import { putImportsByImportIdPartsByPart, type Import } from '#client';
import { ask } from '#data/answers/answers.ts';

/** Size of a part, as the service takes it. */
const PART_BYTES = 8 * 1_048_576;

/**
 * Sends a file part by part, from where the service has it on.
 * @param onBytes is called with the bytes that have arrived
 * @throws ApiError of the service; Error for another file than the one that was begun
 */
export async function uploadFile({ id, bytes }: Pick<Import, 'id' | 'bytes'>, file: File, onBytes: (sent: number) => void): Promise<void> {
  if (file.size !== bytes) throw new Error('This is another file: its size is not that of the one that was begun.');
  let { offset, complete } = await sendPart(id, 0, 0, new Blob([]));
  onBytes(offset);
  while (!complete) {
    ({ offset, complete } = await sendPart(id, offset / PART_BYTES, offset, file.slice(offset, offset + PART_BYTES)));
    onBytes(offset);
  }
}

async function sendPart(id: string, part: number, offset: number, piece: Blob): Promise<{ offset: number; complete: boolean }> {
  const sha256 = await hash(piece);
  return await ask(putImportsByImportIdPartsByPart, {
    path: { import_id: id, part },
    query: { offset, ...(sha256 !== undefined && { sha256 }) },
    // The bytes as they are.
    body: piece as unknown as string,
    bodySerializer: null,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
}

/** Hash of a part; undefined where the browser does not hash, which it does over https only. */
async function hash(piece: Blob): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await piece.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
