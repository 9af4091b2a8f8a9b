import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** What people noted of a day in the other program. */
export interface ImportNote {
  /** From 1 on, in the order of the file. */
  readonly number: number;
  readonly day: string;
  readonly text: string;
}

const COLUMNS = { import_id: 'text', number: 'integer', day: 'date', text: 'text' } as const;

/** Twice changes nothing. */
export async function insertNotes(sql: Sql, importId: string, notes: readonly ImportNote[]): Promise<void> {
  const rows = notes.map(({ number, day, text }) => ({ import_id: importId, number, day, text }));
  await insertRows(sql, { table: 'import_notes', columns: COLUMNS, rows, suffix: 'on conflict do nothing' });
}

/** In the order of the file. */
export async function listNotes(sql: Sql, importId: string, limit: number): Promise<ImportNote[]> {
  const { rows } = await sql.query<ImportNote>('select number, day, text from import_notes where import_id = $1 order by number limit $2', [
    importId,
    limit,
  ]);
  return rows;
}

export async function deleteNotes(sql: Sql, importId: string): Promise<void> {
  await sql.query('delete from import_notes where import_id = $1', [importId]);
}
