import type { Sql } from '#stores/postgres/types.ts';
import { deleteKeywords } from '../store/keywords.ts';
import { deleteNotes } from '../store/notes.ts';

/** Removes what an import has beside its points. */
export async function removeFacts(sql: Sql, importId: string): Promise<void> {
  await deleteKeywords(sql, importId);
  await deleteNotes(sql, importId);
}
