import type { AppContext } from '#context';
import { deleteParts, listParts } from '../store/parts.ts';

/** Removes the parts of a file; its hash and its counts stay. Twice changes nothing. */
export async function removeFile({ postgres, blobs }: Pick<AppContext, 'postgres' | 'blobs'>, importId: string): Promise<void> {
  for (const { blob } of await listParts(postgres, importId)) await blobs.remove(blob);
  await deleteParts(postgres, importId);
}
