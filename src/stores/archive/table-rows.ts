import type { PoolClient } from 'pg';
import type { Sql } from '../postgres/types.ts';
import type { Piece } from './write-archive.ts';

/** A table of PostgreSQL in an archive. Names and conditions come from code, never from a file. */
export interface RelationalTable {
  readonly table: string;
  /** Which rows, with the project's id as `$1`; left out: all of them. */
  readonly where?: string | undefined;
  /** What stands in place of a column. */
  readonly replace?: Readonly<Record<string, string>> | undefined;
  /** What is read in its place: a query with its columns. */
  readonly from?: string | undefined;
  /** What goes into the archive instead of a row. */
  readonly rewrite?: RewriteLine | undefined;
}

/** Makes another JSON line of that of a row; `undefined`: the row is left out. */
export type RewriteLine = (line: string) => Promise<string | undefined>;

const FETCH_BYTES = 4 * 1024 * 1024;
const FETCH_ROWS_MIN = 10;
const FETCH_ROWS_MAX = 5_000;

/** The columns that are stored, in their order. */
export async function listColumns(sql: Pick<Sql, 'query'>, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/**
 * The rows of a table as JSON lines, written by PostgreSQL itself, so that every type keeps its
 * value. Read through a cursor of the transaction that `client` is in.
 */
export async function* exportRows(
  client: PoolClient,
  { table, from, where, replace = {}, rewrite }: RelationalTable,
  { columns, projectId }: { columns: readonly string[]; projectId: string | undefined },
): AsyncGenerator<Piece> {
  const list = columns.map((name) => (replace[name] === undefined ? `t."${name}"` : `(${replace[name]}) as "${name}"`)).join(', ');
  const condition = where === undefined ? '' : `where ${where}`;
  await client.query(
    `declare archived no scroll cursor for
     select row_to_json(r)::text as line from (select ${list} from ${from === undefined ? table : `(${from})`} t ${condition}) r`,
    where?.includes('$1') === true ? [projectId] : [],
  );
  for (let wanted = FETCH_ROWS_MIN; ;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${wanted} from archived`);
    if (rows.length === 0) break;
    const kept: string[] = [];
    // One after the other: what is rewritten may be many times as large meanwhile.
    for (const { line } of rows) kept.push(...[rewrite === undefined ? line : await rewrite(line)].filter((text) => text !== undefined));
    const lines = kept.map((line) => `${line}\n`).join('');
    if (kept.length > 0) yield { lines, rows: kept.length };
    wanted = Math.round(Math.min(FETCH_ROWS_MAX, Math.max(FETCH_ROWS_MIN, FETCH_BYTES / (lines.length / rows.length))));
  }
  await client.query('close archived');
}

/** Writes other bytes in place of those of a column. Only the one value is touched: parsing the line could change what its other values are. */
export function rewriteBytes(column: string, rewrite: (bytes: Buffer) => Promise<Buffer>): RewriteLine {
  const [start, end] = [`"${column}":"\\\\x`, '"'];
  return async (line) => {
    const from = line.indexOf(start) + start.length;
    if (from < start.length) return line;
    const to = line.indexOf(end, from);
    const bytes = await rewrite(Buffer.from(line.slice(from, to), 'hex'));
    return `${line.slice(0, from)}${bytes.toString('hex')}${line.slice(to)}`;
  };
}

export interface ImportRows {
  readonly table: string;
  /** Those that the archive has. */
  readonly columns: readonly string[];
  readonly lines: readonly string[];
  /** What is to be done when a row is there already; left out: an error. */
  readonly onConflict?: string | undefined;
  /** What stands in place of a column. */
  readonly replace?: Readonly<Record<string, string>> | undefined;
  /** Numbers that changed on the way, by column. */
  readonly renumbered?: Readonly<Record<string, ReadonlyMap<number, number>>> | undefined;
}

/** Inserts rows as `exportRows` wrote them; returns how many were new. */
export async function importRows(
  sql: Sql,
  { table, columns, lines, onConflict, replace = {}, renumbered = {} }: ImportRows,
): Promise<number> {
  const values: unknown[] = [toJsonArray(lines)];
  const list = columns.map((name) => {
    if (replace[name] !== undefined) return replace[name];
    const changed = renumbered[name];
    if (changed === undefined || changed.size === 0) return `t."${name}"`;
    values.push([...changed.keys()], [...changed.values()]);
    const [from, to] = [`$${values.length - 1}`, `$${values.length}`];
    return `coalesce((select m.new from unnest(${from}::bigint[], ${to}::bigint[]) as m (old, new) where m.old = t."${name}"), t."${name}")`;
  });
  const names = columns.map((name) => `"${name}"`).join(', ');
  const { rowCount } = await sql.query(
    `insert into ${table} (${names}) overriding system value
     select ${list.join(', ')} from json_populate_recordset(null::${table}, $1::json) t ${onConflict ?? ''}`,
    values,
  );
  return rowCount ?? 0;
}

/**
 * Which numbers of these rows have to be others here: `by` exists under another number, or the
 * number belongs to another row. New ones come from the table's own sequence.
 */
export async function findRenumbered(
  sql: Sql,
  { table, id, by, lines }: { table: string; id: string; by: string; lines: readonly string[] },
): Promise<Map<number, number>> {
  // Above those that come in this batch too: none of them may be given away.
  await raiseSequence(sql, `json_populate_recordset(null::${table}, $3::json) t`, { table, column: id, values: [toJsonArray(lines)] });
  const { rows } = await sql.query<{ old: number; new: number }>(
    `select t."${id}" as old, coalesce(known."${id}", nextval(pg_get_serial_sequence($2, $3))) as new
     from json_populate_recordset(null::${table}, $1::json) t left join ${table} known on known."${by}" = t."${by}"
     where known."${id}" <> t."${id}" or (known."${id}" is null and exists (select from ${table} o where o."${id}" = t."${id}"))`,
    [toJsonArray(lines), table, id],
  );
  return new Map(rows.map((row) => [row.old, row.new]));
}

/** Numbers given from now on lie above those that were imported. */
export async function raiseSequences(sql: Sql, table: string): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and attidentity <> '' and not attisdropped`,
    [table],
  );
  for (const { name } of rows) await raiseSequence(sql, table, { table, column: name });
}

async function raiseSequence(
  sql: Sql,
  from: string,
  { table, column, values = [] }: { table: string; column: string; values?: readonly string[] },
): Promise<void> {
  await sql.query(
    `select setval(s.sequence, top.value) from (select pg_get_serial_sequence($1, $2) as sequence) s,
       (select max("${column}") as value from ${from}) top
     where top.value > coalesce(pg_sequence_last_value(s.sequence::regclass), 0)`,
    [table, column, ...values],
  );
}

function toJsonArray(lines: readonly string[]): string {
  return `[${lines.join(',')}]`;
}
