import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ServiceRequest } from '../remote/call-service.ts';
import type { Json } from '../remote/remote-command.ts';

const PART_BYTES = 8 * 1_048_576;

/** Begins an import and sends the file in parts. @returns the id of the import @throws Error when the file cannot be read */
export async function uploadFile(
  path: string,
  { project, kind }: { readonly project: string; readonly kind?: string },
  call: (request: ServiceRequest) => Promise<Json>,
): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const body = { project_id: project, name: basename(path), bytes: size, ...(kind === undefined ? {} : { kind }) };
    const { import: made } = await call({ method: 'POST', path: '/api/imports', body });
    for (let part = 0, offset = 0; offset < size; part += 1, offset += PART_BYTES) {
      const bytes = Buffer.alloc(Math.min(PART_BYTES, size - offset));
      await file.read(bytes, 0, bytes.length, offset);
      const query = { offset: String(offset), sha256: createHash('sha256').update(bytes).digest('hex') };
      await call({ method: 'PUT', path: `/api/imports/${made.id}/parts/${part}`, query, body: bytes });
    }
    return made.id;
  } finally {
    await file.close();
  }
}
