import type { SourceFile } from '../../opening/source-file.ts';
import { readSqlDump } from '../../opening/sql-dump.ts';
import { isSqlite, readSqlite } from '../../opening/sqlite.ts';

/** A row as text, whichever file it came from; null where there is none. */
export interface StoredRow {
  readonly table: string;
  get(name: string): string | null;
}

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  rank_tracking_configs: ['id', 'project_id', 'domain', 'location_code', 'language_code'],
  rank_tracking_keywords: ['id', 'config_id', 'keyword'],
  rank_snapshots: ['tracking_keyword_id', 'keyword', 'device', 'position', 'url', 'checked_at'],
  saved_keywords: ['id', 'project_id', 'keyword', 'location_code', 'language_code'],
  saved_keyword_tags: ['id', 'name'],
  saved_keyword_tag_assignments: ['saved_keyword_id', 'tag_id'],
};
const OPTIONAL: Readonly<Record<string, readonly string[]>> = { rank_tracking_configs: ['location_name'] };

/** Tables that came with later releases. */
const LATER: ReadonlySet<string> = new Set(['saved_keywords', 'saved_keyword_tags', 'saved_keyword_tag_assignments']);

/** Rows of the tables, some at a time, from the SQLite file or from a dump of either store. @throws UnreadableFileError */
export async function* readStored(file: SourceFile, tables: readonly string[]): AsyncGenerator<readonly StoredRow[]> {
  if (isSqlite(file.head)) {
    const asked = tables.map((table) => ({
      table,
      columns: COLUMNS[table] ?? [],
      optional: OPTIONAL[table] ?? [],
      mayLack: LATER.has(table),
    }));
    for await (const rows of readSqlite({ path: await file.toPath(), hasWal: file.hasWal, tables: asked }))
      yield rows.map(({ table, row }) => ({ table, get: (name) => toText(row[name]) }));
    return;
  }
  for await (const rows of readSqlDump(file.text(), new Set(tables)))
    yield rows.map(({ table, values }) => ({ table, get: (name) => toText(values[name]) }));
}

function toText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
