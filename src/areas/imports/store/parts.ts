import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { ImportPart } from '../import.ts';

/** The parts of a file in their order; a file of 2 GiB has 256. */
export async function listParts(sql: Sql, importId: string): Promise<ImportPart[]> {
  const { rows } = await sql.query<ImportPart>(
    'select number, bytes, sha256, blob from import_parts where import_id = $1 order by number limit 1000',
    [importId],
  );
  return rows;
}

export async function insertPart(sql: Sql, importId: string, { number, bytes, sha256, blob }: ImportPart): Promise<void> {
  await sql.query('insert into import_parts (import_id, number, bytes, sha256, blob) values ($1, $2, $3, $4, $5)', [
    importId,
    number,
    bytes,
    sha256,
    blob,
  ]);
}

export async function deleteParts(sql: Sql, importId: string): Promise<void> {
  await sql.query('delete from import_parts where import_id = $1', [importId]);
}

/** A row that cannot be taken. */
export interface Reject {
  readonly row: number;
  readonly reason: string;
  readonly text: string;
}

const COLUMNS = { import_id: 'text', number: 'integer', row: 'bigint', reason: 'text', text: 'text' } as const;

/** Replaces the rejected rows of an import. */
export async function replaceRejects(sql: Sql, importId: string, rejects: readonly Reject[]): Promise<void> {
  await sql.query('delete from import_rejects where import_id = $1', [importId]);
  const rows = rejects.map(({ row, reason, text }, number) => ({ import_id: importId, number, row, reason, text }));
  await insertRows(sql, { table: 'import_rejects', columns: COLUMNS, rows });
}

/** In the order of the file, the first 10,000. */
export async function listRejects(sql: Sql, importId: string): Promise<Reject[]> {
  const { rows } = await sql.query<Reject>(
    'select row, reason, text from import_rejects where import_id = $1 order by number limit 10000',
    [importId],
  );
  return rows;
}
